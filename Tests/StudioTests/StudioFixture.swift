import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestSockets
import Testing
import WebServer

@testable import Studio

/// A studio on a scratch file, and somebody else who writes to that file.
struct StudioFixture: Sendable {
  let client: HTTPClient
  /// Another connection to the file.
  let other: DatabaseQueue
  let path: String
  /// The routes of the studio.
  let routes: [Route]
  /// The exchange through which the studio gets the rows of other connections' commits.
  private let exchange: SharedCommits

  /// Runs a test against a studio, which is stopped afterwards.
  ///
  /// - Parameters:
  ///   - sql: Makes the file's tables and rows.
  ///   - change: Changes the studio's settings.
  static func run(
    _ sql: String,
    _ change: (inout Studio.Settings) -> Void = { _ in },
    _ body: (StudioFixture) async throws -> Void
  ) async throws {
    let scratch = try ScratchDirectory()
    do {
      let path = scratch.path(of: "shop.db")
      let other = try DatabaseQueue(path: path)
      try await other.writeWithoutTransaction { db in try db.execute(sql: sql) }
      var settings = Studio.Settings.patient
      change(&settings)
      let studio = try Studio(path: path, settings: settings)
      let client = try HTTPClient(studio: try studio.start())
      let backend = try #require(studio.context.backend as? SQLiteBackend)
      let exchange = backend.database.shared.changeSource.shared
      // On a busy machine, a writer may take long to say what it has written.
      exchange.setPatience(.seconds(300))
      let fixture = StudioFixture(
        client: client,
        other: other,
        path: path,
        routes: studio.context.routes,
        exchange: exchange
      )
      do { try await body(fixture) } catch {
        try? await studio.stop()
        throw error
      }
      try await studio.stop()
      try other.close()
    }
    withExtendedLifetime(scratch) {}
  }

  /// Waits until other connections know that the studio wants to know their rows.
  func untilFollowing() async { await until { exchange.isFollowing } }

  /// Writes as somebody else.
  func write(_ sql: String) async throws {
    try await other.write { db in try db.execute(sql: sql) }
  }

  /// Sends JSON.
  func post(_ path: String, _ body: String) async throws -> HTTPAnswer {
    try await client.ask("POST \(path)", body: body)
  }

  /// Opens a stream of events, runs a closure with it, and closes it.
  func withTab(_ body: (TabClient) async throws -> Void) async throws {
    try await TabClient.run(client, body)
  }
}
