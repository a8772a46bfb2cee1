public import DatabaseTypes
public import Foundation

/// A strategy for storing the `Data` of a column.
public enum DatabaseDataEncodingStrategy: Sendable {
  /// Stores a blob.
  case deferredToData
  /// Stores text; the bytes must be valid UTF-8.
  case text
  /// Stores the result of a closure; `nil` is NULL.
  case custom(@Sendable (Data) throws -> (any DatabaseValueConvertible)?)
}

/// A strategy for storing the `Date` of a column.
public enum DatabaseDateEncodingStrategy: Sendable {
  /// Stores text such as `2026-11-21 08:30:00.000`, in UTC.
  case deferredToDate
  /// Stores seconds since 2001, with a fraction.
  case timeIntervalSinceReferenceDate
  /// Stores seconds since 1970, with a fraction.
  case timeIntervalSince1970
  /// Stores seconds since 1970, as an integer.
  case secondsSince1970
  /// Stores milliseconds since 1970, as an integer.
  case millisecondsSince1970
  /// Stores text such as `2026-11-21T08:30:00Z`.
  case iso8601
  /// Stores text of a formatter.
  case formatted(DateFormatter)
  /// Stores the result of a closure; `nil` is NULL.
  case custom(@Sendable (Date) throws -> (any DatabaseValueConvertible)?)
}

/// A strategy for storing the `Decimal` of a column.
public enum DatabaseDecimalEncodingStrategy: Sendable, Hashable {
  /// Stores a `numeric` on PostgreSQL.
  ///
  /// SQLite has no such type: a decimal number is an error there. It is neither stored as text,
  /// which would sort wrongly, nor as a floating-point number, which would be inexact.
  case deferredToDecimal
  /// Stores an integer that counts the smallest units: with 2 digits, 12.5 is stored as 1250.
  ///
  /// A number with more digits after the point, or outside the range of `Int64`, is an error:
  /// nothing is rounded. The number of digits is from 0 to 18. On PostgreSQL, the column is a
  /// `bigint` with the same integers; a column of type `numeric` stores the number itself.
  case fixedPoint(digits: Int)
}

/// A strategy for storing the `UUID` of a column.
public enum DatabaseUUIDEncodingStrategy: Sendable {
  /// Stores UUIDs as they are stored elsewhere: text such as
  /// `e621e1f8-c36c-495a-93fc-0c247a3e6e5f`.
  case deferredToUUID
  /// Stores a blob of 16 bytes.
  case bytes
  /// Stores text such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  case uppercaseString
  /// Stores text such as `e621e1f8-c36c-495a-93fc-0c247a3e6e5f`.
  case lowercaseString
}

/// A strategy for the columns of coding keys.
public enum DatabaseColumnEncodingStrategy: Sendable {
  /// Uses the key's name as the column.
  case useDefaultKeys
  /// Uses the column `player_id` for the key `playerID`.
  case convertToSnakeCase
  /// Uses the column that a closure returns for a key.
  case custom(@Sendable (any CodingKey) -> String)
}
