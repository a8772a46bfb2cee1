import DatabaseTypes
import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing

/// Copies between a file and a PostgreSQL database, as an application calls them.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct DatabaseCopyTests {
  private struct Stopped: Error {}

  private let scratch: ScratchDirectory
  private let postgres: PostgresScratchDatabase
  private let file: DatabaseQueue
  private let server: PostgresDatabase

  init() throws {
    scratch = try ScratchDirectory()
    postgres = try PostgresScratchDatabase()
    file = try DatabaseQueue(path: scratch.path(of: "shop.db"))
    server = PostgresDatabase(PostgresDatabaseConfiguration(postgres.configuration))
    try file.write { db in
      try db.execute(
        sql: """
          CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
          CREATE TABLE items (
            id INTEGER PRIMARY KEY, list INTEGER REFERENCES lists, price INTEGER, mixed TEXT
          );
          CREATE VIEW titles AS SELECT title FROM lists;
          INSERT INTO lists VALUES (1, 'Home'), (2, 'Work');
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
          INSERT INTO items SELECT i, 1 + i % 2, i * 5, 'x' FROM n;
          """
      )
    }
  }

  private func texts(_ sql: String) throws -> [String] {
    try postgres.connect().execute(sql).map { row in try row.decode(String.self, at: 0) }
  }

  private var tables: [String] {
    get throws { try texts("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'") }
  }

  @Test func `a file is copied to a server and back, with counts, checksums and progress`()
    async throws
  {
    let seen = Mutex<[DatabaseCopyProgress]>([])
    let summary = try await file.copy(to: server) { progress in
      seen.withLock { $0.append(progress) }
    }
    #expect(Set(summary.tables.map(\.name)) == ["lists", "items"])
    #expect(summary.rowCount == 1_002)
    #expect(summary.tables.first { $0.name == "items" }?.rowCount == 1_000)
    #expect(summary.tables.allSatisfy { $0.isNew && $0.checksum.count == 16 })
    #expect(summary.notes == ["the view titles is left out."])
    #expect(
      seen.withLock(\.self).map(\.completedRowCount) == [256, 512, 768, 1_002]
    )
    #expect(seen.withLock(\.self).allSatisfy { $0.totalRowCount == 1_002 })
    #expect(try texts("SELECT count(*)::text FROM items") == ["1000"])

    let path = scratch.path(of: "back.db")
    let back = try await server.copy(toFile: path) { _ in }
    #expect(
      Dictionary(uniqueKeysWithValues: back.tables.map { ($0.name, $0.checksum) })
        == Dictionary(uniqueKeysWithValues: summary.tables.map { ($0.name, $0.checksum) })
    )
    let copy = try DatabaseQueue(path: path)
    let prices = try await copy.read { db in
      try Int.fetchOne(db, sql: "SELECT sum(price) FROM items")
    }
    #expect(prices == 2_502_500)
    try copy.close()
    let refused = await #expect(throws: DatabaseError.self) { try await server.copy(toFile: path) }
    #expect(refused?.message.contains("`replacesFile: true`") == true)
  }

  @Test func `columns are left out and converted by name`() async throws {
    let options = DatabaseCopyOptions(
      skipped: ["lists", "Items.mixed"],
      decimals: [DecimalColumn("items.price", digits: 2)]
    )
    let summary = try await file.copy(to: server, options)
    #expect(summary.tables.map(\.name) == ["items"])
    #expect(summary.notes.contains("the table lists is left out."))
    #expect(try texts("SELECT price::text FROM items WHERE id = 3") == ["0.15"])
    let back = scratch.path(of: "back.db")
    try await server.copy(toFile: back, decimals: options.decimals)
    let price = try await DatabaseQueue(path: back).read { db in
      try Int.fetchOne(db, sql: "SELECT price FROM items WHERE id = 3")
    }
    #expect(price == 15)
  }

  @Test func `a plan has the SQL, and runs none`() async throws {
    let plan = try await file.planCopy()
    #expect(plan.statements.contains { $0.hasPrefix("CREATE TABLE \"public\".\"items\" (") })
    #expect(plan.notes == ["the view titles is left out."])
    #expect(try tables == [])
  }

  @Test func `an error names the option that helps, as Swift writes it`() async throws {
    try await file.copy(to: server)
    let rows = await #expect(throws: DatabaseCopyError.self) { try await file.copy(to: server) }
    #expect(rows?.code == .rowsExist)
    #expect(rows?.message.contains("Give `appends: true` to add to them, or empty it.") == true)
    #expect(try texts("SELECT count(*)::text FROM items") == ["1000"])

    let unknown = await #expect(throws: DatabaseCopyError.self) {
      try await file.copy(to: server, DatabaseCopyOptions(skipped: ["goods"]))
    }
    #expect(unknown?.code == .unknownName)
    #expect(
      unknown?.message
        == "The file has no goods, which `skipped` names. Give it as TABLE or TABLE.COLUMN."
    )
    let both = await #expect(throws: DatabaseCopyError.self) {
      try await file.copy(to: server, DatabaseCopyOptions(appends: true, continues: true))
    }
    #expect(both?.code == .contradictoryOptions)
  }

  @Test func `a copy that its progress ends, or whose task is cancelled, leaves nothing behind`()
    async throws
  {
    await #expect(throws: Stopped.self) {
      try await file.copy(to: server) { _ in throw Stopped() }
    }
    #expect(try tables == [])
    let copying = Task { [file, server] in try await file.copy(to: server) }
    copying.cancel()
    await #expect(throws: CancellationError.self) { try await copying.value }
    #expect(try tables == [])

    try await file.copy(to: server)
    let path = scratch.path(of: "back.db")
    await #expect(throws: Stopped.self) {
      try await server.copy(toFile: path) { _ in throw Stopped() }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(!names.contains { $0.hasPrefix("back") })
  }
}
