package import Foundation

/// The folder for screenshots of pages, if they are requested.
package enum Pictures {
  package static let folder = ProcessInfo.processInfo.environment["LIVESQL_SCREENSHOTS"]
    .map { URL(fileURLWithPath: $0) }

  /// The screens that pages are shown on.
  package static let looks: [(name: String, look: PageLook)] = [false, true].flatMap { isDark in
    [PageLook(), .narrow].map { look in
      var look = look
      look.isDark = isDark
      return ("\(look.width)-\(isDark ? "dark" : "light")", look)
    }
  }

  /// Takes a screenshot of a page.
  package static func take(_ name: String, of page: BrowserPage) async throws {
    guard let folder else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await page.screenshot().write(to: folder.appendingPathComponent("\(name).png"))
  }
}
