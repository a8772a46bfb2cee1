import Foundation

// A type writes `init(databaseValue:)` or `fromDatabaseValue(_:)`; the other follows from it.
extension DatabaseValueConvertible {
  /// Makes an instance from a stored value; `nil` where the value is not one of this type.
  ///
  /// It is ``init(databaseValue:)-(DatabaseValue)`` without the reason.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    guard !FunctionProbe.stops(Self.self) else { return nil }
    return try? Self(databaseValue: databaseValue)
  }

  /// Makes an instance as the type's own ``fromDatabaseValue(_:)`` does.
  ///
  /// - Throws: ``ConversionFailure`` where that gives `nil`, and where the type has neither that function nor this
  ///   initializer.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    let probe = FunctionProbe(Self.self)
    guard let value = probe.ask({ Self.fromDatabaseValue(databaseValue) }) else {
      throw probe.failure(Self.self, found: databaseValue.storageClass)
    }
    self = value
  }
}

// Of what most columns hold, without a look for a probe: each has an initialiser of its own.

extension DatabaseValueConvertible where Self: FixedWidthInteger {
  /// Makes an instance from a stored value; `nil` where the value is not one of this type.
  @inlinable
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    try? Self(databaseValue: databaseValue)
  }
}

extension String {
  /// Makes an instance from a stored value; `nil` where the value is not one of this type.
  @inlinable
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> String? {
    try? String(databaseValue: databaseValue)
  }
}

extension DatabaseValueConvertible
where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
  /// Makes an instance from a raw value; `nil` for one that the type does not have.
  ///
  /// A type that has an initializer of its own for stored values writes this function instead, or as well.
  @inlinable
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    RawValue.fromDatabaseValue(databaseValue).flatMap { Self(rawValue: $0) }
  }
}

extension DatabaseValueConvertible
where Self: Codable & RawRepresentable, RawValue: DatabaseValueConvertible {
  /// Makes an instance from a raw value; `nil` for one that the type does not have.
  @inlinable
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    RawValue.fromDatabaseValue(databaseValue).flatMap { Self(rawValue: $0) }
  }
}

/// Finds out that a type has neither an initializer nor a function for stored values.
///
/// Each has a default that calls the other, which would never end. A type cannot be asked what it writes itself: so the default
/// of the initializer leaves a probe, and that of the function looks whether it is for the same type.
///
/// State: whether the function was the library's, guarded by a lock.
final class FunctionProbe: Sendable {
  @TaskLocal private static var current: FunctionProbe?

  private let type: ObjectIdentifier
  private let lock = NSLock()
  // Read and written with the lock alone.
  nonisolated(unsafe) private var hasStopped = false

  init(_ type: Any.Type) { self.type = ObjectIdentifier(type) }

  /// Calls the function of the type, whoever wrote it.
  func ask<Value>(_ function: () -> Value?) -> Value? {
    Self.$current.withValue(self, operation: function)
  }

  /// Whether the function was the library's.
  var isStopped: Bool { lock.withLock { hasStopped } }

  /// Whether the function of a type is being called.
  static func isAsking(_ type: Any.Type) -> Bool { current?.type == ObjectIdentifier(type) }

  /// Whether the library's function was called by the library's initializer of the same type.
  static func stops(_ type: Any.Type) -> Bool {
    guard let current, current.type == ObjectIdentifier(type) else { return false }
    current.lock.withLock { current.hasStopped = true }
    return true
  }

  func failure<Value>(_ type: Value.Type, found: StorageClass) -> ConversionFailure {
    guard isStopped else { return .mismatch(type, found: found) }
    return .unrepresentable(
      type,
      found: found,
      reason:
        "the type has neither `init(databaseValue:)` nor `fromDatabaseValue(_:)`: write one of them"
    )
  }
}
