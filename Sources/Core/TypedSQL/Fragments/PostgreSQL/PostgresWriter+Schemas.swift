// Names of tables after those of their schemas.
//
// SQLite's name for its main database, "main", is not a schema in PostgreSQL, so it is left out. If
// a statement names a table of the same name in another schema as well, the bare name may refer to
// either one: in a subquery, to the one that is nearer. Then one of them gets an alias.

/// The tables that a statement names with their schemas.
struct SchemaTables {
  /// The schemas of the tables that are read or written, by the names of the tables.
  fileprivate(set) var schemas: [[UInt8]: Set<[UInt8]>] = [:]
  /// The names of the tables in the main schema that are written.
  ///
  /// A table that is written has no alias, since `RETURNING` refers to it by its name.
  fileprivate(set) var writtenInMain: Set<[UInt8]> = []

  fileprivate static let main = Array("main".utf8)

  /// Returns the alias of a table: `main.items`; `nil` if it needs none.
  fileprivate func alias(of table: [UInt8], in schema: [UInt8]) -> [UInt8]? {
    guard let schemas = schemas[table], schemas.count > 1, schemas.contains(Self.main),
      (schema == Self.main) != writtenInMain.contains(table)
    else { return nil }
    return schema + [UInt8(ascii: ".")] + table
  }
}

extension PostgresWriter {
  /// Writes a name, or that of a table with its schema.
  mutating func writeName() {
    let start = index
    let (schema, end) = name(at: start)
    guard isSchema(endingAt: end) else {
      index = end
      return append(name: schema)
    }
    let table = name(at: end + 1)
    index = table.end
    let alias = alias(of: table.bytes, in: schema)
    if let alias, isQualifier(at: start, endingAt: end) { return append(name: alias) }
    if schema != SchemaTables.main {
      append(name: schema)
      text.append(UInt8(ascii: "."))
    }
    append(name: table.bytes)
    guard let alias, isRead(at: start, endingAt: end), !isNext(" AS ") else { return }
    append(" AS ")
    append(name: alias)
  }

  private mutating func append(name: [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in name {
      if byte == UInt8(ascii: "\"") { text.append(byte) }
      text.append(byte)
    }
    text.append(UInt8(ascii: "\""))
  }

  /// Returns whether a table's name follows the dot after a name.
  private func isSchema(endingAt end: Int) -> Bool {
    guard end + 1 < code.count, code[end] == UInt8(ascii: ".") else { return false }
    return code[end + 1] == Mark.table || code[end + 1] == Mark.source
  }
}

// MARK: - Aliases

extension PostgresWriter {
  private mutating func alias(of table: [UInt8], in schema: [UInt8]) -> [UInt8]? {
    let tables = schemaTables ?? namedTables()
    schemaTables = tables
    return tables.alias(of: table, in: schema)
  }

  /// Returns the tables that the statement names with their schemas.
  private func namedTables() -> SchemaTables {
    var tables = SchemaTables()
    var index = 0
    while index < code.count {
      let (start, end) = (index, endOfUnit(at: index))
      index = end
      guard code[start] == Mark.identifier, isSchema(endingAt: end) else { continue }
      let (schema, table) = (name(at: start).bytes, name(at: end + 1))
      index = table.end
      guard isRead(at: start, endingAt: end) || isWritten(at: start) else { continue }
      tables.schemas[table.bytes, default: []].insert(schema)
      if isWritten(at: start), schema == SchemaTables.main {
        tables.writtenInMain.insert(table.bytes)
      }
    }
    return tables
  }

  /// Returns whether a statement reads the table after the name of a schema.
  private func isRead(at start: Int, endingAt end: Int) -> Bool {
    guard code[start] == Mark.identifier, !isWritten(at: start) else { return false }
    if isNext("FROM ", at: start - 5) || isNext("JOIN ", at: start - 5) { return true }
    return code[end + 1] == Mark.source && isNext(", ", at: start - 2)
  }

  /// Returns whether a statement writes the table after the name of a schema.
  private func isWritten(at start: Int) -> Bool {
    isNext("INTO ", at: start - 5) || isNext("UPDATE ", at: start - 7)
      || isNext("DELETE FROM ", at: start - 12)
  }

  /// Returns whether the name of a table qualifies that of a column.
  private func isQualifier(at start: Int, endingAt end: Int) -> Bool {
    if code[start] == Mark.table { return true }
    return code[end + 1] == Mark.table && !isRead(at: start, endingAt: end)
      && !isWritten(at: start)
  }
}
