import DatabaseTypes
public import SQLiteDatabase
public import TypedSQLExtras

extension Database {
  /// Creates a pattern from an FTS5 query, and checks it by running it on a full-text table.
  ///
  /// ```swift
  /// let pattern = try db.makeFTS5Pattern(
  ///   rawPattern: "title : apple NOT pear", forTable: "document")
  /// ```
  ///
  /// For text typed by a person, use ``FTS5Pattern/init(matchingAllTokensIn:)`` and its siblings,
  /// which need no check.
  ///
  /// - Parameters:
  ///   - rawPattern: The query. https://www.sqlite.org/fts5.html#full_text_query_syntax
  ///   - table: The full-text table, whose columns the query may name.
  /// - Throws: ``DatabaseError`` if SQLite does not understand the query, or the table does not
  ///   exist.
  public func makeFTS5Pattern(rawPattern: String, forTable table: String) throws -> FTS5Pattern {
    let name = quotedIdentifier(table)
    let sql = "SELECT rowid FROM \(name) WHERE \(name) MATCH ? LIMIT 1"
    _ = try Row.fetchOne(self, sql: sql, arguments: [rawPattern])
    return FTS5Pattern(checked: rawPattern)
  }
}
