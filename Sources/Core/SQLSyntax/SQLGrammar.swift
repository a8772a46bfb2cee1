/// The rules by which a database divides SQL text into tokens.
///
/// They differ in what quotes a name or a text, in which characters form an operator, and in where
/// a comment ends.
package enum SQLGrammar: Sendable {
  /// SQLite's. https://www.sqlite.org/lang_keywords.html
  case sqlite
  /// PostgreSQL's. https://www.postgresql.org/docs/current/sql-syntax-lexical.html
  case postgres
}
