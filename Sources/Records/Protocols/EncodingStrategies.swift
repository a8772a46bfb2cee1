public import DatabaseTypes
public import Foundation

/// How the `Data` of a column is stored.
public enum DatabaseDataEncodingStrategy: Sendable {
  /// As a blob.
  case deferredToData
  /// As text, which the bytes have to be in UTF-8.
  case text
  /// As what a closure makes of it; `nil` is NULL.
  case custom(@Sendable (Data) throws -> (any DatabaseValueConvertible)?)
}

/// How the `Date` of a column is stored.
public enum DatabaseDateEncodingStrategy: Sendable {
  /// As text such as `2026-11-21 08:30:00.000`, in UTC.
  case deferredToDate
  /// As seconds since 2001, with a fraction.
  case timeIntervalSinceReferenceDate
  /// As seconds since 1970, with a fraction.
  case timeIntervalSince1970
  /// As seconds since 1970, an integer.
  case secondsSince1970
  /// As milliseconds since 1970, an integer.
  case millisecondsSince1970
  /// As text such as `2026-11-21T08:30:00Z`.
  case iso8601
  /// As text of a formatter.
  case formatted(DateFormatter)
  /// As what a closure makes of it; `nil` is NULL.
  case custom(@Sendable (Date) throws -> (any DatabaseValueConvertible)?)
}

/// How the `UUID` of a column is stored.
public enum DatabaseUUIDEncodingStrategy: Sendable {
  /// As UUIDs are stored anyway: text such as `e621e1f8-c36c-495a-93fc-0c247a3e6e5f`.
  case deferredToUUID
  /// As a blob of 16 bytes.
  case bytes
  /// As text such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  case uppercaseString
  /// As text such as `e621e1f8-c36c-495a-93fc-0c247a3e6e5f`.
  case lowercaseString
}

/// Which column a coding key has.
public enum DatabaseColumnEncodingStrategy: Sendable {
  /// The column with the key's name.
  case useDefaultKeys
  /// `playerID` has the column `player_id`.
  case convertToSnakeCase
  /// The column that a closure names.
  case custom(@Sendable (any CodingKey) -> String)
}
