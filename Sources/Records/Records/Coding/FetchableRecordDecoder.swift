public import DatabaseTypes

/// A decoder of values from rows, in the way that the library decodes `Decodable` records.
///
/// A property is decoded from the column with its name, from the row with that name that belongs to
/// the row, or from the rows that were prefetched under that name. A type that is neither a value
/// nor a record is decoded from JSON.
///
/// Use it if you have a row at hand, or in a record that implements `init(row:)` to modify the
/// decoded values:
///
/// ```swift
/// struct Player: Decodable, FetchableRecord {
///   var name: String
///   init(row: Row) throws {
///     self = try FetchableRecordDecoder().decode(Player.self, from: row)
///     name = name.capitalized
///   }
/// }
/// ```
public struct FetchableRecordDecoder: Sendable {
  /// Creates a decoder.
  public init() {}

  /// Decodes a value from a row by its `init(from:)`.
  ///
  /// - Parameters:
  ///   - type: The type. The strategies of a ``FetchableRecord`` determine how columns are read.
  ///   - row: The row.
  /// - Throws: ``DecodingFailure`` for a column that is missing or of another type; an error of the
  ///   type's initializer.
  public func decode<Value: Decodable>(_ type: Value.Type, from row: Row) throws -> Value {
    let record = type as? any FetchableRecord.Type ?? PlainRecord.self
    return try Value(from: _RecordDecoder(record, row: row))
  }
}

/// A record with the default strategies.
private struct PlainRecord: FetchableRecord {
  init(row: Row) {}
}
