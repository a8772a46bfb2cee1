/// What a piece of SQL may be a piece of.
///
/// SQLite reads whole statements only. A fragment is right if it completes one of these.
struct SQLReading: Equatable {
  let prefix: String
  let suffix: String

  init(_ prefix: String, _ suffix: String = "") {
    self.prefix = prefix
    self.suffix = suffix
  }

  static let statement = SQLReading("")

  /// The table that readings name.
  ///
  /// It has to exist: without it, SQLite stops at its name in some statements, and reads no further.
  static let table = "CREATE TABLE t (a)"

  /// The readings of a piece that is no whole statement, the usual ones first.
  static let fragments = [
    SQLReading("SELECT (", "\n)"),
    SQLReading("SELECT ", "\nFROM t"),
    SQLReading("SELECT 1 FROM t WHERE "),
    SQLReading("SELECT 1 FROM t "),
    SQLReading("SELECT 1 FROM "),
    SQLReading("SELECT 1 FROM t ORDER BY "),
    SQLReading("SELECT 1 FROM t ORDER BY 1 "),
    SQLReading("SELECT 1 FROM t WHERE 1 "),
    SQLReading("SELECT 1 FROM t GROUP BY 1 "),
    SQLReading("SELECT 1 FROM t LIMIT "),
    SQLReading("SELECT 1 "),
    SQLReading("SELECT CASE ", "\nEND"),
    SQLReading("SELECT CASE WHEN 1 THEN 1 ", "\nEND"),
    SQLReading("SELECT CAST(1 AS ", "\n)"),
    SQLReading("SELECT f() "),
    SQLReading("SELECT f() OVER (", "\n)"),
    SQLReading("SELECT f(", "\n)"),
    SQLReading("WITH ", "\nSELECT 1"),
    SQLReading("SELECT 1 FROM t WINDOW "),
    SQLReading("INSERT INTO t "),
    SQLReading("INSERT INTO t (", "\n) VALUES (1)"),
    SQLReading("INSERT INTO t VALUES "),
    SQLReading("INSERT INTO t VALUES (1) "),
    SQLReading("INSERT INTO t VALUES (1) ON CONFLICT "),
    SQLReading("INSERT INTO t VALUES (1) RETURNING "),
    SQLReading("UPDATE t SET "),
    SQLReading("UPDATE t "),
    SQLReading("CREATE TABLE new (", "\n)"),
    SQLReading("CREATE TABLE new (a ", "\n)"),
    SQLReading("CREATE TABLE new (a, ", "\n)"),
    SQLReading("CREATE TABLE new "),
    SQLReading("CREATE TABLE new (a) "),
    SQLReading("CREATE INDEX i ON t (", "\n)"),
    SQLReading("CREATE TRIGGER r "),
    SQLReading("CREATE TRIGGER r AFTER INSERT ON t BEGIN ", "\nEND"),
    SQLReading("ALTER TABLE t "),
    SQLReading("PRAGMA "),
  ]

  func completing(_ text: String) -> String { prefix + text + suffix }
}
