import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

/// The selection of a record type's table, for reading rows or for returning written ones.
struct RecordSelection {
  let sql: String
  let bindings: [DatabaseValue]

  /// Creates the selection that records of a type are decoded from.
  init<Record: TableRecord>(_ record: Record.Type, in db: Database) throws {
    try self.init(record.requestedSelection, of: record, in: db)
  }

  /// Creates a selection of columns and expressions.
  ///
  /// - Throws: ``DatabaseError`` with `.misuse` if there are no columns or expressions.
  init<Record: TableRecord>(
    _ selection: [SQLSelection],
    of record: Record.Type,
    in db: Database
  ) throws {
    if selection.isEmpty {
      throw DatabaseError(
        code: .misuse,
        message: "The selection is empty. Select at least one column."
      )
    }
    let list = try selection.map { try Self.fragment($0, of: record, in: db) }
    let (sql, bindings) = list.joined(separator: ", ").render(for: .library)
    self.sql = sql
    self.bindings = try bindings.map { try $0.databaseValue() }
  }

  private static func fragment<Record: TableRecord>(
    _ selection: SQLSelection,
    of record: Record.Type,
    in db: Database
  ) throws -> QueryFragment {
    switch selection.kind {
    case .allColumns(let excluded) where excluded.isEmpty: return "*"
    case .allColumns(let excluded):
      return try db.columns(in: record.databaseTableName)
        .filter { !$0.isHidden && !excluded.contains(.foldingASCII($0.name)) }
        .map { QueryFragment(quote: $0.name) }
        .joined(separator: ", ")
    case .inContext(let make):
      return try make(_ExpressionContext(database: db))
        .map { try fragment($0, of: record, in: db) }
        .joined(separator: ", ")
    case .expression(let expression, let name):
      var fragment = try expression._fragment(in: _ExpressionContext())
      if let name { fragment.append(" AS \(quote: name)") }
      return fragment
    }
  }
}
