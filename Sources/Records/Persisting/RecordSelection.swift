import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
import TypedSQL

/// What is selected, or returned, of the rows of a type's table.
struct RecordSelection {
  let sql: String
  let bindings: [DatabaseValue]

  /// What the records of a type are made of.
  init<Record: TableRecord>(_ record: Record.Type, in db: Database) throws {
    let fragment = try Self.fragment(record, in: db)
    let (sql, bindings) = fragment.render(for: .library)
    self.sql = sql
    self.bindings = try bindings.map { try $0.databaseValue() }
  }

  private static func fragment<Record: TableRecord>(
    _ record: Record.Type,
    in db: Database
  ) throws -> QueryFragment {
    if let table = record as? any Table.Type { return columnList(of: table) }
    return try record.databaseSelection.map { try fragment($0.sqlSelection, of: record, in: db) }
      .joined(separator: ", ")
  }

  private static func columnList<T: Table>(of table: T.Type) -> QueryFragment {
    T.TableColumns._columnList
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
        .filter { !$0.isHidden && !excluded.contains($0.name.lowercased()) }
        .map { QueryFragment(quote: $0.name) }
        .joined(separator: ", ")
    case .expression(let expression, let name):
      var fragment = try expression._fragment(in: _ExpressionContext())
      if let name { fragment.append(" AS \(quote: name)") }
      return fragment
    }
  }
}
