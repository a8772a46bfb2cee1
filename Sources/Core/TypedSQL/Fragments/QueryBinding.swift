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
  /// A text with dates in it, such as a list or a document in JSON: with milliseconds, as SQLite
  /// stores dates, and with microseconds, as PostgreSQL does.
  ///
  /// A statement is written before it is known which database runs it.
  case dated(String, exact: String)
  /// An unsigned integer.
  case uint(UInt64)
  /// A UUID, which SQLite stores as lower-case text.
  case uuid(UUID)
  /// A value that cannot be bound, with the reason.
  case invalid(QueryBindingError)
  /// The place of a value that a prepared query binds each time it runs.
  case parameter(Int)
}

extension QueryBinding {
  /// Returns whether both bind the same; texts are the same if their bytes are.
  public static func == (left: QueryBinding, right: QueryBinding) -> Bool {
    switch (left, right) {
    case (.blob(let left), .blob(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.decimal(let left, let scale), .decimal(let right, let other)):
      left == right && scale == other
    case (.date(let left), .date(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.null, .null): true
    // Not `left == right`: Swift considers two spellings of "é" equal, but SQL compares bytes.
    case (.text(let left), .text(let right)): hasSameBytes(left, right)
    case (.dated(let left, let exact), .dated(let right, let other)):
      hasSameBytes(left, right) && hasSameBytes(exact, other)
    case (.uint(let left), .uint(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.invalid(let left), .invalid(let right)): left == right
    case (.parameter(let left), .parameter(let right)): left == right
    default: false
    }
  }
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
