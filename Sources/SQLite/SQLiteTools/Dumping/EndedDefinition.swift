import SQLSyntax

/// Returns a definition of the schema with the semicolon that ends it in a script.
///
/// It goes on a line of its own only after a comment, since SQLite keeps that line end in the
/// definition of an index.
package func endedDefinition(_ sql: String) -> String {
  let tokens = SQLTokens(sql, grammar: .sqlite, comments: true)
  guard let last = Array(tokens).last, last.kind == .comment,
    last.range.upperBound == tokens.bytes.count
  else { return sql + ";" }
  if tokens.bytes[last.range.lowerBound] == UInt8(ascii: "-") { return sql + "\n;" }
  // A view may end within a comment.
  return sql + (last.isTerminated ? ";" : "*/;")
}
