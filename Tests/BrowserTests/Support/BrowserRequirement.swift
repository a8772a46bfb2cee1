import TestBrowser
import Testing
import WebServer

/// The requirement of libmicrohttpd and a Chromium; a test is skipped if one is missing.
struct BrowserRequirement: SuiteTrait, TestTrait {
  let isRecursive = true

  func prepare(for test: Test) async throws {
    TestBrowser.reportAtExit()
    guard let reason = WebLibrary.advice ?? TestBrowser.obstacle else { return }
    try await ConditionTrait.enabled(if: false, "\(reason)").prepare(for: test)
  }
}

extension Trait where Self == BrowserRequirement {
  /// Runs the test only if pages can be served and shown.
  static var requiresBrowser: Self { Self() }
}
