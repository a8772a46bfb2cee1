import DatabaseTypes
package import SQLiteDatabase

/// A table or a view, as its database describes it.
package struct TableDescription: Sendable {
  /// The name and the kind.
  package let info: TableInfo
  /// The columns; none for a view that reads something that does not exist.
  package let columns: [ColumnInfo]
  /// The columns of the primary key, in the order of the key.
  package let primaryKey: [String]
  /// The indexes, also those of constraints.
  package let indexes: [IndexInfo]
  /// The foreign keys.
  package let foreignKeys: [ForeignKeyInfo]
  /// The triggers.
  package let triggers: [TriggerInfo]
  /// The statement that created it.
  package let sql: String?
  /// The reason why the columns of a view are unknown: it reads something that does not exist.
  package private(set) var problem: String?

  /// Reads what the database knows.
  package init(_ info: TableInfo, in db: Database) throws {
    self.info = info
    do {
      columns = try db.columns(in: info.name)
    } catch let error as DatabaseError where info.kind == .view && error.isOfView {
      columns = []
      problem = error.explanation
    }
    let isStored = info.kind == .table
    primaryKey = columns.filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
    indexes = isStored ? try db.indexes(on: info.name) : []
    foreignKeys = isStored ? try db.foreignKeys(on: info.name) : []
    triggers = try db.triggers(on: info.name)
    sql = try db.createSQL(of: info.name)
  }

  /// Reads the descriptions of all tables and views, or of those with a name.
  package static func all(in db: Database, named name: String? = nil) throws -> [TableDescription] {
    try db.tables().filter { $0.kind != .shadow && !$0.isInternal }
      .filter { info in name.map { TableName($0) == TableName(info.name.name) } ?? true }
      .map { try TableDescription($0, in: db) }
  }

  /// Returns whether it has a name, in any letter case.
  package func isNamed(_ name: String) -> Bool { TableName(name) == TableName(info.name.name) }
}

extension DatabaseError {
  /// Whether it can come from a view that reads something that does not exist.
  package var isOfView: Bool { code == .sql || code == .notFound }
}
