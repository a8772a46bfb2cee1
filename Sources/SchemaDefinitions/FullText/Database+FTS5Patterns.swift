import DatabaseTypes
public import SQLiteDatabase
public import TypedSQLExtras

extension Database {
  /// Makes a pattern of a query in SQLite's language, after it was tried on a full-text table.
  ///
  /// ```swift
  /// let pattern = try db.makeFTS5Pattern(rawPattern: "title : apple NOT pear", forTable: "document")
  /// ```
  ///
  /// Text that a person typed makes a pattern by ``FTS5Pattern/init(matchingAllTokensIn:)`` and its kin, which need no
  /// check.
  ///
  /// - Parameters:
  ///   - rawPattern: The query. https://www.sqlite.org/fts5.html#full_text_query_syntax
  ///   - table: The table, whose columns the query may name.
  /// - Throws: ``DatabaseError`` for a query that SQLite does not understand, or a table that is none.
  public func makeFTS5Pattern(rawPattern: String, forTable table: String) throws -> FTS5Pattern {
    let name = quotedIdentifier(table)
    let sql = "SELECT rowid FROM \(name) WHERE \(name) MATCH ? LIMIT 1"
    _ = try Row.fetchOne(self, sql: sql, arguments: [rawPattern])
    return FTS5Pattern(checked: rawPattern)
  }
}
