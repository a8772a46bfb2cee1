import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// Commands on tables with 2,000 columns, as many as SQLite allows, so that no statement can return
/// a row number beside them.
@Suite struct WideTableCommandTests {
  private static let columns = (0..<2_000).map { "c\($0)" }.joined(separator: ", ")
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func database(_ name: String, _ sql: String) throws -> String {
    let path = scratch.path(of: name)
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    try database.close()
    return path
  }

  private func expectImported(_ script: String, into path: String, _ options: String...) async {
    let run = await ProgramRun(
      list: ["import", path, "--format", "sql"] + options,
      input: script
    )
    #expect(run.code == .success, "\(run.errors)")
  }

  /// Definitions, each with the name of a key in a list of differences.
  static let tables = [
    ("CREATE TABLE t (\(columns));", "rowid 7"),
    ("CREATE TABLE t (\(columns), PRIMARY KEY (c3, c1));", "c3 7, c1 0"),
    ("CREATE TABLE t (\(columns), PRIMARY KEY (c3, c1)) WITHOUT ROWID;", "c3 7, c1 0"),
    ("CREATE TABLE t (\(columns), PRIMARY KEY (\(columns)));", "rowid 7"),
  ]

  @Test(arguments: tables)
  func `differences are found, and their script removes them`(table: String, key: String)
    async throws
  {
    let number = table.hasSuffix("ROWID;") ? "c0" : "rowid"
    let insert = "INSERT INTO t (\(number), c1, c3, c1999) VALUES "
    let left = try database("a.db", table + insert + "(3, 0, 3, 'a'), (7, 0, 7, 'b')")
    let right = try database("b.db", table + insert + "(7, 0, 7, 'B'), (9, 0, 9, 'c')")
    let run = await ProgramRun("diff", left, right)
    #expect(run.code.rawValue == 1)
    #expect(run.output.contains("~ \(key): c1999 'b' → 'B'"))
    #expect(run.output.contains("1 row added, 1 changed, 1 removed"))
    let script = await ProgramRun("diff", left, right, "--sql")
    #expect(script.code.rawValue == 1)
    await expectImported(script.output, into: left)
    #expect(await ProgramRun("diff", left, right).output == "There is no difference.\n")
  }

  @Test func `rows are identified by a key of 2,000 columns`() async throws {
    let table = "CREATE TABLE t (\(Self.columns), PRIMARY KEY (\(Self.columns)));"
    let zeros = Array(repeating: "0", count: 1_999).joined(separator: ", ")
    let left = try database("a.db", table + "INSERT INTO t VALUES (1, \(zeros)), (2, \(zeros))")
    let right = try database("b.db", table + "INSERT INTO t VALUES (2, \(zeros)), (3, \(zeros))")
    let run = await ProgramRun("diff", left, right)
    #expect(run.output.contains("1 row added, 0 changed, 1 removed"))
    let script = await ProgramRun("diff", left, right, "--sql")
    await expectImported(script.output, into: left)
    #expect(await ProgramRun("diff", left, right).code == .success)
  }

  @Test func `a new table is written with its row numbers`() async throws {
    let left = try database("a.db", "CREATE TABLE other (a)")
    let right = try database(
      "b.db",
      "CREATE TABLE other (a); CREATE TABLE t (\(Self.columns)); INSERT INTO t (rowid, c1999) VALUES (-7, 'x')"
    )
    let script = await ProgramRun("diff", left, right, "--sql")
    await expectImported(script.output, into: left)
    #expect(await ProgramRun("diff", left, right).code == .success)
  }

  @Test func `a table is dumped and copied`() async throws {
    let source = try database(
      "a.db",
      "CREATE TABLE t (\(Self.columns)); INSERT INTO t (rowid, c0, c1999) VALUES (5, 'x', 2), (9, 3, 4)"
    )
    let dump = await ProgramRun("dump", source)
    #expect(dump.code == .success)
    let dumped = scratch.path(of: "dumped.db")
    await expectImported(dump.output, into: dumped, "--create")
    #expect(await ProgramRun("diff", source, dumped).code == .success)
    let copy = scratch.path(of: "copy.db")
    #expect(await ProgramRun("copy", source, copy).code == .success)
    #expect(await ProgramRun("diff", source, copy).code == .success)
    #expect(await ProgramRun("verify", copy).code == .success)
  }
}
