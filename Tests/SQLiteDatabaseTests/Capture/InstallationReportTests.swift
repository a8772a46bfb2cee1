import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteTools
import Testing

@testable import SQLiteDatabase

/// Tests of when subscribers learn that queries may return something else, because a function or a
/// collation was added or removed.
@Suite(.timeLimit(.hang)) struct InstallationReportTests {
  private let database: DatabaseQueue
  private let log: ChangeLog

  init() throws {
    database = try DatabaseQueue()
    log = ChangeLog(database)
  }

  private func function(_ name: String, _ argumentCount: Int? = 1) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: argumentCount) { _ in 1 }
  }

  private func collation(_ name: String) -> DatabaseCollation {
    DatabaseCollation(name) { $0.compare($1) }
  }

  /// The number of reports since the last call.
  private func takeReportCount() -> Int {
    defer { log.removeAll() }
    return log.all.count { $0.mayChangeAnyTable }
  }

  /// Returns the number of reports of an access.
  private func reportCount(_ body: (Database) throws -> Void) throws -> Int {
    try database.writeWithoutTransaction(body)
    return takeReportCount()
  }

  @Test func `a new function or collation is not reported`() throws {
    #expect(try reportCount { $0.add(function: function("f")) } == 0)
    #expect(try reportCount { $0.add(collation: collation("c")) } == 0)
  }

  @Test func `the same function or collation again changes nothing`() throws {
    let (function, collation) = (function("f"), collation("c"))
    for _ in 0..<3 {
      let count = try reportCount { db in
        db.add(function: function)
        db.add(collation: collation)
      }
      #expect(count == 0)
    }
  }

  @Test(arguments: ["f", "F"])
  func `another function or collation under the same name is reported`(name: String) throws {
    _ = try reportCount { db in
      db.add(function: function("f"))
      db.add(collation: collation("f"))
    }
    for _ in 0..<2 {
      #expect(try reportCount { $0.add(function: function(name)) } == 1)
      #expect(try reportCount { $0.add(collation: collation(name)) } == 1)
    }
  }

  @Test func `a function for another number of arguments is reported`() throws {
    _ = try reportCount { $0.add(function: function("f", nil)) }
    #expect(try reportCount { $0.add(function: function("f", 2)) } == 1)
  }

  @Test func `a replaced function or collation of SQLite is reported once`() throws {
    let (upper, noCase) = (function("Upper"), collation("nocase"))
    #expect(try reportCount { $0.add(function: upper) } == 1)
    #expect(try reportCount { $0.add(function: upper) } == 0)
    #expect(try reportCount { $0.add(function: function("max", 3)) } == 1)
    #expect(try reportCount { $0.add(collation: noCase) } == 1)
    #expect(try reportCount { $0.add(collation: noCase) } == 0)
  }

  @Test func `a removal is reported if there was something`() throws {
    let (function, collation) = (function("f"), collation("c"))
    #expect(try reportCount { $0.remove(function: function) } == 0)
    #expect(try reportCount { $0.remove(collation: collation) } == 0)
    _ = try reportCount { db in
      db.add(function: function)
      db.add(collation: collation)
    }
    #expect(try reportCount { $0.remove(function: function) } == 1)
    #expect(try reportCount { $0.remove(collation: collation) } == 1)
    // What was removed can be added again, and is new then.
    #expect(try reportCount { $0.add(function: function) } == 0)
    #expect(try database.read { try Int.fetchOne($0, sql: "SELECT f(0)") } == 1)
  }

  @Test func `a function that SQLite refuses is not reported`() throws {
    let name = String(repeating: "f", count: 300)
    #expect(throws: DatabaseError.self) { try reportCount { $0.add(function: function(name)) } }
    #expect(takeReportCount() == 0)
  }

  @Test func `a postponed function is reported once it is installed`() throws {
    _ = try reportCount { $0.add(function: function("f")) }
    let two = DatabaseFunction("f", argumentCount: 1) { _ in 2 }
    try database.writeWithoutTransaction { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT f(0) UNION ALL SELECT f(0)")
      #expect(try rows.next()?.values == [1])
      db.add(function: two)
      #expect(takeReportCount() == 0)
      while try rows.next() != nil {}
      #expect(try Int.fetchOne(db, sql: "SELECT f(0)") == 2)
      #expect(takeReportCount() == 1)
    }
    #expect(takeReportCount() == 0)
  }

  @Test func `a trace is not reported`() throws {
    #expect(try reportCount { $0.trace { _ in } } == 0)
    #expect(try reportCount { $0.trace() } == 0)
  }
}
