import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests of the actor on which closures that may suspend run: the caller's.
///
/// Each test has a process of its own, because a check of an actor ends the process if it fails.
@Suite(.timeLimit(.hang)) struct IsolationTests {
  @Test(arguments: DatabaseKind.allCases)
  func `a transaction's closure in a function of an actor runs on the actor`(kind: DatabaseKind)
    async throws
  {
    await #expect(processExitsWith: .success) { [name = kind.rawValue as String] in
      let db = try TestDatabase(try #require(DatabaseKind(rawValue: name)), "CREATE TABLE t (a)")
      try await countOnMainActor(in: db.writer)
      let counts = try await CountingActor().count(in: db.writer)
      #expect(counts == 2)
      #expect(try db.count() == 2)
    }
  }

  @Test(arguments: DatabaseKind.allCases)
  func `a transaction's closure in a function that an actor calls runs on the actor`(
    kind: DatabaseKind
  ) async throws {
    await #expect(processExitsWith: .success) { [name = kind.rawValue as String] in
      let db = try TestDatabase(try #require(DatabaseKind(rawValue: name)), "CREATE TABLE t (a)")
      try await callOnMainActor { try await $0.count(in: db.writer) }
      try await CountingActor().call { try await $0.count(in: db.writer) }
      #expect(try db.count() == 2)
    }
  }

  @Test func `a closure of a connection's transaction runs on the caller's actor`() async throws {
    await #expect(processExitsWith: .success) {
      let connection = try await SQLiteConnection.open()
      try await connection.execute("CREATE TABLE t (a)")
      try await callOnMainActor { try await $0.count(in: connection) }
      try await CountingActor().call { try await $0.count(in: connection) }
    }
  }

  @Test func `closures of undo groups and without recording do, too`() async throws {
    await #expect(processExitsWith: .success) {
      let history = try UndoHistory(try DatabaseQueue())
      try await callOnMainActor { await $0.count(in: history) }
      try await CountingActor().call { await $0.count(in: history) }
    }
  }

  @Test func `a closure with a test's database runs on the caller's actor`() async throws {
    await #expect(processExitsWith: .success) {
      let database = try DatabaseQueue()
      try await callOnMainActor { await $0.countWithTestDatabase(database) }
      try await CountingActor().call { await $0.countWithTestDatabase(database) }
    }
  }
}

private let insert = "INSERT INTO t VALUES (1)"

@MainActor private func countOnMainActor(in database: any DatabaseWriter) async throws {
  let tally = Tally(of: MainActor.shared)
  try await database.transaction(deadline: .unhurried) { tx in
    tally.count()
    try await tx.execute(sql: insert)
    tally.count()
  }
  tally.count()
  #expect(tally.total == 3)
}

@MainActor
private func callOnMainActor(_ body: @Sendable (Tally) async throws -> Void) async throws {
  let tally = Tally(of: MainActor.shared)
  try await body(tally)
  tally.count()
}

private actor CountingActor {
  private var total = 0

  /// Counts in a closure that uses the actor's state.
  func count(in database: any DatabaseWriter) async throws -> Int {
    try await database.transaction(deadline: .unhurried) { tx in
      preconditionIsolated()
      total += 1
      try await tx.execute(sql: insert)
      preconditionIsolated()
      total += 1
      return total
    }
  }

  func call(_ body: @Sendable (Tally) async throws -> Void) async throws {
    let tally = Tally(of: self)
    try await body(tally)
    tally.count()
  }
}

/// A count that is not `Sendable`: only the actor that it belongs to may use it.
private final class Tally {
  private let owner: any Actor
  private(set) var total = 0

  init(of owner: any Actor) { self.owner = owner }

  /// Counts, or ends the process if this is not the owner.
  func count() {
    owner.preconditionIsolated()
    total += 1
  }

  // These functions have no actor of their own: they run on their caller's.

  func count(in database: any DatabaseWriter) async throws {
    try await database.transaction(deadline: .unhurried) { tx in
      count()
      try await tx.execute(sql: insert)
      count()
      await Task.yield()
      count()
    }
    count()
  }

  func count(in connection: SQLiteConnection) async throws {
    try await connection.transaction(deadline: .unhurried) { bound in
      count()
      try await bound.execute(insert)
      count()
    }
  }

  func count(in history: UndoHistory) async {
    await history.group {
      await Task.yield()
      count()
    }
    count()
    await history.withoutRecording {
      await Task.yield()
      count()
    }
  }

  func countWithTestDatabase(_ database: any DatabaseWriter) async {
    await withTestDatabase(database) {
      await Task.yield()
      count()
    }
  }
}
