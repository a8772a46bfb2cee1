public import DatabaseTypes
public import Foundation

/// A strategy for decoding the `Data` of a column.
public enum DatabaseDataDecodingStrategy: Sendable {
  /// Decodes a blob or a text.
  case deferredToData
  /// Decodes the stored value by a closure, which returns `nil` if the value does not fit.
  case custom(@Sendable (DatabaseValue) throws -> Data?)
}

/// A strategy for decoding the `Date` of a column.
public enum DatabaseDateDecodingStrategy: Sendable {
  /// Decodes text such as `2026-11-21 08:30:00.000` or `2026-11-21T08:30Z`, or seconds since 1970.
  case deferredToDate
  /// Decodes seconds since 2001.
  case timeIntervalSinceReferenceDate
  /// Decodes seconds since 1970.
  case timeIntervalSince1970
  /// Decodes milliseconds since 1970.
  case millisecondsSince1970
  /// Decodes text such as `2026-11-21T08:30:00Z`.
  case iso8601
  /// Decodes text by a formatter.
  case formatted(DateFormatter)
  /// Decodes the stored value by a closure, which returns `nil` if the value does not fit.
  case custom(@Sendable (DatabaseValue) throws -> Date?)
}

/// A strategy for decoding the `Decimal` of a column.
public enum DatabaseDecimalDecodingStrategy: Sendable, Hashable {
  /// Decodes a `numeric` of PostgreSQL; on SQLite, a decimal number is an error.
  case deferredToDecimal
  /// Decodes an integer that counts the smallest units: with 2 digits, 1250 is decoded as 12.5.
  ///
  /// Other values are an error, except those of a column of type `numeric` on PostgreSQL, which are
  /// decoded as they are.
  case fixedPoint(digits: Int)
}

/// A strategy for the coding keys of columns.
public enum DatabaseColumnDecodingStrategy: Sendable {
  /// Uses the column's name as the key.
  case useDefaultKeys
  /// Uses the key `playerId` for the column `player_id`.
  case convertFromSnakeCase
  /// Uses the key that a closure returns for a column.
  case custom(@Sendable (String) -> any CodingKey)
}
