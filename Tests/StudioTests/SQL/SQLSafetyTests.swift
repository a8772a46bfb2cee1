import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestSockets
import Testing

@testable import Studio

/// What people's statements may not do while the studio only reads.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct SQLSafetyTests {
  @Test(arguments: [
    "INSERT INTO orders (title) VALUES ('x')", "UPDATE orders SET title = 'x'",
    "DELETE FROM orders", "DROP TABLE orders", "CREATE TABLE other (a)",
    "CREATE INDEX byTitle ON orders(title)", "ALTER TABLE orders ADD COLUMN b",
    "REPLACE INTO orders (id) VALUES (1)", "ANALYZE", "REINDEX", "VACUUM",
    "WITH a AS (SELECT 1) DELETE FROM orders",
    "CREATE TEMP TRIGGER t AFTER INSERT ON orders BEGIN DELETE FROM orders; END; INSERT INTO orders DEFAULT VALUES",
    "CREATE TEMP TABLE c (a); CREATE TEMP TRIGGER t AFTER INSERT ON c BEGIN DELETE FROM orders; END; INSERT INTO c VALUES (1)",
    "PRAGMA query_only = OFF; DELETE FROM orders", "BEGIN IMMEDIATE; DELETE FROM orders; COMMIT",
  ])
  func `nothing is written`(sql: String) async throws {
    try await StudioBench.run(Self.schema) { bench in
      let results = try await bench.results(sql)
      let error = try #require(results.last?["error"].string)
      #expect(error.contains("--write"), "\(error)")
      let (rows, tables) = try await Self.content(bench)
      #expect(rows == 1)
      #expect(tables == 2)
    }
  }

  @Test(arguments: [
    "ATTACH 'PATH' AS other", "VACUUM INTO 'PATH'", "DETACH main", "PRAGMA journal_mode = DELETE",
    "PRAGMA writable_schema = ON", "PRAGMA user_version = 7", "PRAGMA wal_checkpoint",
    "PRAGMA query_only = 0", "PRAGMA trusted_schema = ON", "PRAGMA optimize",
    "PRAGMA main.foreign_keys = OFF",
    "SELECT load_extension('PATH')", "PRAGMA temp_store_directory = '/'",
    "PRAGMA cache_size = 1000000",
  ])
  func `other files and the connection stay as they are`(sql: String) async throws {
    try await StudioBench.run(Self.schema) { bench in
      let path = bench.path + ".other"
      let result = try await bench.result(sql.replacing("PATH", with: path))
      let error = try #require(result["error"].string)
      #expect(error.contains("is not allowed") && error.contains("--write"), "\(error)")
      #expect(!error.contains(path))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test(arguments: [
    "PRAGMA table_info(orders)", "PRAGMA user_version", "PRAGMA integrity_check",
    "SELECT * FROM pragma_table_info('orders')",
    "EXPLAIN QUERY PLAN DELETE FROM orders WHERE id > 1",
    "EXPLAIN DELETE FROM orders", "PRAGMA journal_mode",
    "SELECT * FROM search WHERE search MATCH 'desk'",
    "SELECT * FROM places WHERE minX < 3", "BEGIN; SELECT * FROM orders; COMMIT",
  ])
  func `statements that only read are run`(sql: String) async throws {
    let schema = """
      \(Self.schema); CREATE VIRTUAL TABLE search USING fts5(text); INSERT INTO search VALUES ('oak desk');
      CREATE VIRTUAL TABLE places USING rtree(id, minX, maxX); INSERT INTO places VALUES (1, 2, 3)
      """
    try await StudioBench.run(schema) { bench in
      for result in try await bench.results(sql) {
        #expect(result["error"] == .null)
        #expect(result["rows"].elements.isEmpty == false || result["columns"] == [])
      }
    }
  }

  @Test func `with --write, all changes work`() async throws {
    try await StudioBench.run(Self.schema) {
      $0.isWritable = true
    } _: { bench in
      let other = bench.path + ".other"
      _ = try DatabaseQueue(path: other).close()
      let results = try await bench.results(
        """
        ATTACH '\(other)' AS other; CREATE TABLE other.t (a); INSERT INTO other.t VALUES (1); DETACH other;
        PRAGMA user_version = 7; DELETE FROM orders; VACUUM
        """
      )
      #expect(results.map { $0["error"] } == Array(repeating: JSONValue.null, count: 7))
      let found1 = try await Self.content(bench).rows
      #expect(found1 == 0)
      let found2 = try await bench.result("PRAGMA user_version")["rows"]
      #expect(found2 == [[.integer(7)]])
    }
  }

  @Test func `an error does not contain the path of the file`() async throws {
    try await StudioBench.run(Self.schema) { bench in
      for sql in ["SELECT * FROM missing", "SELECT abs(-9223372036854775808)", "SELECT json('{')"] {
        let error = try #require(try await bench.result(sql)["error"].string)
        #expect(!error.contains("/"), "\(error)")
      }
    }
  }

  private static let schema = """
    CREATE TABLE orders (id INTEGER PRIMARY KEY, title TEXT); CREATE INDEX byName ON orders(title);
    INSERT INTO orders VALUES (1, 'desk')
    """

  private static func content(_ bench: StudioBench) async throws -> (rows: Int?, tables: Int?) {
    try await #require(bench.database).shared.read { db in
      (
        try Int.fetchOne(db, sql: "SELECT count(*) FROM orders"),
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
      )
    }
  }
}
