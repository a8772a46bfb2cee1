import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL
import TypedSQLExtras

extension Database {
  /// Checks that the database has the tables that types say it has.
  ///
  /// ```swift
  /// try database.read { db in try db.validateSchema([Reminder.self, RemindersList.self]) }
  /// ```
  ///
  /// Types and tables differ in what ``SchemaDifference/Kind`` lists. What does no harm is no difference: columns that the
  /// type does not have and an insert may leave out, a declared type whose affinity keeps the values as they are (text of a
  /// date in a `DATETIME`), columns of a primary key that are not declared `NOT NULL`, several columns that are a key in
  /// the database only. Of a view, the columns and their types are compared, of a virtual table the names of the columns.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``SchemaMismatch`` with every difference and its mend; ``DatabaseError``.
  public func validateSchema(_ tables: [any Table.Type]) throws {
    let differences = try schemaDifferences(tables)
    if !differences.isEmpty { throw SchemaMismatch(differences: differences) }
  }

  /// In what the database differs from what types say of their tables; nothing where they agree.
  ///
  /// ```swift
  /// for difference in try db.schemaDifferences([Reminder.self]) { print(difference) }
  /// ```
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``DatabaseError``.
  public func schemaDifferences(_ tables: [any Table.Type]) throws -> [SchemaDifference] {
    try differences(from: tables.map { $0.declaration })
  }

  func differences(from tables: [DeclaredTable]) throws -> [SchemaDifference] {
    try tables.flatMap { declared in
      let name = try tableName(declared.name, in: declared.schema)
      do {
        guard let found = try foundTable(named: name, for: declared) else {
          return [SchemaDifference.missingTable(declared, name)]
        }
        return TableComparison(declared: declared, found: found).differences
      } catch let error as DatabaseError where error.code == .notFound || error.code == .sql {
        // A view has no columns where what it reads is gone.
        return [SchemaDifference.brokenView(declared, name, error.message)]
      }
    }
  }

  /// What the database has by a name; `nil` where there is no such table or view.
  private func foundTable(named name: TableName, for declared: DeclaredTable) throws -> FoundTable?
  {
    guard try schemas().contains(where: { isSameIdentifier($0, name.schema) }),
      let info = try tables(in: name.schema).first(where: { $0.name == name })
    else { return nil }
    let isStored = info.kind == .table
    let key = declared.primaryKey
    return FoundTable(
      info: info,
      columns: try columns(in: info.name),
      key: isStored ? try primaryKey(info.name) : nil,
      hasDeclaredKey: isStored && !key.isEmpty ? try table(info.name, hasUniqueKey: key) : true
    )
  }
}

/// What the database has of a table.
struct FoundTable {
  let info: TableInfo
  let columns: [ColumnInfo]
  /// The primary key; `nil` for what is no ordinary table.
  let key: PrimaryKeyInfo?
  /// Whether the key that the type names is one of the table.
  let hasDeclaredKey: Bool

  func column(named name: String) -> ColumnInfo? {
    columns.first { isSameIdentifier($0.name, name) }
  }

  /// Whether a name that no column has is one of the row number.
  func hasRowNumber(named name: String) -> Bool {
    info.hasRowID && ["rowid", "_rowid_", "oid"].contains { isSameIdentifier($0, name) }
  }
}
