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

/// What has a value for an application, and perhaps others for tests and previews.
///
/// ```swift
/// struct Greeting: DependencyKey { static let liveValue = "Hello" }
///
/// extension DependencyValues {
///   var greeting: String {
///     get { self[Greeting.self] }
///     set { self[Greeting.self] = newValue }
///   }
/// }
///
/// @Dependency(\.greeting) var greeting
/// ```
public protocol DependencyKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable = Self

  /// The value in an application.
  static var liveValue: Value { get }
  /// The value in tests: that of an application unless given.
  static var testValue: Value { get }
  /// The value in previews: that of an application unless given.
  static var previewValue: Value { get }
}

extension DependencyKey {
  /// That of an application.
  public static var testValue: Value { liveValue }
  /// That of an application.
  public static var previewValue: Value { liveValue }
}
