import DatabaseTypes
import LiveSQLTestSupport
import Synchronization
import TestSockets
import Testing
import WebServer

@testable import Studio

/// The number of commits that a page missed while it had no stream.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct CommitCountTests {
  /// A database whose commits the test makes up.
  ///
  /// State: the closures that receive commits, and the number of subscriptions so far, guarded by
  /// a mutex.
  private final class Source: Sendable {
    private struct State {
      var receivers: [Int: @Sendable (ChangeSet) -> Void] = [:]
      var count = 0
    }

    private let state = Mutex(State())
    var isFollowed: Bool { state.withLock { !$0.receivers.isEmpty } }

    func subscribe(_ receive: @escaping @Sendable (ChangeSet) -> Void) -> any Sendable {
      let id = state.withLock { state in
        state.count += 1
        state.receivers[state.count] = receive
        return state.count
      }
      return Token { [self] in state.withLock { $0.receivers[id] = nil } }
    }

    func commit() {
      let receivers = state.withLock { Array($0.receivers.values) }
      let tables: [TableName: ChangeSet.TableChanges] = [:]
      let changes = ChangeSet(number: 1, origin: .otherProcess, tables: tables)
      for receive in receivers { receive(changes) }
    }
  }

  private final class Token: Sendable {
    private let onEnd: @Sendable () -> Void
    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
    deinit { onEnd() }
  }

  @Test func `commits are counted without a receiver, and the next one receives the number`() async
  {
    let source = Source()
    let counter = CommitCounter { source.subscribe($0) }
    let seen = Mutex<[Int]>([])
    var first = Optional(counter.add { _, count in seen.withLock { $0.append(count) } })
    #expect(first?.beginning == CommitCounter.Beginning(count: 0, completeSince: 0))
    source.commit()
    withExtendedLifetime(first) {}
    first = nil
    for _ in 0..<3 { source.commit() }
    let second = counter.add { _, count in seen.withLock { $0.append(count) } }
    #expect(second.beginning == CommitCounter.Beginning(count: 4, completeSince: 0))
    source.commit()
    #expect(seen.withLock { $0 } == [1, 5])
    counter.close()
    #expect(!source.isFollowed)
    withExtendedLifetime(second.token) {}
  }

  @Test func `the database is released some time after the last receiver, and that is reported`()
    async
  {
    let source = Source()
    let counter = CommitCounter(patience: .zero) { source.subscribe($0) }
    var first = Optional(counter.add { _, _ in })
    source.commit()
    #expect(source.isFollowed)
    #expect(first?.beginning.count == 0)
    withExtendedLifetime(first) {}
    first = nil
    await until { !source.isFollowed }
    source.commit()
    let second = counter.add { _, _ in }
    #expect(second.beginning == CommitCounter.Beginning(count: 1, completeSince: 1))
    #expect(source.isFollowed)
    withExtendedLifetime(second.token) {}
    counter.close()
  }

  @Test func `a page that comes back receives the number of commits it has missed`() async throws {
    let shop = "PRAGMA journal_mode = WAL; CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT)"
    try await StudioFixture.run(shop, { $0.isWritable = true }) { studio in
      func insert(_ id: Int) async throws {
        let change = #"{"kind":"insert","table":"lists","values":{"id":["i","\#(id)"]}}"#
        #expect(try await studio.post("/api/edits", #"{"changes":[\#(change)]}"#).status == 200)
      }
      var epoch = JSONValue.null
      try await studio.withTab { tab in
        let answer = try await tab.subscribe("commits", "7").json
        #expect(answer["count"] == 0)
        #expect(answer["since"] == 0)
        epoch = answer["epoch"]
        try await insert(1)
        #expect(try await tab.next { $0.name == "commit" }.data["count"] == 1)
      }
      for id in 2...4 { try await insert(id) }
      try await studio.withTab { tab in
        var answer = JSONValue.null
        // The last commit may be reported after the edit was answered.
        while answer["count"] != 4 { answer = try await tab.subscribe("commits", "7").json }
        #expect(answer["since"] == 0)
        #expect(answer["epoch"] == epoch)
        try await insert(5)
        #expect(try await tab.next { $0.name == "commit" }.data["count"] == 5)
      }
    }
  }
}
