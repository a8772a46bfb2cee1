/// A property that reads a prepared value: `@Dependency(\.defaultDatabase) var database`.
///
/// A value set by ``withDependencies(_:operation:)`` around the use of the property takes
/// precedence over one set around its creation, which takes precedence over the prepared one.
@propertyWrapper
public struct Dependency<Value>: Sendable, DependencyHolder {
  private let read: @Sendable (DependencyValues) -> Value
  let overriding = DependencyValues.overriding

  /// Creates a property that reads a value.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    read = { $0[keyPath: keyPath] }
  }

  /// Creates a property that reads the value of a key: `@Dependency(Speech.self) var speech`.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    read = { $0[key] }
  }

  /// The value.
  public var wrappedValue: Value { read(values) }

  private var values: DependencyValues {
    guard let overriding else { return .current }
    return DependencyValues.overriding.map { overriding.merging($0) } ?? overriding
  }
}
