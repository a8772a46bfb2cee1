import Foundation
import TestSockets

/// A headless browser, which tests drive through its remote-debugging pipe.
///
/// ```swift
/// let page = try await TestBrowser.shared().open("http://127.0.0.1:41233/")
/// try await page.wait(for: "document.title === 'Lists'")
/// ```
///
/// Its pages share nothing: each has its own storage.
package final class TestBrowser: Sendable {
  let pipe: DevToolsPipe
  private let profile: URL

  /// The path of a browser on this machine; `nil` if no browser is installed.
  ///
  /// `LIVESQL_BROWSER` names another one.
  package static let path: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["LIVESQL_BROWSER"] { return path == "none" ? nil : path }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let names = ["chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable"]
    return names.lazy
      .flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The reason for which tests in a browser are skipped; `nil` if there is a browser.
  package static var obstacle: String? {
    if path != nil { return nil }
    // `make test` leaves them out.
    let isLeftOut = ProcessInfo.processInfo.environment["LIVESQL_BROWSER"] == "none"
    return isLeftOut
      ? "`make test-web` runs the tests in Chromium."
      : "There is no Chromium: `make test-web` installs one."
  }

  /// Starts a browser.
  ///
  /// - Throws: `BrowserError` if no browser is installed, or if it does not start.
  package init() async throws {
    guard let path = Self.path else {
      throw BrowserError("There is no Chromium. Install chromium-headless-shell.")
    }
    profile = FileManager.default.temporaryDirectory
      .appendingPathComponent("livesql-browser-\(UUID().uuidString)")
    pipe = DevToolsPipe(try BrowserProcess(path, Self.arguments(profile.path)))
    try await pipe.send("Browser.getVersion")
  }

  private static func arguments(_ profile: String) -> [String] {
    [
      "--remote-debugging-pipe", "--headless", "--user-data-dir=\(profile)", "--no-first-run",
      // As root, for example in a container, a browser starts only without its sandbox; it opens
      // only our pages.
      "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
      "--disable-background-networking", "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows", "--disable-background-timer-throttling",
      "--force-color-profile=srgb", "about:blank",
    ]
  }

  private static let starting = Task { try await TestBrowser() }

  /// The browser that all tests of a process share.
  ///
  /// It ends with the process, which closes its pipe.
  package static func shared() async throws -> TestBrowser { try await starting.value }

  /// Opens a page with its own storage, and waits until it is loaded.
  package func open(_ address: String, _ look: PageLook = PageLook()) async throws -> BrowserPage {
    let context = try await pipe.send("Target.createBrowserContext")["browserContextId"]
    return try await open(address, look, context: context)
  }

  /// Opens a page that shares its storage with another one, like the tabs of one user.
  package func open(_ address: String, besides other: BrowserPage) async throws -> BrowserPage {
    try await open(address, other.look, context: other.context)
  }

  private func open(_ address: String, _ look: PageLook, context: JSONValue) async throws
    -> BrowserPage
  {
    let target = try await pipe.send(
      "Target.createTarget",
      [
        "url": "about:blank", "browserContextId": context,
        "width": .number(Double(look.width)), "height": .number(Double(look.height)),
      ]
    )["targetId"]
    let session = try await pipe.send(
      "Target.attachToTarget",
      ["targetId": target, "flatten": true]
    )["sessionId"].string
    guard let session else { throw BrowserError("The browser opens no page.") }
    let page = BrowserPage(pipe, session: session, target: target, context: context, look)
    try await page.prepare()
    try await page.navigate(to: address)
    return page
  }

  /// Ends the browser.
  package func close() {
    pipe.close()
    try? FileManager.default.removeItem(at: profile)
  }
}

extension TestBrowser {
  /// Prints at the end of the process whether the tests in a browser ran, and in which one.
  ///
  /// A run that leaves tests out must not look like one that has run them.
  package static func reportAtExit() { _ = report }

  private static let report: Void = {
    atexit {
      try? FileHandle.standardError.write(contentsOf: Data((TestBrowser.outcome + "\n").utf8))
    }
  }()

  private static var outcome: String {
    guard let path else {
      return "The tests in a browser did not run: there is no Chromium, or LIVESQL_BROWSER is none."
    }
    return "The tests in a browser ran in \(URL(fileURLWithPath: path).lastPathComponent)."
  }
}
