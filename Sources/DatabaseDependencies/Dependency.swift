/// A value that was prepared: `@Dependency(\.defaultDatabase) var database`.
///
/// It is that of ``withDependencies(_:operation:)`` where it is used; else of the one in which it was made; else the prepared
/// one.
@propertyWrapper
public struct Dependency<Value>: Sendable, DependencyHolding {
  private let read: @Sendable (DependencyValues) -> Value
  let overriding = DependencyValues.overriding

  /// Makes a property that reads a value.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    read = { $0[keyPath: keyPath] }
  }

  /// Makes a property that reads the value of a key: `@Dependency(Speech.self) var speech`.
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
