public import DatabaseTypes
public import Foundation

/// How the `Data` of a column is read.
public enum DatabaseDataDecodingStrategy: Sendable {
  /// From a blob or a text.
  case deferredToData
  /// As what a closure makes of the stored value; `nil` where it does not fit.
  case custom(@Sendable (DatabaseValue) throws -> Data?)
}

/// How the `Date` of a column is read.
public enum DatabaseDateDecodingStrategy: Sendable {
  /// From text such as `2026-11-21 08:30:00.000` or `2026-11-21T08:30Z`, or from seconds since 1970.
  case deferredToDate
  /// From seconds since 2001.
  case timeIntervalSinceReferenceDate
  /// From seconds since 1970.
  case timeIntervalSince1970
  /// From milliseconds since 1970.
  case millisecondsSince1970
  /// From text such as `2026-11-21T08:30:00Z`.
  case iso8601
  /// From text of a formatter.
  case formatted(DateFormatter)
  /// As what a closure makes of the stored value; `nil` where it does not fit.
  case custom(@Sendable (DatabaseValue) throws -> Date?)
}

/// Which coding key a column has.
public enum DatabaseColumnDecodingStrategy: Sendable {
  /// The key with the column's name.
  case useDefaultKeys
  /// The column `player_id` has the key `playerId`.
  case convertFromSnakeCase
  /// The key that a closure gives for a column.
  case custom(@Sendable (String) -> any CodingKey)
}
