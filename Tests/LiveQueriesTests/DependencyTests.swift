import Foundation
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

@Suite struct DependencyTests {
  @Dependency(\.defaultDatabase) private var database

  @Test func `an error says how to set a missing default database`() async throws {
    #expect(throws: DefaultDatabaseError.self) { try database.read { _ in } }
    await #expect(throws: DefaultDatabaseError.self) { try await database.write { _ in } }
    @FetchAll(delivery: .automatic) var reminders: [Reminder]
    #expect(reminders.isEmpty)
    #expect($reminders.loadError is DefaultDatabaseError)
    #expect(!$reminders.isLoading)
    await #expect(throws: DefaultDatabaseError.self) { try await $reminders.load() }
    #expect("\(DefaultDatabaseError())".contains("prepareDependencies"))
  }

  @Test func `the default database is that of the innermost operation`() async throws {
    let (outer, inner) = (try remindersDatabase(), try remindersDatabase())
    try withDependencies {
      $0.defaultDatabase = outer
    } operation: {
      #expect(database === outer)
      withDependencies {
        $0.defaultDatabase = inner
      } operation: {
        #expect(database === inner)
      }
      let count = try database.read { try Reminder.fetchCount($0) }
      #expect(count == 3)
    }
  }

  @Test func `child tasks inherit the default database`() async throws {
    let outer = try remindersDatabase()
    let count = try await withDependencies {
      $0.defaultDatabase = outer
    } operation: {
      async let count = database.read { try Reminder.fetchCount($0) }
      return try await count
    }
    #expect(count == 3)
  }

  @Test func `a wrapper fetches from the default database of the place where it was created`()
    async throws
  {
    let reminders = try withDependencies {
      $0.defaultDatabase = try remindersDatabase()
    } operation: {
      FetchAll(Reminder.all)
    }
    try await reminders.load()
    #expect(reminders.wrappedValue.count == 3)
  }

  @Test func `each default database in tests is a separate file`() async throws {
    let (left, right) = (try defaultDatabase(), try defaultDatabase(path: "/nowhere/app.db"))
    #expect(left.path != right.path)
    #expect(right.path != "/nowhere/app.db")
    for database in [left, right] {
      try database.close()
      try FileManager.default.removeItem(atPath: database.path)
    }
  }

  @Test(.timeLimit(.hang)) func `an operation runs on the actor of its caller`() async {
    // A check of an actor ends the process if it fails.
    await #expect(processExitsWith: .success) { await changeDependenciesOnMainActor() }
  }

  @Test func `errors are reported rather than thrown`() async {
    struct Failure: Error {}
    let reported = Mutex<[String]>([])
    await withDependencies {
      $0.errorReporter = ErrorReporter { error, message, _ in
        reported.withLock { $0.append("\(message ?? "-") \(error)") }
      }
    } operation: {
      let result: Int? = withErrorReporting { throw Failure() }
      #expect(result == nil)
      await withErrorReporting("Saving") {
        await Task.yield()
        throw Failure()
      }
      withErrorReporting { throw CancellationError() }
      #expect(withErrorReporting { 7 } == 7)
    }
    #expect(reported.withLock { $0 } == ["- Failure()", "Saving Failure()"])
  }
}

@MainActor private func changeDependenciesOnMainActor() async {
  await changeDependencies(on: MainActor.shared)
}

/// Changes values in a function without an actor of its own, which runs on its caller's.
private func changeDependencies(on owner: any Actor) async {
  await withDependencies { _ in
    await Task.yield()
    owner.preconditionIsolated()
  } operation: {
    await Task.yield()
    owner.preconditionIsolated()
  }
  await withDependencies(from: NSObject()) {
    await Task.yield()
    owner.preconditionIsolated()
  }
  owner.preconditionIsolated()
}
