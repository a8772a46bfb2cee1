import DatabaseTypes
import PostgreSQL
import PostgreSQLQueries
import Records
import SQLiteDatabase
import TypedSQL

/// A copy of records to PostgreSQL, where that has the same effect as inserting one by one.
///
/// The rows are sent while records are encoded, so that the server works in parallel.
final class RecordCopy<Record: MutablePersistableRecord> {
  /// The number of records from which `COPY` is faster than statements.
  static var leastCount: Int { 32 }

  private let connection: PostgresConnection
  private let columns: RecordCopyColumns
  private let copy: PostgresRowCopy
  private let encoder: RecordRowEncoder<Record>
  private let form: StoredForm
  /// Where keys come from that records lack; `nil` if only statements can insert such records.
  @exclusivity(unchecked) private var keys: GeneratedKeys?
  /// Whether it is known where keys come from.
  @exclusivity(unchecked) private var knowsKeys = false
  /// The number of records for which keys are generated next.
  @exclusivity(unchecked) private var portion = 1_000
  /// Whether the values are kept for callbacks.
  @exclusivity(unchecked) private var keepsValues = true
  /// The values of the records that were copied last, as far as they are kept.
  @exclusivity(unchecked) private var buffered: [DatabaseValue] = []

  /// Creates a copy of records like one; `nil` if it would not be equivalent to statements.
  ///
  /// That is so if the server changes rows: if the table has row security, rules, or triggers
  /// before insertions; or if the record does not write all columns of the key.
  init?(like writer: RecordWriter<Record>, on connection: PostgresConnection) throws {
    guard var columns = RecordCopyColumns(writer) else { return nil }
    // The statement reports its own errors better.
    _ = try connection.prepare(writer.insertion(of: columns.names, .fails))
    let target = try connection.copyTarget(
      PostgresTable(writer.table),
      columns: columns.namesInTable
    )
    guard target.isLikeInsert, !target.hasTriggersBefore, columns.knowKey(of: target.types) else {
      return nil
    }
    (self.connection, self.columns, form) = (connection, columns, writer.form)
    encoder = RecordRowEncoder(like: writer.container)
    copy = PostgresRowCopy(to: target, on: connection)
  }
}

extension RecordCopy {
  /// The largest number of records for which keys are generated at once.
  private static var largestPortion: Int { 10_000 }

  /// Copies records up to the first one that cannot be copied.
  ///
  /// A record can be copied if it has the same columns, a value for its key or one that the server
  /// can generate before, and only values with a binary form as the columns' types.
  ///
  /// - Returns: The number of records that were copied.
  func insert(_ records: ArraySlice<Record>) throws -> Int {
    keepsValues = !Record.ignoresInsertions(withRowID: columns.rowIDColumn != nil)
    buffered.removeAll(keepingCapacity: true)
    do {
      let count = try StoredForm.use(form) { try appendAll(records) }
      try copy.finish()
      return count
    } catch {
      // The server discards all rows.
      copy.abandon()
      throw error
    }
  }

  private func appendAll(_ records: ArraySlice<Record>) throws -> Int {
    var rest = records
    while true {
      let stop = try append(rest)
      rest = rest.dropFirst(stop.count)
      guard stop.lacksKey else { return records.count - rest.count }
      // Nothing can be queried while rows are copied.
      try copy.finish()
      guard try generateKeys(for: rest.prefix(portion)) else {
        return records.count - rest.count
      }
      // Keys of records that cannot be copied are lost, and a sequence may have few.
      portion = min(portion * 4, Self.largestPortion)
    }
  }

  /// Generates a key for each record that lacks one.
  ///
  /// - Returns: Whether the server can generate keys before records are inserted.
  private func generateKeys(for records: ArraySlice<Record>) throws -> Bool {
    if !knowsKeys, let key = columns.onlyKey {
      let name = columns.namesInTable[key.column]
      keys = try GeneratedKeys(
        of: name,
        in: PostgresTable(Record.databaseTableName),
        on: connection
      )
    }
    knowsKeys = true
    guard keys != nil else { return false }
    var count = 0
    for record in records {
      let key = try encoder.encode(record) { columns.key(of: $0) }
      guard let key else { break }
      if key == .missing { count += 1 }
    }
    guard count > 0 else { return false }
    try keys?.generate(count)
    return true
  }

  /// The place where records cannot be copied further.
  private typealias Stop = (count: Int, lacksKey: Bool)

  private func append(_ records: ArraySlice<Record>) throws -> Stop {
    var count = 0
    for record in records {
      var lacksKey = false
      let isAppended = try encoder.encode(record) { row throws -> Bool in
        var key: PostgresValue?
        switch columns.key(of: row) {
        case .value: break
        case .other: return false
        case .missing:
          key = keys?.next()
          lacksKey = key == nil
          if lacksKey { return false }
        }
        return try append(row, key: key)
      }
      guard isAppended == true else { return (count, lacksKey) }
      count += 1
    }
    return (count, false)
  }

  /// Returns the copy for a pipeline, which begins and ends it.
  func pipelined() -> PipelinedCopy {
    keepsValues = false
    return PipelinedCopy(of: ObjectIdentifier(Record.self), by: self, rows: copy)
  }

  /// Appends a record to the copy of a pipeline.
  ///
  /// - Returns: Whether it was appended; `false` if only a statement can insert it.
  func appendPipelined(_ record: Record) throws -> Bool {
    try StoredForm.use(form) {
      let isAppended = try encoder.encode(record) { row throws -> Bool in
        guard case .value = columns.key(of: row) else { return false }
        return try append(row, key: nil)
      }
      return isAppended == true
    }
  }

  /// Appends a record's row.
  ///
  /// - Parameter key: The key, if the row lacks it.
  /// - Returns: Whether it was appended; `false` if only a statement can insert it.
  private func append(
    _ row: UnsafeBufferPointer<DatabaseValue>,
    key: PostgresValue?
  ) throws -> Bool {
    let isAppended = try copy.append { rows in
      for column in columns.places.indices {
        if let key, column == columns.onlyKey?.column {
          guard try rows.append(key, at: column) else { return false }
        } else {
          guard try append(row[columns.places[column]], at: column, to: &rows) else { return false }
        }
      }
      return true
    }
    guard isAppended, keepsValues else { return isAppended }
    buffered.append(contentsOf: row)
    if let key, let place = columns.keyPlaces.first {
      buffered[buffered.count - row.count + place] = key.recordValue
    }
    return true
  }

  private func append(
    _ value: DatabaseValue,
    at column: Int,
    to rows: inout PostgresCopyRows
  ) throws -> Bool {
    switch value {
    case .null:
      rows.appendNull()
      return true
    case .integer(let value) where rows.append(value, at: column): return true
    case .real(let value) where rows.append(value, at: column): return true
    case .text(let value) where rows.append(value, at: column): return true
    default:
      let type = copy.target.types[column]
      let name = columns.names[column]
      return try rows.append(value.parameter(type, of: Record.self, column: name), at: column)
    }
  }
}

extension RecordCopy {
  /// Calls the callbacks of records that were copied.
  func callDidInsert(_ records: inout [Record], _ range: Range<Int>) {
    guard keepsValues else { return }
    for (number, index) in range.enumerated() {
      let inserted = inserted(number)
      if number == 0 {
        records[index].callAndProbeDidInsert(inserted)
      } else {
        records[index].callDidInsert(inserted)
      }
    }
  }

  /// Returns the result of one of the insertions.
  private func inserted(_ number: Int) -> InsertionSuccess {
    let start = number * encoder.columnCount
    let values = buffered[start..<start + encoder.columnCount]
    var rowID: Int64?
    if columns.rowIDColumn != nil, let place = columns.keyPlaces.first,
      case .integer(let value) = values[start + place]
    {
      rowID = value
    }
    return InsertionSuccess(
      rowID: rowID,
      rowIDColumn: columns.rowIDColumn,
      isInserted: true,
      persistenceContainer: encoder.container(values)
    )
  }
}
