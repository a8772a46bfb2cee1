import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestSockets
import Testing

@testable import Studio

/// A studio on a scratch database, with a page that has its stream open.
struct StudioBench: Sendable {
  let path: String
  let studio: Studio
  let client: HTTPClient
  let events: StudioEvents

  /// The database of the studio.
  var database: StudioDatabase? { (studio.context.backend as? SQLiteBackend)?.database }

  /// Runs a test against a studio, which is stopped afterwards.
  ///
  /// - Parameters:
  ///   - schema: What makes the database.
  ///   - journal: Its journal.
  ///   - change: Changes the settings.
  static func run(
    _ schema: String = "CREATE TABLE orders (id INTEGER PRIMARY KEY, title TEXT, amount REAL)",
    journal: JournalMode = .wal,
    _ change: (inout Studio.Settings) -> Void = { _ in },
    _ body: (StudioBench) async throws -> Void
  ) async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "shop.db")
    try make(path, schema, journal)
    var settings = Studio.Settings.patient
    change(&settings)
    let studio = try Studio(path: path, settings: settings)
    let client = try HTTPClient(studio: try studio.start())
    let events = try await StudioEvents(client)
    let bench = StudioBench(path: path, studio: studio, client: client, events: events)
    do {
      await until { studio.context.tabs.all.count == 1 }
      try await body(bench)
    } catch {
      bench.events.close()
      try await studio.stop()
      throw error
    }
    bench.events.close()
    try await studio.stop()
    withExtendedLifetime(scratch) {}
  }

  private static func make(_ path: String, _ schema: String, _ journal: JournalMode) throws {
    var configuration = Configuration()
    configuration.journalMode = journal
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.write { db in try db.execute(sql: schema) }
    try database.close()
  }

  /// Has the page run a text.
  @discardableResult
  func run(
    _ sql: String,
    live: Bool = false,
    limit: Int = 1_000,
    subscription: String = "5"
  ) async throws -> HTTPAnswer {
    let text = try String(decoding: JSONEncoder().encode(sql), as: UTF8.self)
    return try await client.ask(
      "POST /api/tabs/\(events.tab)/sql",
      body: """
        {"subscription":"\(subscription)","sql":\(text),"live":\(live),"limit":\(limit),"request":7}
        """
    )
  }

  /// Has the page run a text, and gives the events of its statements.
  func results(_ sql: String, live: Bool = false, limit: Int = 1_000) async throws -> [JSONValue] {
    let answer = try await run(sql, live: live, limit: limit)
    let count = Int(answer.json["statements"].number ?? 0)
    var results: [JSONValue] = []
    while results.count < count {
      results.append(try await events.next())
      if results.last?["error"].string != nil { break }
    }
    return results
  }

  /// Has the page run a text of one statement.
  func result(_ sql: String, live: Bool = false, limit: Int = 1_000) async throws -> JSONValue {
    try await results(sql, live: live, limit: limit)[0]
  }

  /// Writes by a connection of which the studio knows nothing.
  func write(_ sql: String) throws {
    var configuration = Configuration()
    configuration.journalMode = .unchanged
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.write { db in try db.execute(sql: sql) }
    try other.close()
  }
}
