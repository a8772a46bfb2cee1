/// A statement that a piece of SQL may be part of.
///
/// SQLite only reads whole statements. A fragment is correct if it completes one of these.
struct StatementTemplate: Equatable {
  let prefix: String
  let suffix: String

  init(_ prefix: String, _ suffix: String = "") {
    self.prefix = prefix
    self.suffix = suffix
  }

  static let statement = StatementTemplate("")

  /// The table that templates name.
  ///
  /// It must exist: without it, SQLite stops at its name in some statements and reads no further.
  static let table = "CREATE TABLE t (a)"

  /// The templates of a piece that is not a whole statement, starting with the usual ones.
  static let fragments = [
    StatementTemplate("SELECT (", "\n)"),
    StatementTemplate("SELECT ", "\nFROM t"),
    StatementTemplate("SELECT 1 FROM t WHERE "),
    StatementTemplate("SELECT 1 FROM t "),
    StatementTemplate("SELECT 1 FROM "),
    StatementTemplate("SELECT 1 FROM t ORDER BY "),
    StatementTemplate("SELECT 1 FROM t ORDER BY 1 "),
    StatementTemplate("SELECT 1 FROM t WHERE 1 "),
    StatementTemplate("SELECT 1 FROM t GROUP BY 1 "),
    StatementTemplate("SELECT 1 FROM t LIMIT "),
    StatementTemplate("SELECT 1 "),
    StatementTemplate("SELECT CASE ", "\nEND"),
    StatementTemplate("SELECT CASE WHEN 1 THEN 1 ", "\nEND"),
    StatementTemplate("SELECT CAST(1 AS ", "\n)"),
    StatementTemplate("SELECT f() "),
    StatementTemplate("SELECT f() OVER (", "\n)"),
    StatementTemplate("SELECT f(", "\n)"),
    StatementTemplate("WITH ", "\nSELECT 1"),
    StatementTemplate("SELECT 1 FROM t WINDOW "),
    StatementTemplate("INSERT INTO t "),
    StatementTemplate("INSERT INTO t (", "\n) VALUES (1)"),
    StatementTemplate("INSERT INTO t VALUES "),
    StatementTemplate("INSERT INTO t VALUES (1) "),
    StatementTemplate("INSERT INTO t VALUES (1) ON CONFLICT "),
    StatementTemplate("INSERT INTO t VALUES (1) RETURNING "),
    StatementTemplate("UPDATE t SET "),
    StatementTemplate("UPDATE t "),
    StatementTemplate("CREATE TABLE new (", "\n)"),
    StatementTemplate("CREATE TABLE new (a ", "\n)"),
    StatementTemplate("CREATE TABLE new (a, ", "\n)"),
    StatementTemplate("CREATE TABLE new "),
    StatementTemplate("CREATE TABLE new (a) "),
    StatementTemplate("CREATE INDEX i ON t (", "\n)"),
    StatementTemplate("CREATE TRIGGER r "),
    StatementTemplate("CREATE TRIGGER r AFTER INSERT ON t BEGIN ", "\nEND"),
    StatementTemplate("ALTER TABLE t "),
    StatementTemplate("PRAGMA "),
  ]

  func completing(_ text: String) -> String { prefix + text + suffix }
}
