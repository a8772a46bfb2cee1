import DatabaseTypes
import Foundation
import SQLiteDatabase
import Studio

/// A file with a table of a million orders of about 90 bytes each.
struct BigFile: Sendable {
  let path: String
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("livesql-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("shop.db").path
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
          CREATE TABLE orders (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, status TEXT NOT NULL, amount REAL, note TEXT);
          INSERT INTO orders WITH RECURSIVE n(i) AS (
            SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
            SELECT i, 'An order of paper, A4, number ' || (i * 7919 % 1000003), 'open', i / 7.0,
              'call before delivery' FROM n;
          CREATE INDEX byTitle ON orders(title);
          PRAGMA wal_checkpoint(TRUNCATE);
          """
      )
    }
    try database.close()
  }

  /// The path of another file beside it.
  func path(of name: String) -> String { folder.appendingPathComponent(name).path }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Runs a closure with a studio on the file.
  func withStudio<Result>(_ body: (Studio, _ address: String) async throws -> Result) async throws
    -> Result
  {
    var settings = Studio.Settings()
    settings.tabLimit = 250
    let studio = try Studio(path: path, settings: settings)
    let result: Result
    do { result = try await body(studio, try studio.start()) } catch {
      try? await studio.stop()
      throw error
    }
    try await studio.stop()
    return result
  }
}
