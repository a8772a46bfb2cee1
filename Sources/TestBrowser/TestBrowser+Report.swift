import Foundation

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
