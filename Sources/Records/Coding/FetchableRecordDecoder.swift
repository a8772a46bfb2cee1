public import DatabaseTypes

/// A decoder that makes values of rows as the library makes `Decodable` records.
///
/// A property is the column of its name, the row of that name which belongs to the row, or the rows that were fetched for
/// it. What is neither a value nor a record is read from JSON.
///
/// It is for whoever has a row in hand, and for records that write `init(row:)` and change what was decoded:
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
  /// Makes a decoder.
  public init() {}

  /// Decodes a value of a row by its `init(from:)`.
  ///
  /// - Parameters:
  ///   - type: The type. One that is a ``FetchableRecord`` says by its strategies how columns are read.
  ///   - row: The row.
  /// - Throws: ``DecodingFailure`` for a column that is missing or of another type; what the value throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from row: Row) throws -> Value {
    let record = type as? any FetchableRecord.Type ?? PlainRecord.self
    return try Value(from: _RecordDecoder(record, row: row))
  }
}

/// A record with the strategies that hold unless a record says otherwise.
private struct PlainRecord: FetchableRecord {
  init(row: Row) {}
}
