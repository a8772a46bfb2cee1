import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL
import TypedSQLExtras

extension Database {
  /// Checks that the tables in the database match their types.
  ///
  /// ```swift
  /// try database.read { db in try db.validateSchema([Reminder.self, RemindersList.self]) }
  /// ```
  ///
  /// The differences that are reported are listed in ``SchemaDifference/Kind``. Harmless
  /// differences are not reported: columns that the type does not have and an insert may leave out,
  /// a declared type whose affinity stores the values unchanged (a date as text in a `DATETIME`
  /// column), columns of a primary key that are not declared `NOT NULL`, a key of several columns
  /// that only the database has. For a view the columns and their types are compared, for a virtual
  /// table the names of the columns.
  ///
  /// - Parameter tables: The types.
  /// - Throws: ``SchemaMismatch`` with every difference and its fix; ``DatabaseError``.
  public func validateSchema(_ tables: [any Table.Type]) throws {
    let differences = try schemaDifferences(tables)
    if !differences.isEmpty { throw SchemaMismatch(differences: differences) }
  }

  /// Returns the differences between types and their tables; none if they match.
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
        // A view has no columns if the objects that it reads no longer exist.
        return [SchemaDifference.brokenView(declared, name, error.explanation)]
      }
    }
  }

  /// Returns the table or view with a name; `nil` if the database has none.
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

/// A table as it is in the database.
struct FoundTable {
  let info: TableInfo
  let columns: [ColumnInfo]
  /// The primary key; `nil` unless it is an ordinary table.
  let key: PrimaryKeyInfo?
  /// Whether the key of the type is a key of the table.
  let hasDeclaredKey: Bool

  func column(named name: String) -> ColumnInfo? {
    columns.first { isSameIdentifier($0.name, name) }
  }

  /// Returns whether a name that no column has means the row number.
  func hasRowNumber(named name: String) -> Bool {
    info.hasRowID && ["rowid", "_rowid_", "oid"].contains { isSameIdentifier($0, name) }
  }
}
