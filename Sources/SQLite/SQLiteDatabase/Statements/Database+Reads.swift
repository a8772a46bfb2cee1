import DatabaseTypes
import SQLite

/// Cached facts about the tables that statements read.
///
/// They are discarded when the schema changes or SQLite recompiles a statement on its own.
struct KnownReads {
  /// The tables that SQLite finds for names without a schema.
  var resolvedNames: [ByteText: TableName] = [:]
  /// The additional regions that are read by reading a table.
  var additional: [TableName: Region] = [:]
  /// The views and virtual tables, with the versions of the schemas that had them.
  var namedObjects: (versions: [ByteText: DatabaseValue], objects: NamedObjects)?
}

/// The reads of a statement, determined by compiling it.
///
/// SQLite's authorizer is called for more than the statement's own reads: while compiling the first
/// statement that needs it, SQLite may reload the schema with its statistics, and a virtual table
/// may compile internal statements. So the first time that a statement reads a table on a
/// connection, it is compiled a second time, when all of this has been done.
///
/// - Invariant: `knownReads` contains the tables that statements were found to read in this way.
extension Database {
  /// Returns the access of a statement that was just compiled.
  ///
  /// - Parameter access: The access that the authorizer recorded while it was compiled.
  func finalAccess(of statement: borrowing Statement, _ access: StatementAccess)
    -> StatementAccess
  {
    let access = resolved(access)
    guard statement.isReadOnly, !access.reads.isEmpty else { return access }
    if let known = knownAccess(access) { return known }
    return freshAccess(of: statement.sql) ?? access
  }

  /// Returns the access of a statement for the current schema, or `nil` if it no longer compiles.
  func freshAccess(of sql: String) -> StatementAccess? {
    recorder.start()
    let statement = try? Statement(sql, on: connection)
    var access = resolved(recorder.finish())
    if statement == nil { return nil }
    access.reads = withAdditionalReads(access.reads)
    return access
  }

  /// Returns a region with the additional regions of its tables.
  func withAdditionalReads(_ reads: Region) -> Region {
    for table in reads.tables.keys where knownReads.additional[table] == nil {
      try? noteVersion(ofSchema: table.schema)
      knownReads.additional[table] = (try? additionalReads(table)) ?? .fullDatabase
    }
    return withReadsBeyond(reads)
  }

  /// Returns the access with the tables that SQLite finds for names without a schema.
  private func resolved(_ access: StatementAccess) -> StatementAccess {
    guard !access.unresolvedReads.isEmpty else { return access }
    var access = access
    for name in access.unresolvedReads {
      let table = knownReads.resolvedNames[name] ?? resolvedTable(name.text)
      knownReads.resolvedNames[name] = table
      access.reads.insert(table)
    }
    access.unresolvedReads = []
    return access
  }

  /// Returns the table that SQLite finds for a name: first in `temp`, then in `main`, then in the
  /// others.
  ///
  /// https://www.sqlite.org/lang_naming.html
  private func resolvedTable(_ name: String) -> TableName {
    let rows = try? internalRows(
      """
      SELECT l.schema FROM pragma_table_list(?1) l JOIN pragma_database_list d ON d.name = l.schema
      ORDER BY l.schema <> 'temp', d.seq LIMIT 1
      """,
      [.text(name)]
    )
    return TableName(schema: rows?.first?[0].text(at: 0) ?? "main", name)
  }

  /// Returns the access with its additional regions, or `nil` if a table is read for the first
  /// time.
  private func knownAccess(_ access: StatementAccess) -> StatementAccess? {
    let known = knownReads.additional
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
    for table in reads.tables.keys { all.formUnion(knownReads.additional[table] ?? Region()) }
    return all
  }
}

// MARK: - Additional reads

extension Database {
  /// Returns the additional region read by reading a table; the full database if it is unknown.
  ///
  /// Hooks report the rows of ordinary tables. SQLite writes its internal tables without calling
  /// hooks, and a virtual table can show anything that its module provides.
  private func additionalReads(_ table: TableName) throws -> Region {
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

  /// Returns the region of the table or view whose rows a full-text table shows.
  private func readsOfContent(_ content: TableName) throws -> Region {
    guard let shape = try shape(of: content) else { return .fullDatabase }
    return shape.kind == .table ? Region(table: content) : .fullDatabase
  }

  private static let schemaTables: Set<String> = [
    "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema",
  ]

  /// Functions that are used as tables and read only their arguments.
  static let pureFunctions: Set<String> = [
    "json_each", "json_tree", "jsonb_each", "jsonb_tree", "generate_series", "carray",
    "fts3tokenize",
  ]
}
