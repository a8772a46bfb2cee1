import Testing

@testable import LiveSQLPostgres

/// The definitions of tables whose columns ignore case.
@Suite struct IgnoredCaseTests {
  @Test(arguments: [
    ("CREATE TABLE t (a TEXT COLLATE NOCASE)", true),
    ("CREATE TABLE t (a collate \"nocase\")", true),
    ("CREATE TABLE t (a COLLATE\n/* b */ NoCase)", true),
    ("CREATE TABLE t (a COLLATE binary)", false),
    ("CREATE TABLE t (a DEFAULT 'COLLATE NOCASE' -- COLLATE NOCASE\n)", false),
    ("CREATE TABLE t (\"COLLATE NOCASE\")", false),
  ])
  func `a collation is told from names, texts and comments`(sql: String, ignoresCase: Bool) {
    #expect(CopiedTable.ignoresCase(sql) == ignoresCase)
  }
}
