import TestBrowser
import Testing
import WebServer

/// The requirement of libmicrohttpd and a Chromium; a test is skipped if one is missing.
struct BrowserRequirement: SuiteTrait, TestTrait {
  let isRecursive = true

  func prepare(for test: Test) async throws {
    TestBrowser.reportAtExit()
    let reason = WebLibrary.advice ?? (TestBrowser.path == nil ? Self.advice : nil)
    guard let reason else { return }
    try await ConditionTrait.enabled(if: false, "\(reason)").prepare(for: test)
  }

  private static let advice = "There is no Chromium: `make test-web` installs one."
}

extension Trait where Self == BrowserRequirement {
  /// Runs the test only if pages can be served and shown.
  static var requiresBrowser: Self { Self() }
}
