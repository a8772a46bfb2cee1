/// A key with a value for applications, and optionally other values for tests and previews.
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
///
/// A key without a property is used as `@Dependency(Greeting.self)`, and set as
/// `$0[Greeting.self] = …`.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the value.
  associatedtype Value = Self

  /// The value in an application.
  static var liveValue: Value { get }
}

/// A key with a value for tests and previews.
///
/// A conformance to ``DependencyKey``, possibly in another module, provides the value for
/// applications.
///
/// ```swift
/// struct Speech: TestDependencyKey {
///   var speak: @Sendable (String) -> Void
///   static let testValue = Speech(speak: unimplemented("Speech.speak"))
/// }
///
/// @Dependency(Speech.self) var speech
/// ```
public protocol TestDependencyKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable = Self

  /// The value in tests; by default, the value in an application.
  static var testValue: Value { get }
  /// The value in previews; by default, the value in an application, or else in tests.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  /// The value in tests.
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  /// The value in an application.
  public static var testValue: Value { liveValue }
  /// The value in an application.
  public static var previewValue: Value { liveValue }
}
