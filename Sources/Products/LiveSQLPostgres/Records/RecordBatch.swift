import DatabaseTypes
import PostgreSQL
import PostgreSQLQueries
import Records
import SQLQueries
import SQLiteDatabase
import TypedSQL

/// An insertion of many records on PostgreSQL, which copies them or sends them in a pipeline.
struct RecordBatch<Record: MutablePersistableRecord> {
  /// The number of records that are sent before their `didInsert` callbacks are called, if records
  /// have callbacks before, or are sent in a pipeline.
  private static var size: Int { 1_000 }

  private let source: PostgresRecordSource
  private let conflict: InsertionConflict
  /// Whether the next records may be copied.
  private var mayCopy = false
  private var copy: RecordCopy<Record>?
  /// Whether several steps insert the records, which are undone together after an error.
  private var isInFrame = false

  init(_ source: PostgresRecordSource, _ conflict: InsertionConflict) {
    (self.source, self.conflict) = (source, conflict)
  }

  /// Inserts all records, or none.
  mutating func insert(_ records: inout [Record]) throws {
    let areMany = records.count >= RecordCopy<Record>.leastCount
    if case .fails = conflict { mayCopy = areMany }
    isInFrame = areMany || Record.mayHaveCallbacksBefore
    // Few records are sent by one pipeline, which inserts all of them or none.
    guard isInFrame else { return try insertAll(&records) }
    try source.connection.atomically { try insertAll(&records) }
  }

  private mutating func insertAll(_ records: inout [Record]) throws {
    guard Record.mayHaveCallbacksBefore else {
      // This only checks the type.
      if var first = records.first { try callBefore(&first) }
      let range = records.indices
      return try write(&records, range)
    }
    // Callbacks may use the connection, so they are called before and after the records are sent.
    for start in stride(from: 0, to: records.count, by: Self.size) {
      let range = start..<min(start + Self.size, records.count)
      for index in range { try callBefore(&records[index]) }
      try write(&records, range)
    }
  }

  private func callBefore(_ record: inout Record) throws {
    try source.willSave(record)
    try source.willInsert(&record)
  }

  private mutating func write(_ records: inout [Record], _ range: Range<Int>) throws {
    let copied = try copyFirst(&records, range)
    for start in stride(from: range.lowerBound + copied, to: range.upperBound, by: Self.size) {
      try send(&records, start..<min(start + Self.size, range.upperBound))
    }
  }

  /// Copies records up to the first one that only a statement can insert.
  ///
  /// - Returns: The number of records that were copied.
  private mutating func copyFirst(_ records: inout [Record], _ range: Range<Int>) throws -> Int {
    guard mayCopy else { return 0 }
    if copy == nil {
      let writer = try RecordWriter(records[range.lowerBound], source)
      copy = try RecordCopy(like: writer, on: source.connection)
    }
    guard let count = try copy?.insert(records[range]) else {
      mayCopy = false
      return 0
    }
    // If each record differed from the one before, each would be a separate copy.
    mayCopy = count == range.count
    copy?.callDidInsert(&records, range.prefix(count))
    return count
  }

  /// Sends records in a pipeline.
  private func send(_ records: inout [Record], _ range: Range<Int>) throws {
    let writers = try records[range].map { try RecordWriter($0, source) }
    for (index, inserted) in zip(range, try send(writers)) where inserted.isInserted {
      records[index].callDidInsert(inserted)
    }
  }

  private typealias BoundRecord = (statement: PostgresStatement, values: [PostgresValue])

  private func send(_ writers: [RecordWriter<Record>]) throws -> [InsertionSuccess] {
    let statements = try prepare(writers)
    var inserted: [InsertionSuccess] = []
    inserted.reserveCapacity(writers.count)
    func sendAll(_ pipeline: inout PostgresPipeline) throws {
      for (writer, sent) in zip(writers, statements) {
        try pipeline.execute(sent.statement.sql, sent.values) { result in
          inserted.append(writer.inserted(try result.firstRecordValues()))
        }
      }
      try pipeline.catchUp()
    }
    // A single record needs no savepoint, as outside of a batch.
    if isInFrame || writers.count == 1 || canOnlyFailOnServer(statements) {
      try source.connection.pipelineInFrame(sendAll)
    } else {
      try source.connection.pipeline(sendAll)
    }
    return inserted
  }

  /// Returns whether an error while records are sent aborts a transaction, so that there is nothing
  /// to undo: all values can be sent, and keys are returned in a form that can always be read.
  private func canOnlyFailOnServer(_ sent: [BoundRecord]) -> Bool {
    let readable: Set<PostgresType.Kind> = [.int2, .int4, .int8, .uuid]
    return sent.allSatisfy { statement, values in
      statement.columns.areBinary
        && statement.columns.types.allSatisfy { readable.contains($0.kind) }
        && source.connection.canSend(values, for: statement)
    }
  }

  /// Returns the statement and values for each record; records with the same columns share a
  /// statement.
  private func prepare(_ writers: [RecordWriter<Record>]) throws -> [BoundRecord] {
    var known: [[String]: PostgresStatement] = [:]
    return try writers.map { writer in
      let columns = writer.insertedColumns
      let names = columns.map(\.column)
      let statement =
        try known[names]
        ?? source.connection.prepare(writer.insertion(of: names, conflict))
      known[names] = statement
      return (statement, try writer.parameters(columns, of: statement))
    }
  }
}
