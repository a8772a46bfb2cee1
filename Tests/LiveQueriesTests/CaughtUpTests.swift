import Foundation
import LiveSQL
import LiveSQLTestSupport
import Observation
import Synchronization
import Testing

/// Waiting until properties show what this process has written.
@Suite(.mayBlock, .timeLimit(.hang)) struct CaughtUpTests {
  /// Returns a database of each kind, with its folder.
  private func databases() throws -> [(any DatabaseWriter, ScratchDirectory?)] {
    let folder = try ScratchDirectory()
    let pool = try DatabasePool(path: folder.path(of: "pool.sqlite"))
    let queue = try DatabaseQueue()
    for database in [pool, queue] as [any DatabaseWriter] {
      try database.write { db in
        try db.execute(sql: "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
      }
    }
    return [(pool, folder), (queue, nil)]
  }

  @Table("items") struct Item: Identifiable, Equatable {
    let id: Int
    var title = ""
  }

  @Test func `a write that publishes returns when the property shows it`() async throws {
    for (database, folder) in try databases() {
      @FetchAll(Item.order(by: \.id), database: database, delivery: .immediate) var items
      try await $items.load()
      for number in 1...200 {
        try await database.write(publishing: .beforeReturning) { db in
          try Item.insert { Item(id: number, title: "\(number)") }.execute(db)
        }
        #expect(items.count == number)
      }
      withExtendedLifetime(folder) {}
    }
  }

  @Test @MainActor
  func `a property on the main actor shows the write, even for a caller on the main actor`()
    async throws
  {
    for (database, folder) in try databases() {
      @FetchAll(Item.order(by: \.id), database: database, delivery: .mainActor) var items
      @FetchOne(Item.count(), database: database, delivery: .immediate) var count = 0
      for number in 1...50 {
        try await database.write(publishing: .beforeReturning) { db in
          try Item.insert { Item(id: number, title: "\(number)") }.execute(db)
        }
        try await database.liveQueriesCaughtUp()
        #expect(items.count == number)
        #expect(count == number)
      }
      withExtendedLifetime(folder) {}
    }
  }

  @Test func `live queries catch up after a synchronous write`() async throws {
    let (database, folder) = try databases()[0]
    @FetchAll(Item.all, database: database, delivery: .immediate) var items
    func write() throws {
      try database.write { db in try Item.insert { Item(id: 1, title: "a") }.execute(db) }
    }
    try write()
    try await liveQueriesCaughtUp(database)
    #expect(items.count == 1)
    withExtendedLifetime(folder) {}
  }

  @Test func `each of many concurrent writers sees its own row`() async throws {
    for (database, folder) in try databases() {
      @FetchAll(Item.all, database: database, delivery: .immediate) var items
      let values = $items
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for writer in 0..<8 {
          group.addTask {
            for number in 0..<40 {
              let id = writer * 1_000 + number
              try await database.write(publishing: .beforeReturning) { db in
                try Item.insert { Item(id: id, title: "") }.execute(db)
              }
              guard values.wrappedValue.contains(where: { $0.id == id }) else { return false }
            }
            return true
          }
        }
        for try await sees in group {
          #expect(sees, "\(type(of: database)) \(values.loadError.map { "\($0)" } ?? "no error")")
        }
      }
      withExtendedLifetime(folder) {}
    }
  }

  @Test func `an observer is notified before a write that publishes returns`() async throws {
    let (database, folder) = try databases()[1]
    @FetchAll(Item.all, database: database, delivery: .immediate) var items
    try await $items.load()
    let told = Mutex(0)
    let values = $items
    withObservationTracking {
      _ = values.wrappedValue
    } onChange: {
      told.withLock { $0 += 1 }
    }
    try await database.write(publishing: .beforeReturning) { db in
      try Item.insert { Item(id: 1, title: "") }.execute(db)
    }
    #expect(told.withLock { $0 } == 1)
    withExtendedLifetime(folder) {}
  }

  @Test func `a query that fails does not delay a write, and its property has the error`()
    async throws
  {
    let (database, folder) = try databases()[0]
    @FetchAll(Item.all, database: database, delivery: .immediate) var items
    try await $items.load()
    try await database.write(publishing: .beforeReturning) { db in
      try db.execute(sql: "ALTER TABLE items RENAME TO things")
    }
    #expect($items.loadError != nil)
    try await database.liveQueriesCaughtUp()
    try await database.write(publishing: .beforeReturning) { db in
      try db.execute(sql: "ALTER TABLE things RENAME TO items")
      try Item.insert { Item(id: 1, title: "") }.execute(db)
    }
    #expect($items.loadError == nil)
    #expect(items.count == 1)
    withExtendedLifetime(folder) {}
  }

  @Test func `a closed database does not keep anyone waiting`() async throws {
    for (database, folder) in try databases() {
      @FetchAll(Item.all, database: database, delivery: .immediate) var items
      try await $items.load()
      try database.close()
      try await database.liveQueriesCaughtUp()
      await #expect(throws: DatabaseError.self) {
        try await database.write(publishing: .beforeReturning) { _ in }
      }
      #expect($items.loadError is DatabaseError)
      withExtendedLifetime(folder) {}
    }
  }

  /// Runs a closure while a live query is being read; the read ends after the closure.
  private func whileReading(
    _ database: any DatabaseWriter,
    _ body: () async throws -> Void
  ) async throws {
    let (began, ends) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
    let query = ValueObservation.tracking { db in
      began.continuation.yield()
      ends.wait()
      return try Item.count().fetchOne(db)
    }
    let values = Task { for try await _ in query.values(in: database) { break } }
    for await _ in began.stream { break }
    try await body()
    for _ in 0..<8 { ends.signal() }
    try await values.value
    try await liveQueriesCaughtUp(database)
  }

  @Test func `a write that is cancelled while it waits is committed and returns its value`()
    async throws
  {
    let (database, folder) = try databases()[0]
    try await whileReading(database) {
      let committed = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        try await database.write(publishing: .beforeReturning) { db in
          try Item.insert { Item(id: 1, title: "") }.execute(db)
          db.afterNextTransaction { _ in committed.continuation.yield() }
          return 7
        }
      }
      for await _ in committed.stream { break }
      task.cancel()
      let value = try await task.value
      #expect(value == 7)
      let count = try await database.read { db in try Item.fetchCount(db) }
      #expect(count == 1)
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `catching up inside a transaction throws instead of waiting for its own end`()
    async throws
  {
    for (database, folder) in try databases() {
      @FetchAll(Item.all, database: database, delivery: .immediate) var items
      try await database.transaction { transaction in
        try await transaction.execute(sql: "INSERT INTO items VALUES (1, 'a')")
        let error = await #expect(throws: DatabaseError.self) {
          try await database.liveQueriesCaughtUp()
        }
        #expect(error?.code == .nestedAccess)
      }
      try await database.liveQueriesCaughtUp()
      #expect(items.count == 1)
      withExtendedLifetime(folder) {}
    }
  }

  @Test func `an error names the slow query after the time limit`() async throws {
    let (database, folder) = try databases()[0]
    try await whileReading(database) {
      let error = await #expect(throws: LiveQueriesBehind.self) {
        try await database.liveQueriesCaughtUp(within: .milliseconds(5))
      }
      #expect(error?.queries.count == 1)
    }
    withExtendedLifetime(folder) {}
  }
}
