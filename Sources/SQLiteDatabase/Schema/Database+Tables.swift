public import DatabaseTypes
import SQLite

/// Introspection: what the schema has.
///
/// Answers are kept, and read again when the schema has another number, whoever changed it. Observers and the regions
/// of live queries do not see these reads.
extension Database {
  /// SQLite's number of the schema `main`, which grows with each change.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_schema_version
  public func schemaVersion() throws -> Int {
    try checkAccess()
    return Int(try control(.schemaVersion))
  }

  /// Forgets all that is kept of the schema, and all statements that are kept compiled.
  public func clearSchemaCache() throws {
    try checkAccess()
    forgetSchema()
  }

  /// The names of the schemas: `main`, `temp` where there is something temporary, and those of attached databases.
  public func schemas() throws -> [String] {
    try checkAccess()
    if let schemas = schemaCache.schemas { return schemas }
    let rows = try internalRows("SELECT name FROM pragma_database_list ORDER BY seq", [])
    let schemas = rows.compactMap { $0[0].text(at: 0) }
    schemaCache.schemas = schemas
    return schemas
  }

  /// The tables and views of a schema, by name: also virtual tables, those that keep their data, and SQLite's own.
  ///
  /// - Parameter schema: `main`, `temp`, or the name of an attached database.
  /// - Throws: ``DatabaseError`` with `.notFound` where there is no such schema.
  public func tables(in schema: String = "main") throws -> [TableInfo] {
    try answer(.tables(schema: schema)) {
      let rows = try internalRows(
        """
        SELECT schema, name, type, wr, strict FROM pragma_table_list
        WHERE schema = ?1 COLLATE NOCASE ORDER BY name COLLATE NOCASE, name
        """,
        [.text(schema)]
      )
      return rows.map(TableInfo.init)
    }
  }

  /// The tables, indexes, views and triggers of a schema, in the order in which they were made.
  ///
  /// - Parameter schema: `main`, `temp`, or the name of an attached database.
  /// - Throws: ``DatabaseError`` with `.notFound` where there is no such schema.
  public func objects(in schema: String = "main") throws -> [SchemaObject] {
    try answer(.objects(schema: schema)) {
      let table = "\(quotedIdentifier(schema)).sqlite_master"
      let rows = try internalRows(
        "SELECT type, name, tbl_name, sql FROM \(table) ORDER BY rowid",
        []
      )
      return rows.compactMap { SchemaObject(schema: schema, $0) }
    }
  }

  /// Whether there is a table of a name, virtual tables included.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: Where to look; everywhere unless given.
  public func tableExists(_ table: String, in schema: String? = nil) throws -> Bool {
    try exists(.table, table, in: schema)
  }

  /// Whether there is a view of a name.
  ///
  /// - Parameters:
  ///   - view: The name.
  ///   - schema: Where to look; everywhere unless given.
  public func viewExists(_ view: String, in schema: String? = nil) throws -> Bool {
    try exists(.view, view, in: schema)
  }

  /// Whether there is a trigger of a name.
  ///
  /// - Parameters:
  ///   - trigger: The name.
  ///   - schema: Where to look; everywhere unless given.
  public func triggerExists(_ trigger: String, in schema: String? = nil) throws -> Bool {
    try exists(.trigger, trigger, in: schema)
  }

  /// Whether there is an index of a name.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - schema: Where to look; everywhere unless given.
  public func indexExists(_ index: String, in schema: String? = nil) throws -> Bool {
    try exists(.index, index, in: schema)
  }

  /// The statement that makes a table, an index, a view or a trigger.
  ///
  /// - Parameter name: Its name; of a table and a trigger of one name, it is the table.
  /// - Returns: `nil` for an index that a constraint made.
  /// - Throws: ``DatabaseError`` with `.notFound` where there is nothing of that name.
  public func createSQL(of name: TableName) throws -> String? {
    let named = try objects(in: name.schema).filter { isSameIdentifier($0.name.name, name.name) }
    guard let object = named.first(where: { $0.kind != .trigger }) ?? named.first else {
      throw DatabaseError.missing("table, index, view or trigger", name)
    }
    return object.sql
  }

  /// The triggers of a table or a view, in the order in which they were made, temporary ones last.
  ///
  /// A temporary trigger counts for each table of the name that it gives.
  ///
  /// - Throws: ``DatabaseError`` with `.notFound` where there is no such table.
  public func triggers(on table: TableName) throws -> [TriggerInfo] {
    try checkExistence(of: table)
    let isTemporary = isSameIdentifier(table.schema, "temp")
    let temporary = isTemporary ? [] : try objects(in: "temp")
    return (try objects(in: table.schema) + temporary)
      .filter { $0.kind == .trigger && isSameIdentifier($0.table, table.name) }
      .map { TriggerInfo(name: $0.name, table: $0.table, sql: $0.sql ?? "") }
  }
}

extension Database {
  private func exists(_ kind: SchemaObject.Kind, _ name: String, in schema: String?) throws -> Bool
  {
    guard let schema else {
      return try searchedSchemas().contains { try exists(kind, name, in: $0) }
    }
    return try answer(.exists(kind, TableName(schema: schema, name))) {
      try isListed(kind, TableName(schema: schema, name))
    }
  }

  private func isListed(_ kind: SchemaObject.Kind, _ name: TableName) throws -> Bool {
    if kind == .table, ["sqlite_master", "sqlite_schema"].contains(name.name) { return true }
    let rows = try internalRows(
      """
      SELECT 1 FROM \(quotedIdentifier(name.schema)).sqlite_master
      WHERE type = ?1 AND name = ?2 COLLATE NOCASE LIMIT 1
      """,
      [.text(kind.rawValue), .text(name.name)]
    )
    return !rows.isEmpty
  }

  /// The schemas in the order in which SQLite looks for a name that comes without one.
  private func searchedSchemas() throws -> [String] {
    let schemas = try schemas()
    return schemas.filter { $0 == "temp" } + schemas.filter { $0 != "temp" }
  }

  /// The table that SQLite means by a name; `main` where there is none.
  package func tableName(_ name: String, in schema: String?) throws -> TableName {
    if let schema { return TableName(schema: schema, name) }
    for schema in try searchedSchemas() {
      let isThere = try tableExists(name, in: schema) || viewExists(name, in: schema)
      if isThere { return TableName(schema: schema, name) }
    }
    return TableName(name)
  }

  func checkExistence(of table: TableName) throws {
    let isThere = try exists(.table, table.name, in: table.schema)
    if try !isThere && !exists(.view, table.name, in: table.schema) {
      throw DatabaseError.missing("table or view", table)
    }
  }
}

extension DatabaseError {
  static func missing(_ what: String, _ name: TableName) -> DatabaseError {
    DatabaseError(code: .notFound, message: "There is no \(what) “\(name)”.")
  }
}

extension TableInfo {
  /// Makes it of a row of `table_list`: schema, name, type, without rowid, strict.
  fileprivate init(_ row: [DatabaseValue]) {
    name = TableName(schema: row[0].text(at: 0) ?? "", row[1].text(at: 0) ?? "")
    kind = row[2].text(at: 0).flatMap(Kind.init) ?? .table
    hasRowID = row[3] == 0 && kind != .view
    isStrict = row[4] == 1
  }
}

extension SchemaObject {
  /// Makes it of a row of `sqlite_schema`: type, name, table, SQL.
  fileprivate init?(schema: String, _ row: [DatabaseValue]) {
    guard let kind = row[0].text(at: 0).flatMap(Kind.init) else { return nil }
    self.kind = kind
    name = TableName(schema: schema, row[1].text(at: 0) ?? "")
    table = row[2].text(at: 0) ?? ""
    sql = row[3].text(at: 0)
  }
}
