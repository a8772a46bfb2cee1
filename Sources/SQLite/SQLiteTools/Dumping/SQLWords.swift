import SQLSyntax

/// Returns the words of an SQL text outside of quotes, strings and comments, in upper case.
///
/// They are read one after the other, as far as they are asked for.
func sqlWords(of sql: String) -> some Sequence<String> {
  let tokens = SQLTokens(sql, grammar: .sqlite)
  return tokens.lazy.filter { $0.kind == .word }.map { tokens.text(of: $0).uppercased() }
}
