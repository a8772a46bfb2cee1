import Foundation
import LiveSQL
import LiveSQLTestSupport
import SQLiteTools
import Terminal
import Testing

@testable import LiveSQLCommand

/// Tests of the types that `livesql schema --swift` writes.
///
/// Those in `Written` are compiled with this file, which proves that they compile.
@Suite struct SchemaSourceTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func `the types of a database with odd names are written`() throws {
    let database = try oddDatabaseQueue()
    try expect(database.swiftSource(), isIn: "OddTables.swift")
  }

  @Test(.enabled(if: Northwind.path != nil, "Northwind does not stand beside the package"))
  func `the types of a real database are written`() throws {
    let database = try northwind()
    try expect(database.swiftSource(), isIn: "NorthwindTables.swift")
  }

  @Test func `the types match their database`() throws {
    let database = try oddDatabaseQueue()
    try database.validateSchema(oddTables)
  }

  @Test(.enabled(if: Northwind.path != nil, "Northwind does not stand beside the package"))
  func `the types match a real database, and decode its rows`() throws {
    let database = try northwind()
    try database.validateSchema(northwindTables)
    try database.read { db in
      for table in northwindTables { try readSome(of: table, db) }
    }
  }

  @Test func `the types create tables that match them`() throws {
    for table in oddTables + northwindTables {
      let database = try DatabaseQueue()
      try database.write { db in try db.execute(sql: table.createTableSQL) }
      // The types do not contain the expressions of generated columns.
      let differences = try database.schemaDifferences([table])
        .filter { !($0.kind == .missingColumn && ["label", "double"].contains($0.column)) }
      #expect(differences == [])
    }
  }

  @Test func `rows of odd tables survive a round trip`() throws {
    let database = try oddDatabaseQueue()
    try database.write { db in
      let line = OrderLine(id: OrderLine.ID(order: 1, lineNo: 2), class: "a", _2nd: "b")
      try OrderLine.insert { line }.execute(db)
      #expect(try OrderLine.find(db, key: line.id) == line)
      try DateRow.insert { DateRow.Draft(until: nil, day: nil, unix: nil) }.execute(db)
      #expect(try DateRow.fetchAll(db).count == 1)
      try Part.insert { Part.Draft(id: Part.ID(id: 1, region: "x"), weight: 2, size: nil) }
        .execute(db)
      #expect(try Part.fetchAll(db).map(\.label) == ["here0", "x1"])
      #expect(try PartWeight.fetchAll(db).map(\.sum) == [1.5, 2])
      #expect(try Untyped.select(\.number).fetchOne(db) == 1)
    }
  }

  // MARK: - The command

  @Test func `the command writes the types of all tables or of one`() async throws {
    let path = try oddDatabaseFile()
    let all = await run("schema", path, "--swift")
    #expect(all.output.contains("struct OrderLine: Hashable"))
    let one = await run("schema", path, "2020 SALES", "--swift")
    #expect(
      one.output == """
        // Written by `livesql schema --swift`.

        import LiveSQL

        /// A row of the table 2020 sales.
        @Table("2020 sales")
        struct _2020Sale: Hashable, Sendable {
          @Column("1") var _1: Int
          @Column("2") var _2: Int = 2
        }

        """
    )
  }

  @Test func `the command fails for an unknown table and for conflicting options`() async throws {
    let path = try oddDatabaseFile()
    #expect(await run("schema", path, "nothing", "--swift").code == .failure)
    #expect(await run("schema", path, "--swift", "--json").code == .usage)
  }

  // MARK: - Support

  private func oddDatabaseQueue() throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.write { db in try db.execute(sql: oddDatabase) }
    return database
  }

  private func oddDatabaseFile() throws -> String {
    let path = scratch.path(of: "odd.db")
    let database = try DatabaseQueue(path: path)
    try database.write { db in try db.execute(sql: oddDatabase) }
    try database.close()
    return path
  }

  private func northwind() throws -> DatabaseQueue {
    let copy = scratch.path(of: "northwind.db")
    try FileManager.default.copyItem(atPath: try #require(Northwind.path), toPath: copy)
    return try DatabaseQueue(path: copy)
  }

  private func readSome<T: LiveSQL.Table>(of table: T.Type, _ db: Database) throws {
    _ = try table.unscoped.limit(100).fetchAll(db)
  }

  /// Compares a source with a file in `Written`, or writes the file if the environment variable is
  /// set.
  private func expect(_ source: String, isIn file: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let url = folder.appendingPathComponent("Written/\(file)")
    let text = "// swift-format-ignore-file\n" + source
    if ProcessInfo.processInfo.environment["LIVESQL_WRITE_SOURCES"] != nil {
      try Data(text.utf8).write(to: url)
    }
    let written = try String(contentsOf: url, encoding: .utf8)
    #expect(
      written == text,
      "To rewrite the files: LIVESQL_WRITE_SOURCES=1 swift test --filter SchemaSourceTests"
    )
  }

  private func run(_ arguments: String...) async -> (code: ExitCode, output: String) {
    let output = TextDestination()
    let console = Console(
      standardOutput: output,
      standardError: TextDestination(),
      environment: [:],
      events: { AsyncStream { _ in } }
    )
    return (await Program().run(arguments, console: console), output.text)
  }
}

extension DatabaseQueue {
  /// The source that the command writes for all tables.
  fileprivate func swiftSource() throws -> String {
    try read { db in
      try SwiftSource(of: TableDescription.all(in: db), in: db).text
    }
  }
}
