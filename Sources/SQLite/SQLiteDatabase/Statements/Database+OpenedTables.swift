import DatabaseTypes

/// The tables that a compiled statement opens.
///
/// The authorizer is not called for a column that stands only in `USING` or is joined by `NATURAL`,
/// nor for a table of which nothing else is read. The program that SQLite compiles cannot leave a
/// table out: it opens the root page of each table or index that it reads. So the program says
/// which tables are read, and the authorizer only narrows their columns.
///
/// https://www.sqlite.org/opcode.html#OpenRead
extension Database {
  /// Returns what a query reads: `reads`, and the other tables that its program opens.
  ///
  /// It compiles the statement once more. If the program opens something unknown, the result is the
  /// full database.
  ///
  /// - Throws: An error that may pass, such as an interruption.
  func readsWithOpenedTables(of sql: String, _ reads: Region) throws -> Region {
    guard !reads.isFullDatabase else { return reads }
    let program = try internalRows("EXPLAIN " + sql, [])
    return try withOpenedTables(OpenedTables(program), of: SQLNames(sql), reads)
  }

  private func withOpenedTables(_ opened: OpenedTables, of names: SQLNames, _ reads: Region) throws
    -> Region
  {
    let objects = try namedObjects()
    let hidesColumns = objects.joinByColumnNames(names)
    var all = reads
    let schemas = try opened.roots.isEmpty ? [:] : schemaNames()
    for root in opened.roots {
      guard let schema = schemas[root.database], let table = try table(ofRoot: root, in: schema)
      else { return .fullDatabase }
      if hidesColumns || reads.columns(of: table) == nil { all.insert(table) }
    }
    if hidesColumns, !opened.virtualTables.isEmpty {
      let named = objects.names(readBy: names)
      guard let tables = try virtualTables(opened, objects, named) else { return .fullDatabase }
      for table in tables { all.insert(table) }
    }
    return withAdditionalReads(all)
  }

  /// Returns the virtual tables that a program may open, by the names in its statement.
  ///
  /// - Returns: `nil` if it may open others: tables that belong to a module itself.
  private func virtualTables(
    _ opened: OpenedTables,
    _ objects: NamedObjects,
    _ names: SQLNames
  ) throws -> [TableName]? {
    let tables = objects.virtualTables(among: names)
    let functionCount = Self.pureFunctions.count(where: names.contains)
    let modules = try internalRows("SELECT name FROM pragma_module_list", [])
      .compactMap { $0[0].text(at: 0) }
    let areKnown = modules.allSatisfy { module in
      Self.pureFunctions.contains(module.lowercased()) || !names.contains(module)
    }
    guard areKnown, tables.count + functionCount >= opened.virtualTables.count else { return nil }
    return tables
  }

  /// Returns the name of each schema by the number that programs have for it.
  private func schemaNames() throws -> [Int64: String] {
    var names: [Int64: String] = [:]
    for row in try internalRows("SELECT seq, name FROM pragma_database_list", []) {
      guard case .integer(let number) = row[0] else { continue }
      names[number] = row[1].text(at: 0)
    }
    return names
  }

  /// Returns the table to which a root page of a schema belongs, or the table of its index.
  private func table(ofRoot root: OpenedTables.Root, in schema: String) throws -> TableName? {
    if root.page == 1 { return TableName(schema: schema, "sqlite_master") }
    let name = try internalRows(
      "SELECT tbl_name FROM \(quotedIdentifier(schema)).sqlite_master WHERE rootpage = ?1",
      [.integer(root.page)]
    ).first?[0].text(at: 0)
    return name.map { TableName(schema: schema, $0) }
  }
}

/// The root pages and the virtual tables that a compiled program opens.
struct OpenedTables {
  /// A root page in one of a connection's databases.
  struct Root: Hashable {
    let database: Int64
    let page: Int64
  }

  private(set) var roots: Set<Root> = []
  /// The virtual tables; each one's text is of no other use than to distinguish it.
  private(set) var virtualTables: Set<DatabaseValue> = []

  /// Reads the rows of `EXPLAIN`: address, opcode, p1, p2, p3, p4, p5, comment.
  init(_ program: [[DatabaseValue]]) {
    for row in program {
      switch row[1].text(at: 0) {
      case "OpenRead", "ReopenIdx", "OpenWrite":
        guard case .integer(let page) = row[3], case .integer(let database) = row[4] else {
          continue
        }
        roots.insert(Root(database: database, page: page))
      case "VOpen": virtualTables.insert(row[5])
      default: break
      }
    }
  }
}
