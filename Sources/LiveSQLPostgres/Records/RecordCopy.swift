import DatabaseTypes
import PostgreSQL
import PostgreSQLQueries
import Records
import SQLiteDatabase
import TypedSQL

/// A copy of records to PostgreSQL, where that has the same effect as inserting one by one.
///
/// The rows are sent while records are encoded, so that the server works in parallel.
struct RecordCopy<Record: MutablePersistableRecord> {
  /// The number of records from which `COPY` is faster than statements.
  static var leastCount: Int { 32 }

  private let connection: PostgresConnection
  private let columns: RecordCopyColumns
  private let target: PostgresCopyTarget
  private let encoder: RecordRowEncoder<Record>
  private let form: StoredForm
  private var rows: PostgresCopyRows
  private var open: PostgresOpenCopy?
  /// Whether the values are kept for callbacks.
  private var keepsValues = true
  /// The values of the records that were copied last, as far as they are kept.
  private var kept: [DatabaseValue] = []

  /// Creates a copy of records like one; `nil` if it would not be equivalent to statements.
  ///
  /// That is so if the server generates or changes keys or rows: if the record has no value for its
  /// key, or if the table has row security, rules, or triggers before insertions.
  init?(like writer: RecordWriter<Record>, on connection: PostgresConnection) throws {
    guard var columns = RecordCopyColumns(writer) else { return nil }
    // The statement reports its own errors better.
    _ = try connection.prepare(writer.insertion(of: columns.names, .fails))
    target = try connection.copyTarget(PostgresTable(writer.table), columns: columns.namesInTable)
    guard target.isLikeInsert, !target.hasTriggersBefore, columns.knowKey(of: target.types) else {
      return nil
    }
    (self.connection, self.columns, form) = (connection, columns, writer.form)
    encoder = RecordRowEncoder(like: writer.container)
    rows = PostgresCopyRows(target)
  }
}

extension RecordCopy {
  /// Copies records up to the first one that cannot be copied.
  ///
  /// A record can be copied if it has the same columns, a value for its key, and only values with
  /// a binary form as the columns' types.
  ///
  /// - Returns: The number of records that were copied.
  mutating func insert(_ records: ArraySlice<Record>) throws -> Int {
    keepsValues = !Record.ignoresInsertions(withRowID: columns.rowIDColumn != nil)
    kept.removeAll(keepingCapacity: true)
    do {
      let count = try StoredForm.use(form) { try append(records) }
      try finish()
      return count
    } catch {
      // The server discards all rows.
      open?.abandon()
      open = nil
      throw error
    }
  }

  private mutating func append(_ records: ArraySlice<Record>) throws -> Int {
    var count = 0
    for record in records {
      guard try encoder.encode(record, { try append($0) }) == true else { return count }
      if rows.isFull { try send() }
      count += 1
    }
    return count
  }

  /// Appends a record's row.
  ///
  /// - Returns: Whether it was appended; `false` if only a statement can insert it.
  private mutating func append(_ row: UnsafeBufferPointer<DatabaseValue>) throws -> Bool {
    guard columns.haveKey(row) else { return false }
    rows.beginRow()
    for column in columns.places.indices {
      guard try append(row[columns.places[column]], at: column) else {
        rows.dropRow()
        return false
      }
    }
    if keepsValues { kept.append(contentsOf: row) }
    return true
  }

  private mutating func append(_ value: DatabaseValue, at column: Int) throws -> Bool {
    switch value {
    case .null:
      rows.appendNull()
      return true
    case .integer(let value) where rows.append(value, at: column): return true
    case .real(let value) where rows.append(value, at: column): return true
    case .text(let value) where rows.append(value, at: column): return true
    default:
      let type = target.types[column]
      let name = columns.names[column]
      return try rows.append(value.parameter(type, of: Record.self, column: name), at: column)
    }
  }

  private mutating func send() throws {
    let copy = try open ?? connection.beginCopy(to: target)
    open = copy
    try copy.send(&rows)
  }

  /// Sends the remaining rows, and waits for the server.
  private mutating func finish() throws {
    if !rows.isEmpty { try send() }
    guard let copy = open else { return }
    open = nil
    _ = try copy.end()
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
    let values = kept[start..<start + encoder.columnCount]
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
