import SQLiteDatabase

/// Returns a definition of the schema with the semicolon that ends it in a script.
///
/// It goes on a line of its own only after a comment, since SQLite keeps that line end in the
/// definition of an index.
package func endedDefinition(_ sql: String) -> String {
  var scanner = SQLScanner()
  let bytes = Array(sql.utf8)
  for index in bytes.indices {
    let next = bytes.indices.contains(index + 1) ? bytes[index + 1] : nil
    _ = scanner.take(bytes[index], next: next)
  }
  // A view may end within a comment.
  return sql + (scanner.isInLineComment ? "\n;" : scanner.isInComment ? "*/;" : ";")
}
