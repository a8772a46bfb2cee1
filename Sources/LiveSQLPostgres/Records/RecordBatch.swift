import DatabaseTypes
import PostgreSQL
import PostgreSQLQueries
import Records
import SQLiteDatabase
import TypedSQL

/// An insertion of many records on PostgreSQL, which sends them in a pipeline.
struct RecordBatch<Record: MutablePersistableRecord> {
  /// The number of records that are sent before their `didInsert` callbacks are called.
  private static var size: Int { 1_000 }

  private let db: any SQLConnection
  private let source: PostgresRecordSource
  private let conflict: RecordWriter<Record>.Conflict

  init(_ db: any SQLConnection, _ resolution: ConflictResolution?) throws {
    self.db = db
    source = try PostgresRecordSource.writing(db)
    conflict = try Record.conflict(resolution ?? Record.resolutionOfInsert)
  }

  /// Inserts all records, or none.
  func insert(_ records: inout [Record]) throws {
    guard source.connection.transactionStatus == .idle else { return try insertAll(&records) }
    try source.connection.execute(script: "BEGIN")
    do {
      try insertAll(&records)
      try source.connection.execute(script: "COMMIT")
    } catch {
      // The first error is the one to throw.
      try? source.connection.execute(script: "ROLLBACK")
      throw error
    }
  }

  private func insertAll(_ records: inout [Record]) throws {
    for start in stride(from: 0, to: records.count, by: Self.size) {
      try insert(&records, start..<min(start + Self.size, records.count))
    }
  }

  /// Callbacks may use the connection, so they are called before and after the pipeline.
  private func insert(_ records: inout [Record], _ range: Range<Int>) throws {
    for index in range {
      try records[index].callWillSave(db)
      try records[index].callWillInsert(db)
    }
    let writers = try records[range].map { try RecordWriter($0, source) }
    for (index, inserted) in zip(range, try send(writers)) where inserted.isInserted {
      records[index].didInsert(inserted)
      records[index].didSave(PersistenceSuccess(inserted))
    }
  }

  private func send(_ writers: [RecordWriter<Record>]) throws -> [InsertionSuccess] {
    let statements = try prepare(writers)
    var inserted: [InsertionSuccess] = []
    inserted.reserveCapacity(writers.count)
    try source.connection.pipeline { pipeline in
      for (writer, sent) in zip(writers, statements) {
        try pipeline.execute(sent.sql, sent.values) { result in
          inserted.append(writer.inserted(try result.recordRows().first))
        }
      }
      try pipeline.catchUp()
    }
    return inserted
  }

  /// Returns the statement and values for each record; records with the same columns share a
  /// statement.
  private func prepare(_ writers: [RecordWriter<Record>]) throws
    -> [(sql: String, values: [PostgresValue])]
  {
    var known: [[String]: PostgresStatement] = [:]
    return try writers.map { writer in
      let columns = writer.insertedColumns
      let names = columns.map(\.column)
      let statement =
        try known[names]
        ?? source.connection.prepare(writer.insertion(of: names, conflict))
      known[names] = statement
      return (statement.sql, try writer.parameters(columns, of: statement))
    }
  }
}
