public import DatabaseTypes
public import Foundation

/// A value bound to a placeholder of a statement.
public enum QueryBinding: Hashable, Sendable {
  /// Bytes.
  case blob([UInt8])
  /// A truth value; SQLite stores 1 and 0.
  case bool(Bool)
  /// A floating-point number.
  case double(Double)
  /// A decimal number. With a scale it is an integer on all databases: the number of parts, such as 1250 for 12.50 and a
  /// scale of 2. Without one it is PostgreSQL's `numeric`, and SQLite does not take it.
  case decimal(Decimal, scale: UInt8?)
  /// A moment; SQLite stores text in the form `yyyy-MM-dd HH:mm:ss.SSS`, in UTC.
  case date(Date)
  /// An integer.
  case int(Int64)
  /// No value.
  case null
  /// A text.
  case text(String)
  /// An integer without a sign.
  case uint(UInt64)
  /// A UUID; SQLite stores lower-case text.
  case uuid(UUID)
  /// A value that cannot be bound, and why.
  case invalid(QueryBindingError)
  /// The place of a value that a prepared query binds each time it runs.
  case parameter(Int)
}

/// Why a value cannot be bound.
///
/// Its description holds no value.
public struct QueryBindingError: Hashable, _DescribedError {
  /// What happened.
  public let description: String

  /// Makes an error of what went wrong.
  public init(underlyingError: any Error) { description = String(describing: underlyingError) }

  /// Makes an error of a sentence.
  public init(_ description: String) { self.description = description }
}
