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
///
/// A key without a property is used as `@Dependency(Greeting.self)`, and set as `$0[Greeting.self] = …`.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the value.
  associatedtype Value = Self

  /// The value in an application.
  static var liveValue: Value { get }
}

/// What has a value for tests and previews; one for applications comes with ``DependencyKey``, perhaps in another module.
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

  /// The value in tests: that of an application unless given.
  static var testValue: Value { get }
  /// The value in previews: that of an application unless given, or that of tests where there is none.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  /// That of tests.
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  /// That of an application.
  public static var testValue: Value { liveValue }
  /// That of an application.
  public static var previewValue: Value { liveValue }
}
