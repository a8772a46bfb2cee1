import DatabaseTypes
import Dispatch
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import TestSockets
import Testing

@testable import Studio

/// A live result that takes long, and the grids that show the same commits.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct SlowResultTests {
  /// A gate at which statements wait.
  private final class Gate: Sendable {
    private struct State {
      var isOpen = true
      var waiterCount = 0
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    var hasWaiter: Bool { state.withLock { $0.waiterCount > 0 } }

    func close() { state.withLock { $0.isOpen = false } }

    func open() {
      let waiterCount = state.withLock { state in
        state.isOpen = true
        defer { state.waiterCount = 0 }
        return state.waiterCount
      }
      for _ in 0..<waiterCount { semaphore.signal() }
    }

    func pass() {
      let waits = state.withLock { state in
        if state.isOpen { return false }
        state.waiterCount += 1
        return true
      }
      if waits { semaphore.wait() }
    }
  }

  private static let shop = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE orders (id INTEGER PRIMARY KEY, title TEXT);
    INSERT INTO orders VALUES (1, 'a'), (2, 'b');
    """

  @Test func `a slow result does not delay the grid of its commit`() async throws {
    let gate = Gate()
    let pass = DatabaseFunction("pass", argumentCount: 0) { _ in
      gate.pass()
      return DatabaseValue.integer(1)
    }
    try await StudioFixture.run(Self.shop) {
      $0.prepareDatabase = { db in db.add(function: pass) }
    } _: { studio in
      defer { gate.open() }
      try await studio.withTab { tab in
        let sql = #""sql":"SELECT pass(), title FROM orders WHERE id = 1","live":true"#
        try await tab.subscribe("sql", "5", sql)
        let first = try await tab.next { $0.name == "result" }
        #expect(first.data["plan"] == "run again")
        try await tab.subscribe("grid", "1", #""table":"orders","first":0,"count":3"#)
        _ = try await tab.next { $0.name == "grid" }
        gate.close()
        try await studio.write("UPDATE orders SET title = 'c' WHERE id = 1")
        await until { gate.hasWaiter }
        _ = try await tab.next { $0.data["changed"][0]["c"] == [[1, "c"]] }
        gate.open()
        let result = try await tab.next { $0.name == "result" }
        #expect(result.data["changed"][0]["c"] == [[1, "c"]])
      }
    }
  }
}
