import Foundation
import PostgreSQL
import PostgreSQLTestSupport
import Studio
import TestSockets
import Testing

/// A studio on a scratch database of a PostgreSQL server, and somebody else who writes to it.
struct PostgresStudio: Sendable {
  let client: HTTPClient
  let scratch: PostgresScratchDatabase

  /// Runs a test against a studio, which is stopped afterwards.
  ///
  /// - Parameters:
  ///   - sql: Makes the tables and rows.
  ///   - isPublished: Whether the change stream tells what commits touch.
  ///   - change: Changes the studio's settings.
  static func run(
    _ sql: String,
    isPublished: Bool = true,
    _ change: (inout Studio.Settings) -> Void = { _ in },
    _ body: (PostgresStudio) async throws -> Void
  ) async throws {
    let scratch = try await offPool {
      let scratch = try PostgresScratchDatabase(on: isPublished ? streaming.get() : nil)
      let publication =
        isPublished
        ? "CREATE PUBLICATION livesql FOR ALL TABLES WITH (publish_via_partition_root = true);" : ""
      try scratch.connect().execute(script: publication + sql)
      return scratch
    }
    try await run(on: scratch, change, body)
  }

  /// Runs a test against a studio on a database that is there.
  ///
  /// - Parameter role: The role as which the studio connects.
  static func run(
    on scratch: PostgresScratchDatabase,
    as role: String? = nil,
    _ change: (inout Studio.Settings) -> Void = { _ in },
    _ body: (PostgresStudio) async throws -> Void
  ) async throws {
    var settings = Studio.Settings.patient
    change(&settings)
    var configuration = scratch.configuration
    if let role { configuration.options["user"] = role }
    let studio = try await Studio(configuration, settings: settings)
    let client = try HTTPClient(studio: try studio.start())
    do { try await body(PostgresStudio(client: client, scratch: scratch)) } catch {
      try? await studio.stop()
      throw error
    }
    try await studio.stop()
  }

  /// The server of the tests that read the change stream, apart from all others: a slot waits for
  /// transactions that write anywhere on its server.
  private static let streaming = Result { try PostgresTestServer() }

  /// Runs what blocks on a thread that may, so that a studio can answer meanwhile.
  static func offPool<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output)
    async throws -> Output
  {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Writes as somebody else.
  func write(_ sql: String) async throws {
    try await Self.offPool { [scratch] in try scratch.connect().execute(script: sql) }
  }

  /// The text in the first column of the first row of a query.
  func text(_ sql: String) async throws -> String? {
    try await Self.offPool { [scratch] in
      try scratch.connect().execute(sql).first { row in try row.decode(String.self, at: 0) }
    }
  }

  /// Sends JSON.
  func post(_ path: String, _ body: String) async throws -> HTTPAnswer {
    try await client.ask("POST \(path)", body: body)
  }

  /// The structure of the database.
  func structure() async throws -> JSONValue { try await client.ask("GET /api/database").json }

  /// Opens a stream of events, runs a closure with it, and closes it.
  func withTab(_ body: (TabClient) async throws -> Void) async throws {
    try await TabClient.run(client, body)
  }
}
