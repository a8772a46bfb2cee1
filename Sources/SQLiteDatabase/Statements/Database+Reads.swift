import DatabaseTypes
import SQLite

/// What is known of the tables that statements read, until the schema changes or SQLite compiles a statement by itself.
struct KnownReads {
  /// The tables that SQLite means by names without a schema.
  var meant: [String: TableName] = [:]
  /// What reading a table reads besides.
  var beyond: [TableName: Region] = [:]
}

/// What a statement reads, told by compiling it.
///
/// SQLite's authorizer hears of more than the statement's own reads: to compile the first statement that needs it, SQLite
/// may read the schema anew with its statistics, and a virtual table may compile statements of its own. So a statement that
/// reads a table for the first time on a connection is compiled once more when all that has been done.
///
/// - Invariant: `knownReads` has the tables that some statement was found to read in this way.
extension Database {
  /// What a statement does that was just compiled.
  ///
  /// - Parameter access: What the authorizer heard of while it was compiled.
  func settledAccess(of statement: borrowing Statement, _ access: StatementAccess)
    -> StatementAccess
  {
    let access = resolved(access)
    guard statement.isReadOnly, !access.reads.isEmpty else { return access }
    if let known = knownAccess(access) { return known }
    return freshAccess(of: statement.sql) ?? access
  }

  /// What a statement does as the schema is now; `nil` where it cannot be compiled any more.
  func freshAccess(of sql: String) -> StatementAccess? {
    recorder.start()
    let statement = try? Statement(sql, on: connection)
    var access = resolved(recorder.finish())
    if statement == nil { return nil }
    for table in access.reads.tables.keys where knownReads.beyond[table] == nil {
      try? noteVersion(ofSchema: table.schema)
      knownReads.beyond[table] = (try? readsBeyond(table)) ?? .fullDatabase
    }
    access.reads = withReadsBeyond(access.reads)
    return access
  }

  /// The access with the tables that SQLite means by names that come without a schema.
  private func resolved(_ access: StatementAccess) -> StatementAccess {
    guard !access.unresolvedReads.isEmpty else { return access }
    var access = access
    for name in access.unresolvedReads {
      let table = knownReads.meant[name] ?? meantTable(name)
      knownReads.meant[name] = table
      access.reads.insert(table)
    }
    access.unresolvedReads = []
    return access
  }

  /// The table that SQLite means by a name: `temp` comes first, then `main`, then the others in their order.
  ///
  /// https://www.sqlite.org/lang_naming.html
  private func meantTable(_ name: String) -> TableName {
    let rows = try? internalRows(
      """
      SELECT l.schema FROM pragma_table_list(?1) l JOIN pragma_database_list d ON d.name = l.schema
      ORDER BY l.schema <> 'temp', d.seq LIMIT 1
      """,
      [.text(name)]
    )
    return TableName(schema: rows?.first?[0].text(at: 0) ?? "main", name)
  }

  /// The access with what its tables stand for; `nil` where one of them is read for the first time.
  private func knownAccess(_ access: StatementAccess) -> StatementAccess? {
    let known = knownReads.beyond
    guard access.reads.tables.keys.allSatisfy({ known[$0] != nil }) else { return nil }
    guard access.reads.tables.keys.contains(where: { known[$0]?.isEmpty == false }) else {
      return access
    }
    var access = access
    access.reads = withReadsBeyond(access.reads)
    return access
  }

  private func withReadsBeyond(_ reads: Region) -> Region {
    var all = reads
    for table in reads.tables.keys { all.formUnion(knownReads.beyond[table] ?? Region()) }
    return all
  }
}

// MARK: - What tables stand for

extension Database {
  /// What reading a table reads besides; the full database where nobody can tell.
  ///
  /// Hooks tell of the rows of ordinary tables. SQLite writes its own tables without telling, and what a virtual table
  /// shows is its module's affair.
  private func readsBeyond(_ table: TableName) throws -> Region {
    let name = table.name.lowercased()
    if Self.schemaTables.contains(name) { return Region() }
    if name.hasPrefix("sqlite_") { return .fullDatabase }
    guard let shape = try shape(of: table) else {
      return Self.pureFunctions.contains(name) ? Region() : .fullDatabase
    }
    switch shape.kind {
    case .table, .view: return Region()
    case .shadow: return .fullDatabase
    case .virtual: return try readsOfModule(table)
    }
  }

  private func readsOfModule(_ table: TableName) throws -> Region {
    let rows = try internalRows(
      "SELECT sql FROM \(quotedIdentifier(table.schema)).sqlite_master WHERE name = ?1 COLLATE NOCASE",
      [.text(table.name)]
    )
    guard let sql = rows.first?[0].text(at: 0), let definition = VirtualTableDefinition(sql) else {
      return .fullDatabase
    }
    switch definition.module {
    case "rtree", "rtree_i32", "geopoly": return Region()
    case "fts3", "fts4", "fts5":
      guard let content = definition.option("content"), !content.isEmpty else { return Region() }
      return try readsOfContent(TableName(schema: table.schema, content))
    default: return .fullDatabase
    }
  }

  /// The table, or the view with what that reads, whose rows a full-text table shows.
  private func readsOfContent(_ content: TableName) throws -> Region {
    guard let shape = try shape(of: content) else { return .fullDatabase }
    return shape.kind == .table ? Region(table: content) : .fullDatabase
  }

  private static let schemaTables: Set<String> = [
    "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema",
  ]

  /// Functions that are used as tables and read their arguments alone.
  private static let pureFunctions: Set<String> = [
    "json_each", "json_tree", "jsonb_each", "jsonb_tree", "generate_series", "carray",
    "fts3tokenize",
  ]
}
