import Dispatch
import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Loads of a property that replace each other.
@Suite(.mayBlock, .timeLimit(.hang)) struct ReplacedLoadTests {
  private let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  private static func reminders(ofList list: Int) -> Where<Reminder> {
    Reminder.where { $0.remindersListID.eq(list) }
  }

  /// Checks that the property shows the reminders of a list, now and after a commit.
  private func expectLive(_ property: FetchAll<Reminder>, ofList list: Int) async throws {
    try await database.liveQueriesCaughtUp()
    let before = property.wrappedValue
    #expect(before.allSatisfy { $0.remindersListID == list })
    try await database.run("INSERT INTO reminders (title, remindersListID) VALUES ('New', \(list))")
    try await database.liveQueriesCaughtUp()
    #expect(property.wrappedValue.count == before.count + 1)
  }

  /// Keeps the only connection busy while a closure runs.
  private func whileBusy(_ body: () async throws -> Void) async throws {
    let (free, isHeld) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread { [database] in
      try? database.read { _ in
        isHeld.signal()
        free.wait()
      }
    }
    isHeld.wait()
    defer { free.signal() }
    try await body()
  }

  @Test func `cancelling a load that was replaced does not end the newer one`() async throws {
    let property = FetchAll(Self.reminders(ofList: 1), database: database)
    try await property.load()
    let database = database
    var newer: Task<Void, any Error>?
    try await whileBusy {
      let older = Task {
        _ = try await property.load(Self.reminders(ofList: 3), database: database)
      }
      await until { property.isLoading }
      newer = Task { _ = try await property.load(Self.reminders(ofList: 2), database: database) }
      // It has replaced the older one as soon as that one's query has ended.
      await until { property.isLoading }
      older.cancel()
      _ = await older.result
    }
    try await newer?.value
    #expect(property.loadError == nil)
    try await expectLive(property, ofList: 2)
  }

  @Test func `a load throws the error of a newer one that cannot start`() async throws {
    let property = FetchAll(Self.reminders(ofList: 1), database: database)
    try await property.load()
    let database = database
    var older: Task<Void, any Error>?
    try await whileBusy {
      older = Task { _ = try await property.load(Self.reminders(ofList: 3), database: database) }
      await until { property.isLoading }
      let error = await #expect(throws: DatabaseError.self) {
        _ = try await property.load(Self.reminders(ofList: 2), database: ChangelessDatabase())
      }
      #expect(error?.code == .misuse)
    }
    let started = try #require(older)
    let error = await #expect(throws: DatabaseError.self) { try await started.value }
    #expect(error?.code == .misuse)
    #expect((property.loadError as? DatabaseError)?.code == .misuse)
    // A later one is not affected.
    _ = try await property.load(Self.reminders(ofList: 2), database: database)
    #expect(property.loadError == nil)
    try await expectLive(property, ofList: 2)
  }

  @Test func `a load that a pause ends can be resumed`() async throws {
    let property = FetchAll(Self.reminders(ofList: 1), database: database)
    try await property.load()
    let database = database
    var load: Task<Void, any Error>?
    try await whileBusy {
      load = Task { _ = try await property.load(Self.reminders(ofList: 2), database: database) }
      await until { property.isLoading }
      property.pause()
    }
    // The query may have been read before it ended.
    _ = await load?.result
    #expect(property.isPaused)
    property.resume()
    try await expectLive(property, ofList: 2)
  }

  @Test(arguments: 0..<TestRounds.scaled(20))
  func `no load throws because another one replaced it`(round: Int) async throws {
    let property = FetchAll(Self.reminders(ofList: 1), database: database)
    let database = database
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask {
          for _ in 0..<(round + number) % 4 { await Task.yield() }
          if number == 0 { return try await property.load() }
          _ = try await property.load(Self.reminders(ofList: number), database: database)
        }
      }
      try await group.waitForAll()
    }
    #expect(property.loadError == nil)
    let list = try #require(property.wrappedValue.first?.remindersListID)
    try await expectLive(property, ofList: list)
  }
}

/// A database that reports no changes, so that no query can be watched in it.
private final class ChangelessDatabase: LiveDatabase {}
