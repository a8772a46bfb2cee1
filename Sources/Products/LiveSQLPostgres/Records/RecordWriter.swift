import DatabaseTypes
import DynamicColumns
import PostgreSQL
import PostgreSQLQueries
import Records
import SQLiteDatabase
import TypedSQL

/// A writer of one record to PostgreSQL.
///
/// Its statements are prepared once for all records with the same columns.
struct RecordWriter<Record: MutablePersistableRecord> {
  let table = Record.databaseTableName
  private let source: PostgresRecordSource
  private let facts: TableFacts
  let container: PersistenceContainer
  /// The columns to write, without those whose values only the server generates.
  let columns: [(column: String, value: DatabaseValue)]

  init(_ record: Record, _ source: PostgresRecordSource) throws {
    self.source = source
    facts = try source.facts(of: table)
    container = try record.persistedContainer(of: table, in: facts.form)
    let all = container.columnValues
    let generated = facts.generated
    columns =
      generated.isEmpty
      ? all : all.filter { !generated.contains(ByteText.foldingASCII($0.column)) }
  }

  /// The columns of the table's key.
  var key: [String] { facts.key }

  /// The form in which records of the table are encoded.
  var form: StoredForm { facts.form }

  var success: PersistenceSuccess { PersistenceSuccess(persistenceContainer: container) }

  /// Whether the record has a value for each column of its key.
  var hasKey: Bool { !key.isEmpty && key.allSatisfy { keyValue($0)?.isNull == false } }

  /// Throws if the record cannot be identified.
  ///
  /// - Throws: ``RecordError`` if the record has no value for a column of the key, or if there is
  ///   no key.
  func checkKey() throws { _ = try keyValues() }

  /// The names of the columns for which the record has values.
  var columnNames: Set<String> { Set(container.columns) }

  /// The error for a record without a row.
  var notFound: RecordError {
    let values = key.compactMap { column in keyValue(column).map { (column, $0) } }
    return .recordNotFound(
      databaseTableName: table,
      key: Dictionary(values) { first, _ in first }
    )
  }
}

// MARK: - Statements

extension RecordWriter {
  /// A statement with the values of its parameters, and the columns that they belong to.
  typealias BoundWrite = (sql: String, values: [(column: String, value: DatabaseValue)])

  /// Inserts the record.
  ///
  /// A NULL key is omitted, so that the server generates it.
  ///
  /// - Parameter selection: Additional columns to return from the row.
  /// - Returns: The result of the insertion, and the requested row; no row if a conflict prevented
  ///   the insertion.
  func insert(
    _ conflict: InsertionConflict,
    returning selection: QueryFragment?
  ) throws -> (success: InsertionSuccess, row: Row?) {
    let written = insertedColumns
    let sql = try insertion(of: written.map(\.column), conflict, returning: selection)
    let row = try run(sql, written).first
    return (inserted(row?.values), selection == nil ? row : row.map(withoutKey))
  }

  /// Returns the requested row, without the key that an insertion returns after it.
  private func withoutKey(_ row: Row) -> Row {
    let count = max(key.count, 1)
    return Row(layout: row.layout.dropLast(count), values: row.values.dropLast(count))
  }

  /// The columns of an inserted row.
  var insertedColumns: [(column: String, value: DatabaseValue)] {
    guard columns.contains(where: \.value.isNull) else { return columns }
    return columns.filter { !($0.value.isNull && isKey($0.column)) }
  }

  /// Returns the statement that inserts a row with some columns.
  ///
  /// - Parameter returnsKey: Whether it returns the key after the selection; without a selection
  ///   and a key, it returns nothing, which takes the server less time.
  func insertion(
    of columns: [String],
    _ conflict: InsertionConflict,
    returning selection: QueryFragment? = nil,
    returnsKey: Bool = true
  ) throws -> String {
    guard selection == nil, let ignoresConflicts = conflict.ignoresConflicts else {
      return try newInsertion(of: columns, conflict, returning: selection)
    }
    let kind = WriteShape.Kind.insertion(
      ignoresConflicts: ignoresConflicts,
      returnsKey: returnsKey
    )
    let shape = WriteShape(kind: kind, table: table, columns: columns)
    let write = try source.write(shape) {
      RecordWrite(
        sql: try newInsertion(of: columns, conflict, returning: nil, returnsKey: returnsKey),
        places: Array(columns.indices)
      )
    }
    return write.sql
  }

  private func newInsertion(
    of columns: [String],
    _ conflict: InsertionConflict,
    returning selection: QueryFragment?,
    returnsKey: Bool = true
  ) throws -> String {
    var sql = "INSERT INTO \(tableSQL) "
    if columns.isEmpty {
      sql += "DEFAULT VALUES"
    } else {
      let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      sql += "(\(list(columns))) VALUES (\(places))"
    }
    sql += try clause(conflict, columns)
    if !returnsKey { return sql }
    // The key comes last; without a key, a constant shows that there is a row.
    sql += " RETURNING " + (text(selection).map { "\($0), " } ?? "")
    return sql + (key.isEmpty ? "1" : list(key))
  }

  /// Returns the result of an insertion, from the values of the row that the statement returned.
  func inserted(_ values: [DatabaseValue]?) -> InsertionSuccess {
    guard let values else { return insertion([], false) }
    let made = Array(values.suffix(max(key.count, 1)))
    return insertion(key.isEmpty ? [] : made, true)
  }

  /// Whether it is known that no callback of the type is to be told about insertions.
  var ignoresInsertions: Bool {
    let mayBeNumber =
      key.count == 1 && facts.columns.first { $0.name == key[0] }?.mayBeNumber != false
    return Record.ignoresInsertions(withRowID: mayBeNumber)
  }

  private func insertion(_ made: [DatabaseValue], _ isInserted: Bool) -> InsertionSuccess {
    var container = container
    for (column, value) in zip(key, made) where keyValue(column)?.isNull != false {
      container.take(value, forColumn: column)
    }
    var rowID: Int64?
    if made.count == 1, case .integer(let value)? = made.first { rowID = value }
    return InsertionSuccess(
      rowID: rowID,
      rowIDColumn: rowID == nil ? nil : key.first,
      isInserted: isInserted,
      persistenceContainer: container
    )
  }

  private func clause(_ conflict: InsertionConflict, _ columns: [String]) throws -> String {
    switch conflict {
    case .fails: return ""
    case .leavesOut: return " ON CONFLICT DO NOTHING"
    case .updates(let target, let assignments, let assigned):
      let target = target.isEmpty ? key : target
      guard !target.isEmpty else { throw RecordError.noUniqueKey([], databaseTableName: table) }
      let handled = Set((key + target + assigned).map { ByteText.foldingASCII($0) })
      let taken = columns.filter { !handled.contains(ByteText.foldingASCII($0)) }
        .map { "\(name($0)) = excluded.\(name($0))" }
      var settings = text(assignments).map { [$0] } ?? []
      settings += taken
      // A row is returned only if something is set.
      if settings.isEmpty { settings = ["\(name(target[0])) = excluded.\(name(target[0]))"] }
      return " ON CONFLICT (\(list(target))) DO UPDATE SET \(settings.joined(separator: ", "))"
    }
  }

  /// Updates the record's row.
  ///
  /// - Parameters:
  ///   - wanted: The columns to write; by default all.
  ///   - selection: The columns to return from the row.
  /// - Returns: The requested row, or `nil` if the record has no row.
  func update(_ wanted: [String]?, returning selection: QueryFragment?) throws -> Row? {
    let statement = try updating(wanted, returning: selection)
    return try run(statement.sql, statement.values).first
  }

  /// Returns the statement that updates the row, with its values.
  ///
  /// - Parameters:
  ///   - wanted: The columns; `nil` for all.
  ///   - selection: What to return; `nil` for a constant that shows that there is a row.
  ///   - returnsRow: Whether it returns that; if not, the number of updated rows shows whether
  ///     there is one.
  func updating(
    _ wanted: [String]?,
    returning selection: QueryFragment? = nil,
    returnsRow: Bool = true
  ) throws -> BoundWrite {
    let wanted = wanted.map { $0.map { ByteText.foldingASCII($0) } }
    let write: RecordWrite
    if selection == nil {
      let kind = WriteShape.Kind.update(wanted, returnsRow: returnsRow)
      let shape = WriteShape(kind: kind, table: table, columns: columns.map(\.column))
      write = try source.write(shape) { try newUpdate(wanted, returning: returnsRow ? "1" : nil) }
    } else {
      write = try newUpdate(wanted, returning: text(selection))
    }
    return try (write.sql, write.places.map { columns[$0] } + keyValues())
  }

  private func newUpdate(_ wanted: [ByteText]?, returning selection: String?) throws
    -> RecordWrite
  {
    let wanted = wanted.map { Set($0) }
    let indices = columns.indices.filter { index in
      let column = columns[index].column
      return !isKey(column) && wanted?.contains(ByteText.foldingASCII(column)) != false
    }
    let changed = indices.map { columns[$0] }
    let places = changed.enumerated().map { "\(name($1.column)) = $\($0 + 1)" }
    // An update that changes nothing still shows whether there is a row.
    let same =
      try places.isEmpty ? keyValues().map { "\(name($0.column)) = \(name($0.column))" } : []
    let sql =
      "UPDATE \(tableSQL) SET \((places + same).joined(separator: ", ")) "
      + "WHERE \(condition(from: changed.count + 1))" + (selection.map { " RETURNING \($0)" } ?? "")
    return RecordWrite(sql: sql, places: indices)
  }

  /// Deletes the record's row.
  ///
  /// - Returns: Whether there was such a row.
  func delete() throws -> Bool {
    let statement = try deleting()
    return try !run(statement.sql, statement.values).isEmpty
  }

  /// Returns the statement that deletes the row, with its values.
  func deleting() throws -> BoundWrite {
    let values = try keyValues()
    return ("DELETE FROM \(tableSQL) WHERE \(condition(from: 1)) RETURNING 1", values)
  }

  /// Returns whether there is a row with the record's key.
  func exists() throws -> Bool {
    try !run("SELECT 1 FROM \(tableSQL) WHERE \(condition(from: 1))", keyValues()).isEmpty
  }
}

// MARK: - Parts

extension RecordWriter {
  private func condition(from number: Int) -> String {
    key.enumerated().map { "\(name($1)) = $\(number + $0)" }.joined(separator: " AND ")
  }

  private func keyValues() throws -> [(column: String, value: DatabaseValue)] {
    guard !key.isEmpty else { throw RecordError.noUniqueKey([], databaseTableName: table) }
    return try key.map { column in
      guard let value = keyValue(column) else {
        throw RecordError.missingColumn(column, databaseTableName: table)
      }
      return (column, value)
    }
  }

  private func keyValue(_ column: String) -> DatabaseValue? {
    container.databaseValue(forColumn: column)
  }

  private func isKey(_ column: String) -> Bool {
    key.contains { isSameIdentifier($0, column) }
  }

  private var tableSQL: String { PostgresConnection.quoted(table) }

  /// Returns the quoted name of a column as in the table, since records may use any case, as on
  /// SQLite.
  private func name(_ name: String) -> String { PostgresConnection.quoted(nameInTable(name)) }

  /// Returns the name of a column as in the table.
  func nameInTable(_ name: String) -> String {
    let known =
      facts.columns.first { hasSameBytes($0.name, name) }
      ?? facts.columns.first { isSameIdentifier($0.name, name) }
    return known?.name ?? name
  }

  private func list(_ columns: [String]) -> String {
    columns.map(name).joined(separator: ", ")
  }

  private func text(_ fragment: QueryFragment?) -> String? {
    fragment.map { $0.withLiterals.render(for: .postgres).sql }
  }

  private func run(_ sql: String, _ values: [(column: String, value: DatabaseValue)]) throws
    -> [Row]
  {
    let statement = try source.connection.prepare(sql)
    let parameters = try parameters(values, of: statement)
    return try source.connection.execute(statement, parameters).recordRows()
  }

  /// Returns values as a statement's parameters.
  func parameters(
    _ values: [(column: String, value: DatabaseValue)],
    of statement: PostgresStatement
  ) throws -> [PostgresValue] {
    var parameters: [PostgresValue] = []
    parameters.reserveCapacity(values.count)
    for (value, type) in zip(values, statement.parameterTypes) {
      parameters.append(try value.value.parameter(type, of: Record.self, column: value.column))
    }
    return parameters
  }
}
