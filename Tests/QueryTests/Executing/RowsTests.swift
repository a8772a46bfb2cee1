import Foundation
import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

/// Tests of rows that are read while a task iterates over them.
struct RowsTests {
  @Test func `rows arrive in order`() async throws {
    let database = try remindersDatabase()
    var titles: [String] = []
    for try await tag in Tag.rows(in: database) { titles.append(tag.title) }
    #expect(titles == ["car", "kids", "someday", "optional"])
    titles = []
    for try await title in Tag.order(by: { $0.id.desc() }).select(\.title).rows(in: database) {
      titles.append(title)
    }
    #expect(titles == ["optional", "someday", "kids", "car"])
  }

  @Test func `rows can be tuples, joined tables and values of SQL text`() async throws {
    let database = try remindersDatabase()
    var pairs: [String] = []
    for try await (id, title) in Tag.select({ ($0.id, $0.title) }).rows(in: database) {
      pairs.append("\(id) \(title)")
    }
    #expect(pairs == ["1 car", "2 kids", "3 someday", "4 optional"])
    let joined = Reminder.join(RemindersList.all) { $0.remindersListID.eq($1.id) }
    var lists: Set<String> = []
    for try await (_, list) in joined.rows(in: database) { lists.insert(list.title) }
    #expect(lists == ["Personal", "Family", "Business"])
    var numbers: [Int] = []
    for try await number in #sql("VALUES (1), (2)", as: Int.self).rows(in: database) {
      numbers.append(number)
    }
    #expect(numbers == [1, 2])
    for try await _ in Tag.none.rows(in: database) { Issue.record("A row was returned.") }
  }

  @Test func `only some hundred rows are read ahead`() async throws {
    let (database, read) = try countingDatabase()
    var iterator = counted(100_000).rows(in: database).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    var last = 1
    for _ in 0..<2_000 { last = try await iterator.next() ?? 0 }
    #expect(last == 2_001)
    #expect(read.value.load(ordering: .relaxed) < 3_000)
  }

  @Test(arguments: [10, 256, 257, 5_000])
  func `all rows arrive, however many`(count: Int) async throws {
    let (database, _) = try countingDatabase()
    var sum = 0
    for try await number in counted(count).rows(in: database) { sum += number }
    #expect(sum == count * (count + 1) / 2)
  }

  @Test func `a loop can write to the database that it iterates over`() async throws {
    let (database, _) = try countingDatabase()
    try await database.write { db in try db.execute(sql: "CREATE TABLE seen (x)") }
    for try await number in counted(2_000).rows(in: database) where number.isMultiple(of: 500) {
      try await database.write { db in
        try #sql("INSERT INTO seen VALUES (\(bind: number))").execute(db)
      }
    }
    let seen = try await database.read { db in
      try #sql("SELECT x FROM seen", as: Int.self).fetchAll(db)
    }
    #expect(seen == [500, 1_000, 1_500, 2_000])
  }

  @Test func `releasing an iterator releases the database`() async throws {
    let (database, read) = try countingDatabase()
    for try await number in counted(1_000_000).rows(in: database) where number == 10 { break }
    try await database.write { db in try db.execute(sql: "CREATE TABLE free (x)") }
    #expect(read.value.load(ordering: .relaxed) < 1_000_000)
  }

  @Test func `cancelling the task ends the rows`() async throws {
    let (database, _) = try countingDatabase()
    let task = Task {
      var count = 0
      for try await _ in counted(1_000_000_000).rows(in: database) {
        count += 1
        if count == 1_000 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try await database.write { db in try db.execute(sql: "CREATE TABLE free (x)") }
  }

  @Test func `an error is thrown at its row`() async throws {
    let database = try remindersDatabase()
    var numbers: [Int] = []
    await #expect(throws: DecodingFailure.self) {
      for try await number in #sql("VALUES (1), (2), ('x')", as: Int.self).rows(in: database) {
        numbers.append(number)
      }
    }
    #expect(numbers == [1, 2])
    await #expect(throws: DatabaseError.self) {
      for try await _ in #sql("SELECT missing", as: Int.self).rows(in: database) {}
    }
    await #expect(throws: DatabaseError.self) {
      let query = Tag.insert { Tag(id: 9, title: "x") }.returning(\.id)
      for try await _ in query.rows(in: database) {}
    }
  }

  @Test func `rows of a pool belong to one snapshot`() async throws {
    let folder = try ScratchDirectory()
    let database = try DatabasePool(path: folder.path(of: "rows.db"))
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE numbers (x);
          WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000)
          INSERT INTO numbers SELECT x FROM n
          """
      )
    }
    var count = 0
    for try await number in #sql("SELECT x FROM numbers", as: Int.self).rows(in: database) {
      count += 1
      if number == 1 { try await database.write { try $0.execute(sql: "DELETE FROM numbers") } }
    }
    #expect(count == 2_000)
    try database.close()
  }

  /// Returns a database with a function that counts its calls, and the counter.
  private func countingDatabase() throws -> (DatabaseQueue, CallCount) {
    let read = CallCount()
    var configuration = Configuration()
    configuration.prepareDatabase { db in db.add(function: read.$counted) }
    return (try DatabaseQueue(configuration: configuration), read)
  }

  /// Returns a query of the numbers from 1 to a count.
  private func counted(_ count: Int) -> SQLQueryExpression<Int> {
    #sql(
      """
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < \(bind: count))
      SELECT counted(x) FROM n
      """
    )
  }
}

/// A counter of the calls of a function.
final class CallCount: Sendable {
  let value = Atomic<Int>(0)

  @DatabaseFunction func counted(_ number: Int) -> Int {
    value.add(1, ordering: .relaxed)
    return number
  }
}
