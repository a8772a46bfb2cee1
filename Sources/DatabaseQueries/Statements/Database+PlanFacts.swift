package import DatabaseTypes
package import SQLiteDatabase
package import TypedSQL

extension Database {
  /// The instructions to which SQLite compiles a query: what they do, and their text argument.
  package func instructions(of query: QueryFragment) throws -> [(opcode: String, argument: String)]
  {
    try internalRows("EXPLAIN " + query.render(for: .library).sql, []).map { row in
      (row[1].text(at: 0) ?? "", row[5].text(at: 0) ?? "")
    }
  }

  /// Whether SQLite compiles two queries to the same program, whatever the numbers of their parameters.
  package func compilesAlike(_ query: QueryFragment, _ other: QueryFragment) throws -> Bool {
    try program(of: query) == program(of: other)
  }

  /// Whether SQLite can compile a query.
  package func canCompile(_ query: QueryFragment) -> Bool {
    do {
      _ = try program(of: query)
      return true
    } catch { return false }
  }

  private func program(of query: QueryFragment) throws -> [[DatabaseValue]] {
    try internalRows("EXPLAIN " + query.render(for: .library).sql, []).map { row in
      // The number of a parameter is the second column.
      let isVariable = row[1].text(at: 0) == "Variable"
      return isVariable ? [row[1], row[3]] : Array(row[1...6])
    }
  }

  /// The tables and columns that a query reads.
  package func region(of query: QueryFragment) throws -> Region {
    try region(ofSQL: query.render(for: .library).sql)
  }
}
