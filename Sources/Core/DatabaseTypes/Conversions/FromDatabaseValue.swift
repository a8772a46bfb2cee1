import Foundation

// A type implements `init(databaseValue:)` or `fromDatabaseValue(_:)`; each defaults to the other.
extension DatabaseValueConvertible {
  /// Returns an instance for a stored value, or `nil` if the value does not fit this type.
  ///
  /// It calls ``init(databaseValue:)-(DatabaseValue)`` and discards the error.
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    guard !DefaultImplementationProbe.stops(Self.self) else { return nil }
    return try? Self(databaseValue: databaseValue)
  }

  /// Creates an instance by calling the type's own ``fromDatabaseValue(_:)``.
  ///
  /// - Throws: ``ConversionFailure`` if that returns `nil`, or if the type implements neither that
  ///   function nor this initializer.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    let probe = DefaultImplementationProbe(Self.self)
    guard let value = probe.ask({ Self.fromDatabaseValue(databaseValue) }) else {
      throw probe.failure(Self.self, found: databaseValue.storageClass)
    }
    self = value
  }
}

// Faster versions for the most common types, which have their own initializer and need no probe.

extension DatabaseValueConvertible where Self: FixedWidthInteger {
  /// Returns an instance for a stored value, or `nil` if the value does not fit this type.
  @inlinable
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    try? Self(databaseValue: databaseValue)
  }
}

extension String {
  /// Returns a string for a stored value, or `nil` if the value is not text.
  @inlinable
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> String? {
    try? String(databaseValue: databaseValue)
  }
}

extension DatabaseValueConvertible
where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
  /// Returns an instance for a raw value, or `nil` if the type does not have that raw value.
  ///
  /// A type with a custom initializer for stored values implements this function instead, or in
  /// addition.
  @inlinable
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    RawValue.fromDatabaseValue(databaseValue).flatMap { Self(rawValue: $0) }
  }
}

extension DatabaseValueConvertible
where Self: Codable & RawRepresentable, RawValue: DatabaseValueConvertible {
  /// Returns an instance for a raw value, or `nil` if the type does not have that raw value.
  @inlinable
  public static func fromDatabaseValue(_ databaseValue: DatabaseValue) -> Self? {
    RawValue.fromDatabaseValue(databaseValue).flatMap { Self(rawValue: $0) }
  }
}

/// A probe that detects types with neither an initializer nor a function for stored values.
///
/// Each has a default implementation that calls the other, which would recurse forever. Swift
/// cannot tell which of them a type implements. So the default initializer installs a probe, and
/// the default function checks whether the probe is for the same type.
///
/// State: whether the library's default function was called, guarded by a lock.
final class DefaultImplementationProbe: Sendable {
  @TaskLocal private static var current: DefaultImplementationProbe?

  private let type: ObjectIdentifier
  private let lock = NSLock()
  // Only accessed while holding the lock.
  nonisolated(unsafe) private var hasStopped = false

  init(_ type: Any.Type) { self.type = ObjectIdentifier(type) }

  /// Calls the function of the type, whether it is custom or the default.
  func ask<Value>(_ function: () -> Value?) -> Value? {
    Self.$current.withValue(self, operation: function)
  }

  /// Whether the default function was called.
  var isStopped: Bool { lock.withLock { hasStopped } }

  /// Returns whether the function of a type is being called.
  static func isAsking(_ type: Any.Type) -> Bool { current?.type == ObjectIdentifier(type) }

  /// Returns whether the default function was called by the default initializer of the same type.
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
        "the type has neither `init(databaseValue:)` nor `fromDatabaseValue(_:)`; implement one of them"
    )
  }
}
