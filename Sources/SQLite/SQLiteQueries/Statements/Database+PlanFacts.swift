package import DatabaseTypes
package import SQLiteDatabase
package import TypedSQL

extension Database {
  /// Returns the instructions to which SQLite compiles a query: their opcodes and text arguments.
  package func instructions(of query: QueryFragment) throws -> [(opcode: String, argument: String)]
  {
    try internalRows("EXPLAIN " + query.render(for: .library).sql, []).map { row in
      (row[1].text(at: 0) ?? "", row[5].text(at: 0) ?? "")
    }
  }

  /// Returns whether SQLite reads a whole table once for each row of another one.
  package func comparesAllRows(for query: QueryFragment) throws -> Bool {
    let rows = try internalRows("EXPLAIN QUERY PLAN " + query.render(for: .library).sql, [])
    // Each step with the one that it belongs to. A correlated subquery runs for each row of that.
    var loops: [DatabaseValue: DatabaseValue] = [:]
    var scans: Set<DatabaseValue> = []
    for row in rows {
      guard let step = row[3].text(at: 0) else { continue }
      let loop = loops[row[1]] ?? row[1]
      if step.hasPrefix("CORRELATED ") { loops[row[0]] = loop }
      guard step.hasPrefix("SCAN "), !step.contains("VIRTUAL TABLE"), step != "SCAN CONSTANT ROW"
      else { continue }
      if !scans.insert(loop).inserted { return true }
    }
    return false
  }

  /// Returns whether SQLite compiles two queries to the same program, ignoring parameter numbers.
  package func compilesToSameProgram(_ query: QueryFragment, _ other: QueryFragment) throws -> Bool
  {
    try program(of: query) == program(of: other)
  }

  /// Returns whether SQLite can compile a query.
  package func canCompile(_ query: QueryFragment) -> Bool {
    do {
      _ = try program(of: query)
      return true
    } catch { return false }
  }

  private func program(of query: QueryFragment) throws -> [[DatabaseValue]] {
    try internalRows("EXPLAIN " + query.render(for: .library).sql, []).map { row in
      // The second column is the number of a parameter.
      let isVariable = row[1].text(at: 0) == "Variable"
      return isVariable ? [row[1], row[3]] : Array(row[1...6])
    }
  }

  /// Returns the names of a query's result columns.
  package func columnNames(of query: QueryFragment) throws -> [String] {
    try cachedStatement(sql: query.render(for: .library).sql).layout.columnNames
  }

  /// Returns the places of a query's columns that are columns of a table with the affinity `REAL`.
  package func realColumns(of query: QueryFragment) throws -> Set<Int> {
    try cachedStatement(sql: query.render(for: .library).sql).realColumns
  }

  /// Returns the SQL of a view, as the schema stores it; `nil` if there is no view of that name.
  ///
  /// Without a schema, it is the view that SQLite would find: a temporary one before others.
  /// https://www.sqlite.org/lang_naming.html
  package func viewText(_ name: String, in schema: String?) throws -> QueryFragment? {
    let schemas = schema.map { [$0] } ?? ["temp", "main"]
    for schema in schemas {
      let table = quotedIdentifier(schema) + ".sqlite_master"
      let rows = try internalRows(
        "SELECT type, sql FROM \(table) WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE",
        [.text(name)]
      )
      guard let row = rows.first else { continue }
      guard row[0].text(at: 0) == "view", let sql = row[1].text(at: 0) else { return nil }
      return QueryFragment(sql)
    }
    return nil
  }

  /// Returns the tables and columns that a query reads.
  package func region(of query: QueryFragment) throws -> Region {
    try region(ofSQL: query.render(for: .library).sql)
  }
}
