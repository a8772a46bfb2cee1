import DatabaseTypes
import SQLiteDatabase

/// A table that is about to be rebuilt, as it was before.
struct RecreatedTable {
  let name: TableName
  let columns: [ColumnInfo]
  let key: PrimaryKeyInfo
  /// The name of the old table until it is dropped.
  let temporaryName: String
  /// The indexes and triggers, which `DROP TABLE` drops.
  let objects: [SchemaObject]
  /// The greatest number that `AUTOINCREMENT` has given.
  let sequence: DatabaseValue?

  var isTemporary: Bool { isSameIdentifier(name.schema, "temp") }

  /// Reads the schema of a table.
  ///
  /// - Throws: ``DatabaseError`` if it is not a table of `main` or `temp`.
  init(_ table: String, on db: Database) throws {
    let name = try db.tableName(table, in: nil)
    guard
      let info = try db.tables(in: name.schema)
        .first(where: { isSameIdentifier($0.name.name, table) })
    else { throw DefinitionError.missing("table", table) }
    guard info.kind == .table, ["main", "temp"].contains(name.schema.lowercased()) else {
      throw DefinitionError.misuse(
        "“\(table)” is not a table of the main or temp schema, so it cannot be recreated. Drop it, and create "
          + "it again."
      )
    }
    self.name = TableName(schema: name.schema, info.name.name)
    columns = try db.columns(in: name)
    key = try db.primaryKey(name)
    temporaryName = try db.unusedName(basedOn: "\(info.name.name) before")
    objects = try db.dependents(of: name)
    sequence = try db.sequence(of: self.name)
  }
}

extension Database {
  fileprivate func unusedName(basedOn name: String) throws -> String {
    var candidate = name
    var number = 2
    while try tableExists(candidate) || viewExists(candidate) || indexExists(candidate) {
      candidate = "\(name) \(number)"
      number += 1
    }
    return candidate
  }

  /// Returns the indexes and triggers of a table, including temporary ones.
  fileprivate func dependents(of table: TableName) throws -> [SchemaObject] {
    let isTemporary = isSameIdentifier(table.schema, "temp")
    let all = try objects(in: table.schema) + (isTemporary ? [] : try objects(in: "temp"))
    return all.filter { object in
      isSameIdentifier(object.table, table.name) && object.sql != nil
        && (object.kind == .trigger
          || object.kind == .index && isSameIdentifier(object.name.schema, table.schema))
    }
  }

  /// Returns the greatest number that `AUTOINCREMENT` has given for a table.
  func sequence(of table: TableName) throws -> DatabaseValue? {
    let schema = quotedIdentifier(table.schema)
    guard try tableExists("sqlite_sequence", in: table.schema) else { return nil }
    return try internalRows(
      "SELECT seq FROM \(schema).sqlite_sequence WHERE name = ?1",
      [.text(table.name)]
    ).first?.first
  }
}
