public import DatabaseTypes
public import Foundation

/// A value bound to a placeholder of a statement.
public enum QueryBinding: Hashable, Sendable {
  /// Bytes.
  case blob([UInt8])
  /// A truth value, which SQLite stores as 1 or 0.
  case bool(Bool)
  /// A floating-point number.
  case double(Double)
  /// A decimal number.
  ///
  /// With a scale, it is an integer on all databases, which counts fractions of one: 1250 for 12.50
  /// and a scale of 2. Without a scale, it is PostgreSQL's `numeric`, and an error on SQLite.
  case decimal(Decimal, scale: UInt8?)
  /// A point in time, which SQLite stores as text in the form `yyyy-MM-dd HH:mm:ss.SSS`, in UTC.
  case date(Date)
  /// An integer.
  case int(Int64)
  /// No value.
  case null
  /// A text.
  case text(String)
  /// An unsigned integer.
  case uint(UInt64)
  /// A UUID, which SQLite stores as lower-case text.
  case uuid(UUID)
  /// A value that cannot be bound, with the reason.
  case invalid(QueryBindingError)
  /// The place of a value that a prepared query binds each time it runs.
  case parameter(Int)
}

/// The reason why a value cannot be bound.
///
/// Its description contains no value.
public struct QueryBindingError: Hashable, _SelfDescribingError {
  /// A message that says what happened.
  public let description: String

  /// Creates an error from an underlying error.
  public init(underlyingError: any Error) { description = String(describing: underlyingError) }

  /// Creates an error from a message.
  public init(_ description: String) { self.description = description }
}
