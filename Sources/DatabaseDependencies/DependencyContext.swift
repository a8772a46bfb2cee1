import Foundation

/// What a process, or a part of it, is for: `@Dependency(\.context) var context`.
public enum DependencyContext: Sendable, Hashable {
  /// An application that people use.
  case live
  /// A preview of views.
  case preview
  /// A test.
  case test

  /// That of the process, by its name and what Xcode and SwiftPM tell it.
  static let ofProcess: DependencyContext = {
    let process = ProcessInfo.processInfo
    if process.environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return .preview }
    let isTest =
      ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
      .contains { process.environment[$0] != nil }
      || process.processName.hasSuffix(".xctest") || process.processName == "xctest"
      || process.processName == "swiftpm-testing-helper"
      || process.arguments.contains("--test-bundle-path")
    return isTest ? .test : .live
  }()
}
