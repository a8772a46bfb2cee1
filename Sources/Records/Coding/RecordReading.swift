import DatabaseTypes
package import SQLiteDatabase

/// Makes records of the rows of a statement.
///
/// The statement keeps it, so that a statement that runs again need not learn its columns again.
package final class RecordReading<Record: FetchableRecord> {
  private let decoder: _RecordDecoder
  private var rows: DecodedRows { decoder.rows }
  /// Whether rows are read in place; `nil` before the first one.
  private var isInPlace: Bool?

  private init(_ layout: RowLayout) {
    decoder = _RecordDecoder(DecodedRows(Record.self, layout: layout))
  }

  /// What makes records of the rows of a statement.
  static func of(_ statement: PreparedStatement) -> RecordReading<Record> {
    let layout = statement.layout
    if let known = statement.recordDecoder as? RecordReading<Record>, known.rows.layout === layout {
      return known
    }
    let reading = RecordReading(layout)
    statement.recordDecoder = reading
    return reading
  }

  /// Makes a record of the row on which a statement stands.
  func record(_ statement: PreparedStatement) throws -> Record {
    switch isInPlace {
    case true?:
      let rows = rows
      rows.columns = statement.currentRow
      // What a type keeps of its decoder must not read a row that is gone.
      defer { rows.columns = nil }
      return try Record(_decoder: decoder)
    case false?: return try Record(row: statement.copyRow())
    case nil:
      let (record, isOfLibrary) = try DecodingProbe.record(Record.self, of: statement.copyRow())
      isInPlace = isOfLibrary
      return record
    }
  }
}

extension PreparedStatement {
  /// A record of each row.
  package func allRecords<Record: FetchableRecord>(_ type: Record.Type) throws -> [Record] {
    // SQLite may compile the statement again when it runs.
    var reading: RecordReading<Record>?
    return try located {
      try allRows { statement in
        if let reading { return try reading.record(statement) }
        let made = RecordReading<Record>.of(statement)
        reading = made
        return try made.record(statement)
      }
    }
  }

  /// A record of the first row; what is left is discarded.
  ///
  /// - Parameter look: Gets the statement, which stands on the row.
  package func firstRecord<Record: FetchableRecord>(
    _ type: Record.Type,
    _ look: (PreparedStatement) throws -> Void = { _ in }
  ) throws -> Record? {
    try located {
      try firstRow { statement in
        try look(statement)
        return try RecordReading<Record>.of(statement).record(statement)
      }
    }
  }

  /// A record of each row, one by one.
  package func recordCursor<Record: FetchableRecord>(
    _ type: Record.Type
  ) throws -> DatabaseCursor<Record> {
    try DatabaseCursor(bound: self) { try $0.record(type) }
  }

  /// A record of the row on which the statement stands.
  package func record<Record: FetchableRecord>(_ type: Record.Type) throws -> Record {
    try located { try RecordReading<Record>.of(self).record(self) }
  }

  /// Adds the statement to a failure to decode.
  private func located<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let failure as DecodingFailure where failure.sql == nil {
      throw failure.with(sql: sql)
    }
  }
}
