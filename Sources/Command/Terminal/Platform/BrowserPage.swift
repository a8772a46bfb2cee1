import Foundation

/// A page to open in a browser, if there is one.
///
/// The address contains a secret, and everybody on the machine can see the arguments of programs.
/// So the browser is given a file that only this user can read, and that redirects to the address.
package struct BrowserPage {
  private let program: URL
  /// The file, which only this user can read.
  let file: URL

  /// Writes the file; `nil` if there is no browser to open it.
  ///
  /// - Parameter title: The page's title until the address is loaded; it contains no markup. The
  ///   file is named after it.
  package init?(_ address: String, title: String, environment: [String: String]) {
    guard let program = Self.program(environment) else { return nil }
    self.program = program
    let folder = FileManager.default.temporaryDirectory
    let name = String(title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
    file = folder.appendingPathComponent("\(name)-\(UUID().uuidString).html")
    let page =
      "<!doctype html><title>\(title)</title><meta http-equiv=refresh content=\"0;url=\(address)\">"
    // The file is empty until nobody else can open it.
    let isCreated = FileManager.default.createFile(
      atPath: file.path,
      contents: nil,
      attributes: [.posixPermissions: 0o600]
    )
    guard isCreated, let handle = FileHandle(forWritingAtPath: file.path) else { return nil }
    do {
      try handle.write(contentsOf: Data(page.utf8))
      try handle.close()
    } catch {
      try? FileManager.default.removeItem(at: file)
      return nil
    }
  }

  /// Returns the program that opens files as a double click does.
  private static func program(_ environment: [String: String]) -> URL? {
    #if canImport(Darwin)
      return URL(fileURLWithPath: "/usr/bin/open")
    #else
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else {
        return nil
      }
      let folders = (environment["PATH"] ?? "").split(separator: ":")
      return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("xdg-open") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    #endif
  }

  /// Opens the page in the browser, whose own output is hidden.
  package func open() {
    let process = Process()
    process.executableURL = program
    process.arguments = [file.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }

  /// Removes the file.
  package func remove() { try? FileManager.default.removeItem(at: file) }
}
