import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import Testing

@testable import SQLiteDatabase
@testable import SQLiteTools

/// Tests that no number from a caller makes the library trap: it works or throws.
@Suite(.mayBlock, .timeLimit(.hang)) struct BadInputNumberTests {
  static let integers = [Int.min, .min + 1, -(1 << 32), -1, 0, 1, 1 << 31, 1 << 32, .max - 1, .max]
  static let durations: [Duration] = [
    Duration(secondsComponent: .min, attosecondsComponent: 0), .seconds(-1), .nanoseconds(-1),
    .zero, .nanoseconds(1), .milliseconds(1), .seconds(1e10), .seconds(Int64.max),
    Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
  ]
  static let numbers: [Double] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0x1p63,
    -0x1p64, .leastNonzeroMagnitude, -0.0,
  ]

  struct Setting: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let set: @Sendable (inout Configuration, Int) -> Void
  }

  static let settings: [Setting] = [
    Setting(testDescription: "readers") { $0.maximumReaderCount = $1 },
    Setting(testDescription: "statements") { $0.maximumCachedStatementCount = $1 },
    Setting(testDescription: "bytes of statements") { $0.maximumCachedStatementBytes = $1 },
    Setting(testDescription: "captured rows") { $0.maximumCapturedRowCount = $1 },
    Setting(testDescription: "all") {
      $0.maximumReaderCount = $1
      $0.maximumCachedStatementCount = $1
      $0.maximumCachedStatementBytes = $1
      $0.maximumCapturedRowCount = $1
    },
  ]

  @Test(arguments: settings, integers)
  func `a setting accepts every number`(setting: Setting, number: Int) async throws {
    for kind in [DatabaseKind.pool, .queueInMemory] {
      let db = try TestDatabase(kind, TestDatabase.keep) { setting.set(&$0, number) }
      let log = ChangeLog(db.writer)
      for id in 10..<30 {
        try db.execute("INSERT INTO keep VALUES (?, \(id))", [id])
        try await db.writer.read { _ = try Row.fetchAll($0, sql: "SELECT * FROM keep LIMIT \(id)") }
      }
      try await db.writer.barrierWriteWithoutTransaction {
        try $0.execute(sql: "DELETE FROM keep WHERE id >= 10")
      }
      #expect(log.all.count == 21)
      _ = try await onThread { try db.writer.statistics() }
      try await onThread { try db.writer.close() }
    }
  }

  @Test(arguments: durations)
  func `a time limit accepts every duration`(duration: Duration) async throws {
    for kind in [DatabaseKind.pool, .queueInMemory] {
      let db = try TestDatabase(kind, TestDatabase.keep) {
        $0.barrierTimeout = duration
        $0.externalChangePollInterval = duration
        $0.busyMode = .timeout(duration)
      }
      let log = ChangeLog(db.writer)
      do {
        try await db.writer.transaction(deadline: duration) { tx in
          try await tx.execute(sql: "INSERT INTO keep VALUES (10, 'x')")
        }
        #expect(log.all.count == 1)
      } catch let error as DatabaseError {
        #expect(error.code == .transactionDeadline && duration < .seconds(60))
      }
      try await db.writer.barrierWriteWithoutTransaction { _ in }
      try await onThread { try db.writer.barrierNow { _ in } }
      try await Self.expectTold(duration, db.writer)
    }
  }

  /// Waits for a barrier beside a read as long as the duration says, and prints its error.
  private static func expectTold(_ duration: Duration, _ writer: any DatabaseWriter) async throws {
    guard writer is DatabasePool, duration < .seconds(1) else { return }
    try await onThread {
      try writer.readNow { _ in
        let (told, isDone) = (Log<DatabaseError?>(), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
          told.append(failure(of: { try writer.barrierNow { _ in } }))
          isDone.signal()
        }
        isDone.wait()
        #expect(told.all.first??.code == .busy)
        #expect(told.all.first??.description.isEmpty == false)
      }
    }
  }

  @Test(arguments: integers, integers)
  func `a blob accepts or refuses every offset and length`(offset: Int, count: Int) throws {
    let db = try TestDatabase(.queueInMemory, "CREATE TABLE b (a); INSERT INTO b VALUES (x'0102')")
    try db.writer.write { db in
      try db.withBlob(table: "b", column: "a", rowID: 1, isWritable: true) { blob in
        let bytes = try? blob.read(at: offset, count: count)
        #expect(bytes == nil || bytes?.count == count)
        let rest = try? blob.read(at: offset)
        #expect((rest != nil) == (0...2).contains(offset))
        let isWritten = (try? blob.write([9], at: offset)) != nil
        #expect(isWritten == (0...1).contains(offset))
      }
      let found = try? db.withBlob(table: "b", column: "a", rowID: Int64(count)) { $0.count }
      #expect((found != nil) == (count == 1))
    }
  }

  @Test(arguments: integers)
  func `a backup copies any number of pages at a time`(count: Int) throws {
    let db = try TestDatabase(.pool, TestDatabase.keep)
    let copy = try DatabaseQueue()
    try db.writer.backup(to: copy, pagesPerStep: count)
    #expect(try copy.readNow { try $0.count("keep") } == db.count("keep"))
  }

  @Test(arguments: integers)
  func `an index, an offset and an argument accept every number`(number: Int) throws {
    let queue = try DatabaseQueue()
    try queue.writeNow { db in
      let row = try #require(try Row.fetchOne(db, sql: "SELECT 7 AS a"))
      let value: Int? = try? row[number]
      #expect(value == (number == 0 ? 7 : nil))
      let fetched = try Int.fetchOne(db, sql: "SELECT ?", arguments: [number])
      #expect(fetched == number)
      let statement = try db.makeStatement(sql: "SELECT 1 AS a")
      _ = statement.columnNames
      #expect(throws: (any Error).self) {
        try db.execute(sql: "SELECT abs(?)", arguments: [Int.min])
      }
    }
    let error = DatabaseError(code: .sql, message: "m", sql: "SELECT é", offset: number)
    #expect(error.description.contains("ELECT"))
    let other = SQLiteError(code: .error, message: "m", sql: "SELECT é", offset: number)
    #expect(other.description.contains("ELECT"))
  }

  @Test(arguments: integers)
  func `SQLite's functions accept every index, step and limit`(number: Int) throws {
    let connection = try Connection(path: ":memory:")
    let statement = try Statement("SELECT 7 AS a, 8 AS b", on: connection)
    _ = try statement.step()
    _ = (
      statement.storageClass(at: number), statement.integer(at: number), statement.real(at: number)
    )
    _ = (statement.text(at: number), try? statement.value(at: number))
    #expect(statement.columnName(at: number) == (number == 0 ? "a" : number == 1 ? "b" : ""))
    _ = (statement.declaredType(at: number), statement.origin(at: number))
    _ = statement.parameterName(at: number)
    let bound = try Statement("SELECT ?", on: connection)
    #expect((try? bound.bind(1, at: number)) == nil || number == 1)
    #expect((try? bound.bindNull(at: number)) == nil || number == 1)
    _ = try? bound.bindZeroBlob(count: number, at: 1)
    try connection.setProgressHook(every: number) { .proceed }
    try connection.setLimit(.columns, to: number)
    try? connection.setChunkSize(number)
    #expect(
      (try? connection.addFunction("f", argumentCount: number) { _ in 1 }) == nil || number < 128
    )
    var offset = number
    let next = try? Statement.next(in: "SELECT 1", from: &offset, on: connection)
    #expect(next == nil || number <= 0)
  }

  @Test(arguments: numbers)
  func `every floating-point number is stored or refused`(number: Double) throws {
    let queue = try DatabaseQueue()
    try queue.writeNow { db in
      _ = try? Double.fetchOne(db, sql: "SELECT ?", arguments: [number])
      _ = try? Int.fetchOne(db, sql: "SELECT ?", arguments: [number])
      _ = try? Date.fetchOne(db, sql: "SELECT ?", arguments: [number])
      _ = try? Date.fetchOne(db, sql: "SELECT ?", arguments: [Date(timeIntervalSince1970: number)])
      _ = try? Decimal.fetchOne(db, sql: "SELECT ?", arguments: [number])
    }
    #expect(DatabaseValue.real(number).description.isEmpty == false)
  }
}
