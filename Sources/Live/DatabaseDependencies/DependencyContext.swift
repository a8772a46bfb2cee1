import Foundation

/// The context of a process or a part of it: `@Dependency(\.context) var context`.
public enum DependencyContext: Sendable, Hashable {
  /// An application in normal use.
  case live
  /// A preview of views.
  case preview
  /// A test.
  case test

  /// The context of the process, determined from its name and from settings of Xcode and SwiftPM.
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
