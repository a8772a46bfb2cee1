import DatabaseTypes
package import SQLiteDatabase

/// A reader of records from the rows of a statement.
///
/// The statement keeps it, so that its columns need not be matched again when it runs again.
package final class RecordReading<Record: FetchableRecord> {
  private let decoder: _RecordDecoder
  private var rows: RowDecodingContext { decoder.rows }
  private let choice = DecodingChoice<Record>()

  private init(_ layout: RowLayout) {
    decoder = _RecordDecoder(RowDecodingContext(Record.self, layout: layout))
  }

  /// Returns the reader of a statement.
  static func of(_ statement: PreparedStatement) -> RecordReading<Record> {
    let layout = statement.layout
    if let known = statement.recordDecoder as? RecordReading<Record>, known.rows.layout === layout {
      return known
    }
    let reading = RecordReading(layout)
    statement.recordDecoder = reading
    return reading
  }

  /// Reads a record from the current row of a statement.
  func record(_ statement: PreparedStatement) throws -> Record {
    try choice.record(of: { try statement.copyRow() }) { try decode(statement) }
  }

  /// Decodes a record in place.
  private func decode(_ statement: PreparedStatement) throws -> Record {
    let rows = rows
    rows.columns = statement.currentRow
    // A type that keeps its decoder must not read a row that is gone.
    defer { rows.columns = nil }
    return try Record(_decoder: decoder)
  }
}

/// A reader of records from copied rows of one result.
///
/// The columns are matched with the record's keys once.
final class CopiedRecordReading<Record: FetchableRecord> {
  private var decoder: _RecordDecoder?
  private let choice = DecodingChoice<Record>()

  /// Reads a record from a row.
  func record(_ row: Row) throws -> Record {
    try choice.record(of: { row }) { try decode(row) }
  }

  private func decode(_ row: Row) throws -> Record {
    let decoder = decoder(of: row.layout)
    decoder.rows.row = row
    // A type that keeps its decoder must not read another record's row.
    defer { decoder.rows.row = nil }
    return try Record(_decoder: decoder)
  }

  private func decoder(of layout: RowLayout) -> _RecordDecoder {
    if let decoder, decoder.rows.layout === layout { return decoder }
    let made = _RecordDecoder(RowDecodingContext(Record.self, layout: layout))
    decoder = made
    return made
  }
}

/// The way that records of a type are decoded, which the first of them shows.
private final class DecodingChoice<Record: FetchableRecord> {
  /// Whether the library decodes the records; `nil` before the first row.
  private var usesLibraryDecoding: Bool?

  /// Returns a record of a row.
  ///
  /// - Parameters:
  ///   - row: A closure that returns the row, for a record that decodes itself.
  ///   - decode: A closure that decodes the record as the library does.
  @inline(__always)
  func record(of row: () throws -> Row, byLibrary decode: () throws -> Record) throws -> Record {
    switch usesLibraryDecoding {
    case true?: return try decode()
    case false?: return try Record(row: row())
    case nil:
      let (record, usesLibraryDecoding) = try DecodingProbe.record(Record.self, of: row())
      self.usesLibraryDecoding = usesLibraryDecoding
      return record
    }
  }
}

extension PreparedStatement {
  /// Returns a record for each row.
  package func allRecords<Record: FetchableRecord>(_ type: Record.Type) throws -> [Record] {
    // SQLite may recompile the statement when it runs.
    var reading: RecordReading<Record>?
    return try addingSQLToFailures {
      try allRows { statement in
        if let reading { return try reading.record(statement) }
        let made = RecordReading<Record>.of(statement)
        reading = made
        return try made.record(statement)
      }
    }
  }

  /// Returns a record of the first row, and discards the other rows.
  ///
  /// - Parameter look: Called with the statement on its first row.
  package func firstRecord<Record: FetchableRecord>(
    _ type: Record.Type,
    _ look: (PreparedStatement) throws -> Void = { _ in }
  ) throws -> Record? {
    try addingSQLToFailures {
      try firstRow { statement in
        try look(statement)
        return try RecordReading<Record>.of(statement).record(statement)
      }
    }
  }

  /// Returns a cursor over the records of the rows.
  package func recordCursor<Record: FetchableRecord>(
    _ type: Record.Type
  ) throws -> DatabaseCursor<Record> {
    try DatabaseCursor(bound: self) { try $0.record(type) }
  }

  /// Returns a record of the current row.
  package func record<Record: FetchableRecord>(_ type: Record.Type) throws -> Record {
    try addingSQLToFailures { try RecordReading<Record>.of(self).record(self) }
  }

  /// Runs a closure, and adds the SQL to a decoding failure.
  private func addingSQLToFailures<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as DecodingFailure where failure.sql == nil {
      throw failure.with(sql: sql)
    }
  }
}
