public import DatabaseTypes
import SQLite

/// Introspection of the schema.
///
/// Answers are cached, and read again when the schema version changes.
/// Observers and the regions of live queries do not see these reads.
extension Database {
  /// Returns SQLite's version of the schema `main`, which increases with each change.
  ///
  /// https://www.sqlite.org/pragma.html#pragma_schema_version
  public func schemaVersion() throws -> Int {
    try checkAccess()
    return Int(try control(.schemaVersion))
  }

  /// Discards the cached schema and all cached statements.
  public func clearSchemaCache() throws {
    try checkAccess()
    forgetSchema()
  }

  /// Returns the names of the schemas.
  ///
  /// These are `main`, `temp` if there are temporary objects, and the names of attached databases.
  public func schemas() throws -> [String] {
    try checkAccess()
    if let schemas = schemaCache.schemas { return schemas }
    let rows = try internalRows("SELECT name FROM pragma_database_list ORDER BY seq", [])
    let schemas = rows.compactMap { $0[0].text(at: 0) }
    schemaCache.schemas = schemas
    return schemas
  }

  /// Returns the tables and views of a schema, ordered by name.
  ///
  /// They include virtual tables, the tables that store their data, and SQLite's internal tables.
  ///
  /// - Parameter schema: `main`, `temp`, or the name of an attached database.
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such schema.
  public func tables(in schema: String = "main") throws -> [TableInfo] {
    try cached(.tables(schema: schema)) {
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

  /// Returns the tables, indexes, views and triggers of a schema, in the order of their creation.
  ///
  /// - Parameter schema: `main`, `temp`, or the name of an attached database.
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such schema.
  public func objects(in schema: String = "main") throws -> [SchemaObject] {
    try cached(.objects(schema: schema)) {
      let table = "\(quotedIdentifier(schema)).sqlite_master"
      let rows = try internalRows(
        "SELECT type, name, tbl_name, sql FROM \(table) ORDER BY rowid",
        []
      )
      return rows.compactMap { SchemaObject(schema: schema, $0) }
    }
  }

  /// Returns whether there is a table with a name, including virtual tables.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema to search; by default, all schemas.
  public func tableExists(_ table: String, in schema: String? = nil) throws -> Bool {
    try exists(.table, table, in: schema)
  }

  /// Returns whether there is a view with a name.
  ///
  /// - Parameters:
  ///   - view: The name.
  ///   - schema: The schema to search; by default, all schemas.
  public func viewExists(_ view: String, in schema: String? = nil) throws -> Bool {
    try exists(.view, view, in: schema)
  }

  /// Returns whether there is a trigger with a name.
  ///
  /// - Parameters:
  ///   - trigger: The name.
  ///   - schema: The schema to search; by default, all schemas.
  public func triggerExists(_ trigger: String, in schema: String? = nil) throws -> Bool {
    try exists(.trigger, trigger, in: schema)
  }

  /// Returns whether there is an index with a name.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - schema: The schema to search; by default, all schemas.
  public func indexExists(_ index: String, in schema: String? = nil) throws -> Bool {
    try exists(.index, index, in: schema)
  }

  /// Returns the `CREATE` statement of a table, an index, a view or a trigger.
  ///
  /// - Parameter name: The name. If a table and a trigger have the same name, it denotes the table.
  /// - Returns: `nil` for an index that a constraint created.
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no object with that name.
  public func createSQL(of name: TableName) throws -> String? {
    let named = try objects(in: name.schema).filter { isSameIdentifier($0.name.name, name.name) }
    guard let object = named.first(where: { $0.kind != .trigger }) ?? named.first else {
      throw DatabaseError.missing("table, index, view or trigger", name)
    }
    return object.sql
  }

  /// Returns the triggers of a table or a view, in the order of their creation, temporary ones
  /// last.
  ///
  /// A temporary trigger belongs to every table with the name that it refers to.
  ///
  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table.
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
    return try cached(.exists(kind, TableName(schema: schema, name))) {
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

  /// Returns the schemas in the order in which SQLite searches them for a name without a schema.
  private func searchedSchemas() throws -> [String] {
    let schemas = try schemas()
    return schemas.filter { $0 == "temp" } + schemas.filter { $0 != "temp" }
  }

  /// Returns the table that SQLite finds for a name; in `main` if it finds none.
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
  /// Creates a table from a row of `table_list`: schema, name, type, without rowid, strict.
  fileprivate init(_ row: [DatabaseValue]) {
    name = TableName(schema: row[0].text(at: 0) ?? "", row[1].text(at: 0) ?? "")
    kind = row[2].text(at: 0).flatMap(Kind.init) ?? .table
    hasRowID = row[3] == 0 && kind != .view
    isStrict = row[4] == 1
  }
}

extension SchemaObject {
  /// Creates an object from a row of `sqlite_schema`: type, name, table, SQL.
  fileprivate init?(schema: String, _ row: [DatabaseValue]) {
    guard let kind = row[0].text(at: 0).flatMap(Kind.init) else { return nil }
    self.kind = kind
    name = TableName(schema: schema, row[1].text(at: 0) ?? "")
    table = row[2].text(at: 0) ?? ""
    sql = row[3].text(at: 0)
  }
}
