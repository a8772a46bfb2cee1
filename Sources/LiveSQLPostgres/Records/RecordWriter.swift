import DatabaseTypes
import DynamicColumns
import PostgreSQL
import PostgreSQLQueries
import Records
import SQLiteDatabase
import TypedSQL

/// Writes one record to PostgreSQL, by statements that are prepared once for all records of its columns.
struct RecordWriter<Record: MutablePersistableRecord> {
  private let table = Record.databaseTableName
  private let source: PostgresRecordSource
  private let facts: TableFacts
  private let container: PersistenceContainer
  /// What is written, without columns to which the server alone gives values.
  private let columns: [(column: String, value: DatabaseValue)]

  init(_ record: Record, _ source: PostgresRecordSource) throws {
    self.source = source
    facts = try source.facts(of: table)
    container = try record.persistedContainer(of: table)
    let generated = Set(facts.columns.filter(\.isGenerated).map { $0.name.lowercased() })
    columns = container.columnValues.filter { !generated.contains($0.column.lowercased()) }
  }

  private var key: [String] { facts.key }

  var success: PersistenceSuccess { PersistenceSuccess(persistenceContainer: container) }

  /// Whether the record gives a value to each column of its key.
  var hasKey: Bool { !key.isEmpty && key.allSatisfy { keyValue($0)?.isNull == false } }

  /// - Throws: ``RecordError`` where the record gives no value to a column of the key, or there is no key.
  func checkKey() throws { _ = try keyValues() }

  /// The names of the columns to which the record gives values.
  var columnNames: Set<String> { Set(container.columns) }

  /// There is no row with the record's key.
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
  /// How a row that is in the way is dealt with.
  enum Conflict {
    case fails
    case leavesOut
    /// The row is updated: the columns of the conflict, and what is assigned besides.
    case updates(target: [String], assignments: QueryFragment?, assigned: [String])
  }

  /// Inserts the record.
  ///
  /// A key that is NULL is left out, so that the server makes it.
  ///
  /// - Parameter selection: What is read of the row besides.
  /// - Returns: What was inserted, and the row that was asked for; without a row where it was left out.
  func insert(
    _ conflict: Conflict,
    returning selection: QueryFragment?
  ) throws -> (success: InsertionSuccess, row: Row?) {
    let written = columns.filter { !($0.value.isNull && isKey($0.column)) }
    var sql = "INSERT INTO \(name(table)) "
    if written.isEmpty {
      sql += "DEFAULT VALUES"
    } else {
      let places = written.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      sql += "(\(list(written.map(\.column)))) VALUES (\(places))"
    }
    sql += try clause(conflict, written.map(\.column))
    // The key comes last; where there is none, the row is told by a number.
    sql += " RETURNING " + (text(selection).map { "\($0), " } ?? "")
    sql += key.isEmpty ? "1" : list(key)
    guard let row = try run(sql, written).first else { return (insertion([], false), nil) }
    let made = Array(row.values.suffix(max(key.count, 1)))
    return (insertion(key.isEmpty ? [] : made, true), row)
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

  private func clause(_ conflict: Conflict, _ columns: [String]) throws -> String {
    switch conflict {
    case .fails: return ""
    case .leavesOut: return " ON CONFLICT DO NOTHING"
    case .updates(let target, let assignments, let assigned):
      let target = target.isEmpty ? key : target
      guard !target.isEmpty else { throw RecordError.noUniqueKey([], databaseTableName: table) }
      let kept = Set((key + target + assigned).map { $0.lowercased() })
      let taken = columns.filter { !kept.contains($0.lowercased()) }
        .map { "\(name($0)) = excluded.\(name($0))" }
      var settings = text(assignments).map { [$0] } ?? []
      settings += taken
      // Something has to be set for a row to be returned.
      if settings.isEmpty { settings = ["\(name(target[0])) = excluded.\(name(target[0]))"] }
      return " ON CONFLICT (\(list(target))) DO UPDATE SET \(settings.joined(separator: ", "))"
    }
  }

  /// Updates the record's row.
  ///
  /// - Parameters:
  ///   - wanted: The columns that are written; all unless given.
  ///   - selection: What is read of the row.
  /// - Returns: The row as it was asked for; `nil` where there is none.
  func update(_ wanted: [String]?, returning selection: QueryFragment?) throws -> Row? {
    let wanted = wanted.map { Set($0.map { $0.lowercased() }) }
    let changed = columns.filter { column, _ in
      !isKey(column) && wanted?.contains(column.lowercased()) != false
    }
    let places = changed.enumerated().map { "\(name($1.column)) = $\($0 + 1)" }
    // What changes nothing tells whether there is a row.
    let same =
      try places.isEmpty ? keyValues().map { "\(name($0.column)) = \(name($0.column))" } : []
    let sql =
      "UPDATE \(name(table)) SET \((places + same).joined(separator: ", ")) "
      + "WHERE \(condition(from: changed.count + 1)) RETURNING \(text(selection) ?? "1")"
    return try run(sql, changed + keyValues()).first
  }

  /// Deletes the record's row.
  ///
  /// - Returns: Whether there was one.
  func delete() throws -> Bool {
    let sql = "DELETE FROM \(name(table)) WHERE \(condition(from: 1)) RETURNING 1"
    return try !run(sql, keyValues()).isEmpty
  }

  /// Whether there is a row with the record's key.
  func exists() throws -> Bool {
    try !run("SELECT 1 FROM \(name(table)) WHERE \(condition(from: 1))", keyValues()).isEmpty
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
    key.contains { $0.lowercased() == column.lowercased() }
  }

  /// The column's name, as the table has it: SQLite takes any case.
  private func name(_ name: String) -> String {
    let known =
      facts.columns.first { $0.name == name }
      ?? facts.columns.first { $0.name.lowercased() == name.lowercased() }
    return PostgresConnection.quoted(known?.name ?? name)
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
    var parameters: [PostgresValue] = []
    for (value, type) in zip(values, statement.parameterTypes) {
      parameters.append(try value.value.parameter(type, of: Record.self, column: value.column))
    }
    return try source.connection.execute(statement, parameters).recordRows()
  }
}
