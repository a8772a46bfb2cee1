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
  /// Returns what a query reads: `reads`, and the tables that its program opens besides.
  ///
  /// It compiles the statement once more. If the program opens something unknown, the result is the
  /// full database.
  ///
  /// - Throws: An error that may pass, such as an interruption.
  func readsWithOpenedTables(of sql: String, _ reads: Region) throws -> Region {
    guard !reads.isFullDatabase else { return reads }
    let program = try internalRows("EXPLAIN " + sql, [])
    return try withOpenedTables(OpenedTables(program), of: sql, reads)
  }

  private func withOpenedTables(_ opened: OpenedTables, of sql: String, _ reads: Region) throws
    -> Region
  {
    let hidesColumns = try mayHideColumns(sql)
    // Of a virtual table, the program does not say which one it is.
    if hidesColumns, opened.hasVirtualTables { return .fullDatabase }
    var all = reads
    for root in opened.roots {
      guard let table = try table(ofRoot: root) else { return .fullDatabase }
      if hidesColumns || reads.columns(of: table) == nil { all.insert(table) }
    }
    return all
  }

  /// Returns the table to which a root page belongs, or the table of its index.
  private func table(ofRoot root: OpenedTables.Root) throws -> TableName? {
    let schema = try internalRows(
      "SELECT name FROM pragma_database_list WHERE seq = ?1",
      [.integer(root.database)]
    ).first?[0].text(at: 0)
    guard let schema else { return nil }
    if root.page == 1 { return TableName(schema: schema, "sqlite_master") }
    let name = try internalRows(
      "SELECT tbl_name FROM \(quotedIdentifier(schema)).sqlite_master WHERE rootpage = ?1",
      [.integer(root.page)]
    ).first?[0].text(at: 0)
    return name.map { TableName(schema: schema, $0) }
  }
}

// MARK: - Columns that the authorizer does not report

extension Database {
  /// Returns whether a statement, or a view that it may read, joins by the names of columns.
  ///
  /// Keywords cannot be escaped, so a text that does not contain them does not use them.
  private func mayHideColumns(_ sql: String) throws -> Bool {
    if Self.joinsByName(sql) { return true }
    return try viewsJoiningByName().contains { Self.mayName($0, in: sql) }
  }

  /// Returns the names of the views that join by the names of columns, or read such a view.
  private func viewsJoiningByName() throws -> Set<String> {
    var views: [(name: String, sql: String)] = []
    for schema in try internalRows("SELECT name FROM pragma_database_list", []) {
      guard let name = schema[0].text(at: 0) else { continue }
      let rows = try internalRows(
        "SELECT name, sql FROM \(quotedIdentifier(name)).sqlite_master WHERE type = 'view'",
        []
      )
      views += rows.map { ($0[0].text(at: 0) ?? "", $0[1].text(at: 0) ?? "") }
    }
    var found = Set(views.filter { Self.joinsByName($0.sql) }.map(\.name))
    var count = -1
    while count != found.count {
      count = found.count
      for view in views where found.contains(where: { Self.mayName($0, in: view.sql) }) {
        found.insert(view.name)
      }
    }
    return found
  }

  private static func joinsByName(_ sql: String) -> Bool {
    let sql = sql.utf8
    return sql.containsWithoutCase("using".utf8) || sql.containsWithoutCase("natural".utf8)
  }

  /// Returns whether a text may contain a name, which may be quoted there.
  private static func mayName(_ name: String, in sql: String) -> Bool {
    if name.utf8.contains(where: {
      [UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "]")].contains($0)
    }) {
      return true
    }
    return sql.utf8.containsWithoutCase(name.utf8)
  }
}

extension String.UTF8View {
  /// Returns whether the text contains another one, comparing ASCII letters as SQLite does.
  fileprivate func containsWithoutCase(_ other: String.UTF8View) -> Bool {
    let (text, pattern) = (map(\.lowercasedASCII), other.map(\.lowercasedASCII))
    guard let first = pattern.first else { return true }
    guard text.count >= pattern.count else { return false }
    return (0...(text.count - pattern.count)).contains { start in
      text[start] == first && text[start..<(start + pattern.count)].elementsEqual(pattern)
    }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (65...90).contains(self) ? self + 32 : self }
}

/// The root pages that a compiled program opens, and whether it opens virtual tables.
struct OpenedTables {
  /// A root page in one of a connection's databases.
  struct Root: Hashable {
    let database: Int64
    let page: Int64
  }

  private(set) var roots: Set<Root> = []
  private(set) var hasVirtualTables = false

  /// Reads the rows of `EXPLAIN`: address, opcode, p1, p2, p3, p4, p5, comment.
  init(_ program: [[DatabaseValue]]) {
    for row in program {
      switch row[1].text(at: 0) {
      case "OpenRead", "ReopenIdx", "OpenWrite":
        guard case .integer(let page) = row[3], case .integer(let database) = row[4] else {
          continue
        }
        roots.insert(Root(database: database, page: page))
      case "VOpen": hasVirtualTables = true
      default: break
      }
    }
  }
}
