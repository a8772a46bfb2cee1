import DatabaseTypes
import DynamicColumns
public import PostgreSQL
public import Records
import SQLiteDatabase
public import TypedSQL

// Records are written in a pipeline with the same statements as one by one, but many insertions in
// a row become one copy.

extension PostgresPipeline {
  /// Sends the insertion of a record.
  ///
  /// ```swift
  /// try connection.pipeline { pipeline in
  ///   for player in players { try pipeline.insert(player) }
  /// }
  /// // INSERT INTO "player" ("name", "score") VALUES ($1, $2) RETURNING "id"
  /// ```
  ///
  /// It does not wait for the server. The first record of a table asks for the table's columns.
  ///
  /// After 32 insertions of one type in a row, the next ones are sent by `COPY`, many times as
  /// fast, until the pipeline sends something else; after copies of few records, it takes more
  /// insertions. That needs records that have their keys and no callbacks to be called, no
  /// `onInserted` and no `resolution`, and a table that has neither row security nor rules nor
  /// triggers `BEFORE INSERT … FOR EACH ROW`; other records are sent by statements. A conflict is
  /// reported when the `COPY` ends, at the latest at the end of the pipeline.
  ///
  /// Callbacks that run before the insertion must not use the connection, which is busy.
  ///
  /// - Parameters:
  ///   - record: The record; the original does not change.
  ///   - resolution: The resolution of conflicts; by default that of the record's policy.
  ///     PostgreSQL supports `.abort` and `.ignore`.
  ///   - onInserted: A closure that receives the record with the key that the server has generated.
  ///     It is called during a later call, or at the end of the pipeline, unless the record was
  ///     ignored.
  /// - Throws: `PostgresError`, also for an earlier statement, `RecordError`,
  ///   `PostgresRequestError`, or an error of a callback.
  public mutating func insert<Record: MutablePersistableRecord>(
    _ record: Record,
    onConflict resolution: ConflictResolution? = nil,
    onInserted: ((Record) throws -> Void)? = nil
  ) throws {
    let isPlain = resolution == nil && onInserted == nil
    if isPlain, let copy = openCopy(of: Record.self), try copy.appendPipelined(record) { return }
    // What is sent next ends the run.
    let length = isPlain ? runLength(of: Record.self) : 0
    var record = record
    let conflict = try InsertionConflict(resolution ?? Record.insertResolution)
    let source = try source(of: Record.self)
    try source.willSave(record)
    try source.willInsert(&record)
    let (writer, inserting) = (try RecordWriter(record, source), record)
    let columns = writer.insertedColumns
    let names = columns.map(\.column)
    // Often, nobody is to be told.
    if onInserted == nil, writer.ignoresInsertions {
      if length >= leastRun, case .fails = conflict, try copies(record, like: writer) { return }
      let sql = try writer.insertion(of: names, conflict, returnsKey: false)
      try send((sql, columns), by: writer, onResult: nil)
      return noteInsertion(of: Record.self, isPlain, after: length)
    }
    try send((writer.insertion(of: names, conflict), columns), by: writer) { result, _ in
      let success = writer.inserted(try result.firstRecordValues())
      guard success.isInserted else { return }
      var inserted = inserting
      inserted.callDidInsertProbingOnce(success)
      try onInserted?(inserted)
    }
    noteInsertion(of: Record.self, isPlain, after: length)
  }

  /// Returns the copy of records of a type that is going on.
  private func openCopy<Record: MutablePersistableRecord>(of type: Record.Type)
    -> RecordCopy<Record>?
  {
    guard let copying, copying.kind == ObjectIdentifier(type) else { return nil }
    return unsafeDowncast(copying.owner, to: RecordCopy<Record>.self)
  }

  /// Returns the number of records of a type that were inserted last, without anything in between.
  private func runLength(of type: Any.Type) -> Int {
    guard let run, run.kind == ObjectIdentifier(type) else { return 0 }
    return run.length
  }

  private mutating func noteInsertion(of type: Any.Type, _ isPlain: Bool, after length: Int) {
    if isPlain { run = PipelinedRun(kind: ObjectIdentifier(type), length: length + 1) }
  }

  /// Begins a copy with a record, if that has the same effect as statements.
  ///
  /// - Returns: Whether the record is part of the copy.
  private mutating func copies<Record: MutablePersistableRecord>(
    _ record: Record,
    like writer: RecordWriter<Record>
  ) throws -> Bool {
    guard !Record.mayHaveCallbacksBefore, writer.key.isEmpty || writer.hasKey else { return false }
    try beginCopy { db in try RecordCopy(like: writer, on: db)?.pipelined() }
    return try openCopy(of: Record.self)?.appendPipelined(record) == true
  }

  /// Sends the update of a record's row.
  ///
  /// ```swift
  /// try connection.pipeline { pipeline in
  ///   for player in players { try pipeline.update(player) }
  /// }
  /// // UPDATE "player" SET "name" = $1, "score" = $2 WHERE "id" = $3
  /// ```
  ///
  /// It does not wait for the server. If there is no such row, a later call throws
  /// `RecordError.recordNotFound`, or the end of the pipeline, and nothing is written that the
  /// pipeline has sent. As after an `update` outside of a pipeline, a transaction around it can
  /// continue if the error is caught.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - columns: The columns to write; `nil` for all.
  /// - Throws: `PostgresError`, also for an earlier statement, `RecordError`,
  ///   `PostgresRequestError`, or an error of a callback.
  public mutating func update<Record: MutablePersistableRecord>(
    _ record: Record,
    columns: [String]? = nil
  ) throws {
    let source = try source(of: Record.self)
    try source.checkUpdate(Record.updateResolution)
    try source.willSave(record)
    let needsColumns = source.needsColumns(record)
    let all = try columns.map { Set($0) } ?? (needsColumns ? source.columnNames(of: record) : [])
    try source.willUpdate(record, columns: all)
    // A callback may have changed the record, if it is an object.
    let sent = try RecordWriter(record, source)
    try sent.checkKey()
    guard sent.hasKey else { throw sent.notFound }
    try send(sent.updating(columns, returnsRow: false), by: sent) { result, _ in
      guard result.affectedRowCount > 0 else { throw sent.notFound }
      record.didUpdate(sent.success)
      record.didSave(sent.success)
    }
  }

  /// Sends the deletion of a record's row.
  ///
  /// It does not wait for the server. A row that does not exist is no error.
  ///
  /// - Parameter record: The record.
  /// - Throws: `PostgresError`, also for an earlier statement, `RecordError`,
  ///   `PostgresRequestError`, or an error of a callback.
  public mutating func delete<Record: MutablePersistableRecord>(_ record: Record) throws {
    let source = try source(of: Record.self)
    try source.willDelete(record)
    let writer = try RecordWriter(record, source)
    try send(writer.deleting(), by: writer) { result, _ in
      record.didDelete(deleted: result.count > 0)
    }
  }

  /// Returns the source for records of a type; the facts about their table are queried outside of
  /// the pipeline.
  private mutating func source<Record: MutablePersistableRecord>(of type: Record.Type) throws
    -> PostgresRecordSource
  {
    let facts = PostgresTableFacts.of(connection, isInPipeline: true)
    let table = Record.databaseTableName
    if !facts.knows(table) {
      try pausing { db in
        _ = try facts.facts(of: table, db)
        // The server says what is wrong with a table that has no columns.
        if !facts.knows(table) { _ = try db.prepare("TABLE \(PostgresConnection.quoted(table))") }
      }
    }
    return PostgresRecordSource(connection, facts)
  }

  private mutating func send<Record: MutablePersistableRecord>(
    _ statement: RecordWriter<Record>.BoundWrite,
    by writer: RecordWriter<Record>,
    onResult: Receiver?
  ) throws {
    try execute(statement.sql, onResult: onResult) { prepared in
      try writer.parameters(statement.values, of: prepared)
    }
  }
}
