import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import SQLiteTools
import Testing

@Suite(.timeLimit(.hang)) struct FunctionTests {
  private let reversed = DatabaseFunction("reversed", argumentCount: 1, pure: true) { arguments in
    String(try String(databaseValue: arguments[0]).reversed())
  }

  private func queue(_ functions: DatabaseFunction...) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      for function in functions { db.add(function: function) }
    }
    return try DatabaseQueue(configuration: configuration)
  }

  @Test func `calls a function with values from SQL`() throws {
    let arguments = DatabaseFunction("classes") { values in
      values.map { "\($0)" }.joined(separator: " ")
    }
    let database = try queue(arguments)
    let text = try database.read {
      try String.fetchOne($0, sql: "SELECT classes(1, 2.5, 'a', x'00', NULL)")
    }
    #expect(text == "INTEGER REAL TEXT BLOB NULL")
    #expect(try database.read { try String.fetchOne($0, sql: "SELECT classes()") } == "")
  }

  @Test(
    arguments: [
      1, 2.5, "a\0b", .blob([]), .blob([1, 0, 2]), .null, .integer(.min),
    ] as [DatabaseValue]
  )
  func `returns a value unchanged`(value: DatabaseValue) throws {
    let database = try queue(DatabaseFunction("same", argumentCount: 1) { $0[0] })
    let result = try database.read { db in
      try Row.fetchOne(db, sql: "SELECT same(?)", arguments: StatementArguments(values: [value]))
    }
    #expect(result?.values == [value])
  }

  @Test func `nil is returned as NULL`() throws {
    let database = try queue(DatabaseFunction("nobody", argumentCount: 0) { _ in nil })
    #expect(try database.read { try Bool.fetchOne($0, sql: "SELECT nobody() IS NULL") } == true)
  }

  @Test func `is available in the readers of a pool`() async throws {
    var configuration = Configuration()
    configuration.prepareDatabase { [reversed] db in db.add(function: reversed) }
    let database = try DatabasePool(configuration: configuration)
    #expect(
      try await database.read { try String.fetchOne($0, sql: "SELECT reversed('abc')") } == "cba"
    )
    #expect(
      try await database.write { try String.fetchOne($0, sql: "SELECT reversed('abc')") } == "cba"
    )
  }

  @Test func `replaces a function with the same name and number of arguments`() throws {
    let database = try queue(
      reversed,
      DatabaseFunction("reversed", argumentCount: 1) { _ in "other" }
    )
    #expect(try database.read { try String.fetchOne($0, sql: "SELECT reversed('abc')") } == "other")
  }

  @Test func `a removed function is missing, also for cached statements`() throws {
    let database = try queue(reversed)
    let error = #expect(throws: DatabaseError.self) {
      try database.writeWithoutTransaction { db in
        #expect(try String.fetchOne(db, sql: "SELECT reversed('abc')") == "cba")
        db.remove(function: reversed)
        _ = try String.fetchOne(db, sql: "SELECT reversed('abc')")
      }
    }
    #expect(error?.code == .notFound)
    #expect(error?.explanation.contains("prepareDatabase") == true)
  }

  @Test func `refuses names and argument counts that SQLite does not support`() throws {
    let database = try DatabaseQueue()
    for function in [
      DatabaseFunction("f", argumentCount: 1000) { _ in nil }, DatabaseFunction("") { _ in nil },
      DatabaseFunction("a\0b") { _ in nil },
      DatabaseFunction(String(repeating: "f", count: 300)) { _ in nil },
    ] {
      let error = #expect(throws: DatabaseError.self) {
        try database.writeWithoutTransaction { $0.add(function: function) }
      }
      #expect(error?.code == .misuse)
    }
  }

  @Test func `can be used in an index if it is pure`() throws {
    let database = try queue(
      DatabaseFunction("initial", argumentCount: 1, pure: true, isInnocuous: true) { arguments in
        String(try String(databaseValue: arguments[0]).prefix(1))
      }
    )
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (name TEXT); CREATE INDEX i ON t (initial(name))")
      try db.execute(sql: "INSERT INTO t VALUES ('Ada'), ('Grace')")
      let names = try String.fetchAll(db, sql: "SELECT name FROM t WHERE initial(name) = 'G'")
      #expect(names == ["Grace"])
    }
  }
}

// MARK: - Errors

extension FunctionTests {
  @Test func `an error's code and message reach the caller`() throws {
    let database = try queue(
      DatabaseFunction("check_length", argumentCount: 1) { _ in
        throw DatabaseError(code: .constraint, message: "The title is too long.")
      }
    )
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try Row.fetchOne($0, sql: "SELECT check_length('x')") }
    }
    #expect(error?.code == .constraint)
    #expect(error?.message == "The title is too long.")
    #expect(error?.sql == "SELECT check_length('x')")
  }

  @Test func `an extended result code is kept`() throws {
    let database = try queue(
      DatabaseFunction("unique_title", argumentCount: 0) { _ in
        throw DatabaseError(code: .constraint, message: "Twice.", resultCode: .constraintUnique)
      }
    )
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try Row.fetchOne($0, sql: "SELECT unique_title()") }
    }
    #expect(error?.extendedResultCode == .constraintUnique)
  }

  @Test func `any other error becomes a message`() throws {
    struct Refusal: Error, CustomStringConvertible { let description = "I will not." }
    let database = try queue(DatabaseFunction("refuse") { _ in throw Refusal() })
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try Row.fetchOne($0, sql: "SELECT refuse()") }
    }
    #expect(error?.code == .sql)
    #expect(error?.message == "I will not.")
  }

  @Test func `a localized error keeps its text, in functions, aggregates and windows`() throws {
    let database = try queue(
      DatabaseFunction("oops") { _ in throw Oops(errorDescription: "Oops!") },
      DatabaseFunction("silent") { _ in throw Oops(errorDescription: nil) },
      DatabaseFunction("step", argumentCount: 1, aggregate: FailingStep.self),
      DatabaseFunction("final", argumentCount: 1, aggregate: FailingEnd.self),
      DatabaseFunction("slide", argumentCount: 1, window: FailingWindow.self)
    )
    let expected = [
      "oops()": "Oops!", "silent()": "Oops(errorDescription: nil)", "step(1)": "Oops!",
      "final(1)": "Oops!", "slide(1)": "Oops!", "slide(1) OVER ()": "Oops!",
    ]
    for (call, message) in expected {
      let error = #expect(throws: DatabaseError.self) {
        try database.read { try Row.fetchOne($0, sql: "SELECT \(call)") }
      }
      #expect(error?.message == message, "\(call)")
      #expect(error?.code == .sql, "\(call)")
    }
  }

  @Test func `an argument of the wrong type is an error that names the type`() throws {
    let database = try queue(reversed)
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try Row.fetchOne($0, sql: "SELECT reversed(7)") }
    }
    #expect(error?.message.contains("INTEGER") == true)
  }

  @Test func `a trigger can call it only if it is innocuous, and the error says so`() throws {
    func database(isInnocuous: Bool) throws -> DatabaseQueue {
      let database = try queue(
        DatabaseFunction("shout", argumentCount: 1, pure: true, isInnocuous: isInnocuous) {
          try String(databaseValue: $0[0]).uppercased()
        }
      )
      try database.write { db in
        try db.execute(
          sql: """
            CREATE TABLE t (name TEXT); CREATE TABLE log (name TEXT);
            CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (shout(new.name)); END;
            """
        )
      }
      return database
    }
    let innocuous = try database(isInnocuous: true)
    try innocuous.write { try $0.execute(sql: "INSERT INTO t VALUES ('a')") }
    #expect(try innocuous.read { try String.fetchAll($0, sql: "SELECT name FROM log") } == ["A"])
    let error = #expect(throws: DatabaseError.self) {
      try database(isInnocuous: false).write { try $0.execute(sql: "INSERT INTO t VALUES ('a')") }
    }
    #expect(error?.explanation.contains("isInnocuous: true") == true)
  }

  @Test
  func `a failure during a write undoes the statement and keeps the database usable`() throws {
    let database = try queue(
      DatabaseFunction("limited", argumentCount: 1) { arguments in
        guard try Int(databaseValue: arguments[0]) < 3 else {
          throw DatabaseError(code: .sql, message: "Three is too much.")
        }
        return arguments[0]
      }
    )
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (n)")
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT INTO t SELECT limited(value) FROM json_each('[1, 2, 3]')")
      }
      try db.execute(sql: "INSERT INTO t VALUES (limited(1))")
    }
    #expect(try database.read { try Int.fetchAll($0, sql: "SELECT n FROM t") } == [1])
  }
}

// MARK: - Aggregates, windows and collations

private struct Product: DatabaseAggregate {
  var product: Int?
  mutating func step(_ arguments: [DatabaseValue]) throws {
    product = (product ?? 1) * (try Int(databaseValue: arguments[0]))
  }
  func finalize() -> (any DatabaseValueConvertible)? { product }
}

private struct Sum: DatabaseWindowFunction {
  var sum = 0
  mutating func step(_ arguments: [DatabaseValue]) throws {
    sum += try Int(databaseValue: arguments[0])
  }
  mutating func inverse(_ arguments: [DatabaseValue]) throws {
    sum -= try Int(databaseValue: arguments[0])
  }
  func value() -> (any DatabaseValueConvertible)? { sum }
}

private struct Oops: LocalizedError {
  let errorDescription: String?
}

private struct FailingStep: DatabaseAggregate {
  func step(_ arguments: [DatabaseValue]) throws { throw Oops(errorDescription: "Oops!") }
  func finalize() -> (any DatabaseValueConvertible)? { nil }
}

private struct FailingEnd: DatabaseAggregate {
  func step(_ arguments: [DatabaseValue]) {}
  func finalize() throws -> (any DatabaseValueConvertible)? {
    throw Oops(errorDescription: "Oops!")
  }
}

private struct FailingWindow: DatabaseWindowFunction {
  func step(_ arguments: [DatabaseValue]) {}
  func inverse(_ arguments: [DatabaseValue]) {}
  func value() throws -> (any DatabaseValueConvertible)? {
    throw Oops(errorDescription: "Oops!")
  }
}

extension FunctionTests {
  @Test func `an aggregate returns one value for each group, and for no rows`() throws {
    let database = try queue(DatabaseFunction("product", argumentCount: 1, aggregate: Product.self))
    try database.read { db in
      let products = try Int.fetchAll(
        db,
        sql: "SELECT product(value) FROM json_each('[2, 3, 4, 5]') GROUP BY value % 2 ORDER BY 1"
      )
      #expect(products == [8, 15])
      let none = try Row.fetchOne(db, sql: "SELECT product(value) FROM json_each('[]')")
      #expect(none?.values == [.null])
    }
  }

  @Test func `an error of an aggregate ends the statement`() throws {
    let database = try queue(DatabaseFunction("product", argumentCount: 1, aggregate: Product.self))
    let error = #expect(throws: DatabaseError.self) {
      try database.read { try Row.fetchOne($0, sql: "SELECT product('x')") }
    }
    #expect(error?.message.contains("TEXT") == true)
  }

  @Test func `a window function follows its window`() throws {
    let database = try queue(DatabaseFunction("sliding", argumentCount: 1, window: Sum.self))
    try database.read { db in
      let sums = try Int.fetchAll(
        db,
        sql: """
          SELECT sliding(value) OVER (ORDER BY id ROWS 1 PRECEDING) FROM json_each('[1, 2, 3, 4]')
          """
      )
      #expect(sums == [1, 3, 5, 7])
      #expect(try Int.fetchOne(db, sql: "SELECT sliding(value) FROM json_each('[1, 2, 3]')") == 6)
    }
  }

  @Test func `a collation sorts, also in readers`() async throws {
    let natural = DatabaseCollation("numeric_order") { $0.compare($1, options: .numeric) }
    var configuration = Configuration()
    configuration.prepareDatabase { $0.add(collation: natural) }
    let database = try DatabasePool(configuration: configuration)
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE files (name TEXT COLLATE numeric_order); CREATE INDEX i ON files (name);
          INSERT INTO files VALUES ('10'), ('9'), ('100')
          """
      )
    }
    let names = try await database.read {
      try String.fetchAll($0, sql: "SELECT name FROM files ORDER BY name")
    }
    #expect(names == ["9", "10", "100"])
  }

  @Test func `a removed collation is reported with advice`() throws {
    let same = DatabaseCollation("same") { _, _ in .orderedSame }
    let database = try DatabaseQueue()
    let error = #expect(throws: DatabaseError.self) {
      try database.writeWithoutTransaction { db in
        db.add(collation: same)
        #expect(try Bool.fetchOne(db, sql: "SELECT 'a' = 'b' COLLATE same") == true)
        db.remove(collation: same)
        _ = try Bool.fetchOne(db, sql: "SELECT 'a' = 'b' COLLATE same")
      }
    }
    #expect(error?.explanation.contains("prepareDatabase") == true)
  }

  @Test func `a replacement while a statement runs takes effect with the next statement`() throws {
    let database = try queue(DatabaseFunction("f", argumentCount: 0) { _ in 1 })
    try database.writeWithoutTransaction { db in
      let rows = try Row.fetchCursor(db, sql: "SELECT f() UNION ALL SELECT f()")
      _ = try rows.next()
      db.add(function: DatabaseFunction("f", argumentCount: 0) { _ in 2 })
      let error = #expect(throws: DatabaseError.self) { try Int.fetchOne(db, sql: "SELECT f()") }
      #expect(error?.code == .busy)
      while try rows.next() != nil {}
      #expect(try Int.fetchOne(db, sql: "SELECT f()") == 2)
    }
  }

  @Test func `a function that cannot be added prevents opening the database`() {
    var configuration = Configuration()
    configuration.prepareDatabase { $0.add(function: DatabaseFunction("") { _ in nil }) }
    let error = #expect(throws: DatabaseError.self) {
      try DatabaseQueue(configuration: configuration)
    }
    #expect(error?.code == .misuse)
  }

  @Test func `a collation that cannot be added fails the next statement, once`() throws {
    let database = try DatabaseQueue()
    try database.writeWithoutTransaction { db in
      db.add(collation: DatabaseCollation("a\0b") { _, _ in .orderedSame })
      #expect(throws: DatabaseError.self) { try db.execute(sql: "SELECT 1") }
      try db.execute(sql: "SELECT 1")
    }
  }
}
