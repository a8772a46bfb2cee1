import LiveSQLTestSupport
import Synchronization
import TestSockets
import Testing
import WebServer

@testable import Studio

/// Requests to the studio's routes that no page would send: each is answered or refused, and none
/// leaves a descriptor behind.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct StudioFuzzTests {
  private static let shop = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE orders (id INTEGER PRIMARY KEY, title TEXT);
    CREATE TABLE items (id INTEGER PRIMARY KEY, orderId REFERENCES orders(id), content);
    CREATE VIEW views AS SELECT title, id FROM orders;
    CREATE TRIGGER edits INSTEAD OF UPDATE ON views
      BEGIN UPDATE orders SET title = new.title WHERE id = old.id; END;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO orders SELECT i, 'order ' || i FROM n;
    INSERT INTO items SELECT id, id, zeroblob(900) FROM orders;
    """

  /// How many descriptors connections that are kept open may take.
  private static let slack = 60

  @Test(arguments: [UInt64(1), 2])
  func `the studio still answers after many random requests`(seed: UInt64) async throws {
    try await run(seed: seed) { studio in
      let answer = try await studio.client.ask("GET /api/database")
      #expect(answer.status == 200)
      #expect(answer.json["tables"].count == 3)
    }
  }

  @Test(.enabled(if: StudioDescriptors.obstacle == nil, "\(StudioDescriptors.obstacle ?? "")"))
  func `random requests leave no descriptors`() async throws {
    let place = Mutex<(path: String, port: UInt16)?>(nil)
    try await run(seed: 3) { studio in
      let (path, port) = (studio.path, studio.client.port)
      place.withLock { $0 = (path, port) }
      // Only the listening socket is left, and the connections that wait for the next reader.
      await until { StudioDescriptors(path: path, port: port).sockets == 1 }
      await until { StudioDescriptors(path: path, port: port).files <= Self.slack }
      _ = try await studio.client.ask("GET /api/database")
    }
    let found = place.withLock { $0 }
    let (path, port) = try #require(found)
    await until {
      let left = StudioDescriptors(path: path, port: port)
      return left.files == 0 && left.sockets == 0
    }
  }

  /// Sends random requests to a studio, closes its tab, and runs a closure.
  private func run(seed: UInt64, _ body: (StudioFixture) async throws -> Void) async throws {
    let change: (inout Studio.Settings) -> Void = { settings in
      settings.isWritable = true
      settings.idleLimit = 1
      settings.statementTimeLimit = .milliseconds(50)
    }
    try await StudioFixture.run(Self.shop, change) { studio in
      try await studio.withTab { tab in
        let (client, id) = (studio.client, tab.id)
        await onThread { Self.send(TestRounds.scaled(400), seed, client, tab: id) }
      }
      try await body(studio)
    }
  }

  private static func send(_ count: Int, _ seed: UInt64, _ client: HTTPClient, tab: String) {
    var maker = StudioRequestMaker(seed: seed, client, tab: tab)
    for _ in 0..<count {
      guard let socket = LocalSocket.connected(toPort: client.port) else { continue }
      socket.write(maker.request())
      // Most wait a moment for the answer; some leave at once.
      if maker.next() % 4 > 0, LocalSocket.readable([socket], within: 20)[0] { _ = socket.read() }
      socket.close()
    }
  }
}
