import Foundation
import LiveSQL
import Synchronization
import Testing

@DatabaseFunction func exclaim(_ text: String, _ count: Int = 1) -> String {
  text + String(repeating: "!", count: count)
}

@DatabaseFunction func refuse(_ text: String?) throws -> String? { throw Refusal() }

@DatabaseFunction func longest(_ texts: some Sequence<String>) -> String? {
  texts.max { $0.count < $1.count }
}

@DatabaseFunction func refuseAll(_ texts: some Sequence<String>) throws -> String? {
  throw Refusal()
}

@DatabaseFunction func fail(_ text: String) throws -> String { throw Oops() }

@DatabaseFunction func failAll(_ texts: some Sequence<String>) throws -> String { throw Oops() }

@DatabaseFunction func labels(_ rows: some Sequence<(Int, title: String)>) -> String {
  rows.map { "\($0.0) \($0.title)" }.joined(separator: ", ")
}

@DatabaseFunction func endOfTime() -> Date { Date(timeIntervalSince1970: 1e15) }

@DatabaseFunction func noon(of day: Date) -> Date { day.addingTimeInterval(43_200) }

@DatabaseFunction func describe(_ tag: Tag) -> String { "\(tag.id): \(tag.title)" }

@DatabaseFunction(as: (([String].JSONRepresentation) -> Int).self)
func countNotes(_ notes: [String]) -> Int { notes.count }

@DatabaseFunction(isDeterministic: true) func initial(_ text: String) -> String {
  String(text.prefix(1))
}

@DatabaseFunction var answer: Int { 42 }

@DatabaseFunction func forget(_ text: String) {}

enum Words {
  @DatabaseFunction static func reversed(_ text: String) -> String { String(text.reversed()) }
}

final class Counter: Sendable {
  let start: Int

  init(_ start: Int) { self.start = start }

  @DatabaseFunction func plus(_ number: Int) -> Int { start + number }
}

struct Refusal: Error, CustomStringConvertible { let description = "I will not." }

private struct Oops: LocalizedError { let errorDescription: String? = "Oops!" }

struct DatabaseFunctionRunTests {
  let database: DatabaseQueue

  init() throws {
    database = try remindersDatabase()
    try database.write { db in
      db.add(function: $exclaim)
      db.add(function: $refuse)
      db.add(function: $longest)
      db.add(function: $refuseAll)
      db.add(function: $fail)
      db.add(function: $failAll)
      db.add(function: $labels)
      db.add(function: $endOfTime)
      db.add(function: $noon)
      db.add(function: $describe)
      db.add(function: $countNotes)
      db.add(function: $initial)
      db.add(function: $answer)
      db.add(function: $forget)
      db.add(function: Words.$reversed)
    }
  }

  private func error(_ sql: QueryFragment) -> String {
    do {
      try database.read { db in _ = try SQLQueryExpression(sql, as: String?.self).fetchAll(db) }
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func `SQL calls a Swift function for each row`() throws {
    let titles = try database.read { db in
      try Tag.select { $exclaim($0.title, 2) }.fetchAll(db)
    }
    #expect(titles == ["car!!", "kids!!", "someday!!", "optional!!"])
  }

  @Test func `a function can be used in conditions and orders`() throws {
    let titles = try database.read { db in
      try Tag
        .where { $initial($0.title).neq("k") }
        .order { Words.$reversed($0.title) }
        .select(\.title)
        .fetchAll(db)
    }
    #expect(titles == ["optional", "car", "someday"])
  }

  @Test func `SQL calls an aggregate function for the rows of a group`() throws {
    let titles = try database.read { db in try Tag.select { $longest($0.title) }.fetchAll(db) }
    #expect(titles == ["optional"])
    let none = try database.read { db in
      try Tag.where { _ in #sql("0", as: Bool.self) }.select { $longest($0.title) }.fetchAll(db)
    }
    #expect(none == [nil])
  }

  @Test func `each group gets its own rows`() throws {
    let longest = try database.read { db in
      try Tag.group { $0.id > 2 }.select { $longest($0.title) }.fetchAll(db)
    }
    #expect(longest == ["kids", "optional"])
    let some = try database.read { db in
      try Tag.select { $longest($0.title, filter: $0.id < 3) }.fetchOne(db)
    }
    #expect(some == "kids")
  }

  @Test func `rows of a group can have several values`() throws {
    let labels = try database.read { db in
      try Tag.where { $0.id < 3 }.select { $labels($0.id, title: $0.title) }.fetchOne(db)
    }
    #expect(labels == "1 car, 2 kids")
  }

  @Test func `arguments are decoded like columns`() throws {
    try database.read { db throws in
      #expect(
        try Reminder.find(1).select { $noon(of: $0.dueDate ?? Date()) }.fetchOne(db)
          == Date(timeIntervalSinceReferenceDate: 43_200)
      )
      #expect(try Tag.find(1).select { $describe($0) }.fetchOne(db) == "1: car")
      #expect(try #sql("SELECT countNotes('[\"a\", \"b\"]')", as: Int.self).fetchOne(db) == 2)
    }
  }

  @Test func `a property and a function without a result can be called`() throws {
    try database.read { db throws in
      #expect(try Tag.find(1).select { _ in $answer }.fetchOne(db) == 42)
      #expect(try #sql("SELECT forget('x')", as: String?.self).fetchOne(db) == .some(nil))
    }
  }

  @Test func `a method can be called while its object exists`() throws {
    var counter: Counter? = Counter(40)
    try database.write { db throws in
      counter.map { db.add(function: $0.$plus) }
      #expect(try #sql("SELECT plus(2)", as: Int.self).fetchOne(db) == 42)
    }
    counter = nil
    #expect(error("SELECT plus(2)").contains("an object that no longer exists"))
  }

  @Test func `an index can use a deterministic function if the schema is trusted`() throws {
    #expect(throws: DatabaseError.self) {
      try database.write { db in
        try #sql("CREATE INDEX initials ON tags (initial(title))").execute(db)
      }
    }
    var configuration = Configuration()
    configuration.trustsSchema = true
    let trusting = try DatabaseQueue(configuration: configuration)
    try trusting.write { db in
      db.add(function: $initial)
      db.add(function: $exclaim)
      try db.execute(sql: "CREATE TABLE tags (title TEXT)")
      try #sql("CREATE INDEX initials ON tags (initial(title))").execute(db)
      #expect(throws: DatabaseError.self) {
        try #sql("CREATE INDEX loud ON tags (exclaim(title, 1))").execute(db)
      }
    }
  }

  @Test func `an error of a function ends the statement and is reported`() {
    #expect(error("SELECT refuse('x')").contains("I will not."))
    #expect(error("SELECT refuseAll(title) FROM tags").contains("I will not."))
    #expect(error("SELECT exclaim(NULL, 1)").contains("called with NULL"))
    #expect(error("SELECT exclaim('x', 'y')").contains("Argument 2: expected Int, found TEXT"))
    #expect(error("SELECT longest(NULL) FROM tags").contains("called with NULL"))
    #expect(error("SELECT endOfTime()").contains("outside the years 0 to 9999"))
    #expect(error("SELECT exclaim('x')").contains("wrong number of arguments"))
    #expect(error("SELECT refuse('x')").contains("SELECT refuse('x')"))
  }

  @Test(arguments: ["SELECT fail('x')", "SELECT failAll(title) FROM tags"])
  func `a localized error of a function keeps its text`(sql: String) {
    let error = #expect(throws: DatabaseError.self) {
      try database.read { db in
        _ = try SQLQueryExpression("\(raw: sql)", as: String.self).fetchAll(db)
      }
    }
    #expect(error?.message == "Oops!")
  }

  @Test func `a removed function is not found`() throws {
    try database.write { db in db.remove(function: $exclaim) }
    #expect(error("SELECT exclaim('x', 1)").contains("no such function"))
  }

  @Test func `every connection of a pool has the functions of its configuration`() async throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(function: $exclaim)
      db.add(function: $longest)
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pool = try DatabasePool(
      path: folder.appendingPathComponent("functions.db").path,
      configuration: configuration
    )
    let written = try await pool.write { db in
      try #sql("SELECT exclaim('x', 1)", as: String.self).fetchOne(db)
    }
    #expect(written == "x!")
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try await pool.read { db in
            try #sql("SELECT exclaim('y', 2)", as: String.self).fetchOne(db)
          }
        }
      }
      for try await text in group { #expect(text == "y!!") }
    }
    try pool.close()
  }
}

/// Tests of when adding a Swift function changes what queries return.
struct DatabaseFunctionAgainTests {
  /// Returns the number of times that queries were said to return something else.
  private func reportCount(_ add: (Database) -> Void) throws -> Int {
    let database = try DatabaseQueue()
    let count = Mutex(0)
    let subscription = database.changeSource.subscribe(
      to: .fullDatabase,
      receive: { changes in
        if changes.mayChangeAnyTable { count.withLock { $0 += 1 } }
      }
    )
    return try withExtendedLifetime(subscription) {
      for _ in 0..<3 { try database.writeWithoutTransaction(add) }
      return count.withLock { $0 }
    }
  }

  @Test func `a global or static function again changes nothing`() throws {
    #expect(try reportCount { $0.add(function: $exclaim) } == 0)
    #expect(try reportCount { $0.add(function: $longest) } == 0)
    #expect(try reportCount { $0.add(function: $answer) } == 0)
    #expect(try reportCount { $0.add(function: Words.$reversed) } == 0)
  }

  @Test func `a method of another object is another function`() throws {
    let counters = [Counter(1), Counter(2), Counter(3)]
    var rest = counters[...]
    let count = try reportCount { db in
      if let counter = rest.popFirst() { db.add(function: counter.$plus) }
    }
    withExtendedLifetime(counters) { #expect(count == 2) }
  }

  @Test func `functions of the same name replace each other`() throws {
    let count = try reportCount { db in
      db.add(function: $unchanged)
      db.add(function: Words.$reversed)
    }
    #expect(count == 5)
  }
}

@DatabaseFunction("reversed") func unchanged(_ text: String) -> String { text }
