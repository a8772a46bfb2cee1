/// A value that was prepared: `@Dependency(\.defaultDatabase) var database`.
///
/// It is that of ``withDependencies(_:operation:)`` where it is used; else of the one in which it was made; else the prepared
/// one.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable
  private let overriding = DependencyValues.overriding

  /// Makes a property that reads a value.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) { self.keyPath = keyPath }

  /// The value.
  public var wrappedValue: Value {
    (DependencyValues.overriding ?? overriding ?? .current)[keyPath: keyPath]
  }
}
