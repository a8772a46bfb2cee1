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

  /// The tables and columns that a query reads.
  package func region(of query: QueryFragment) throws -> Region {
    try region(ofSQL: query.render(for: .library).sql)
  }
}
