import DatabaseTypes
import Foundation
import SQLite
import Testing

private struct Failure: Error, CustomStringConvertible {
  let description: String
}

private struct LocalizedFailure: LocalizedError {
  let errorDescription: String? = "Oops!"
}

/// An object whose deallocation can be observed.
private final class Token {}

@Suite struct FunctionTests {
  let connection: Connection

  init() throws { connection = try .inMemory() }

  @Test(arguments: BindingTests.values)
  func `takes and returns each value unchanged`(value: DatabaseValue) throws {
    try connection.addFunction("same", argumentCount: 1) { try $0.value(at: 0) }
    #expect(try connection.value("SELECT same(?)", value) == value)
  }

  @Test func `takes any number of arguments, or a fixed number`() throws {
    try connection.addFunction("count_of") { .integer(Int64($0.count)) }
    try connection.addFunction("count_of", argumentCount: 2) { _ in "two" }
    #expect(
      try connection.rows("SELECT count_of(), count_of(1), count_of(1, 2), count_of(1, 2, 3)")
        == [[0, 1, "two", 3]]
    )
    try connection.addFunction("one", argumentCount: 1) { _ in 1 }
    #expect(
      failure { try connection.execute("SELECT one()") }?.message
        == "wrong number of arguments to function one()"
    )
  }

  @Test func `treats an argument that does not exist as NULL`() throws {
    try connection.addFunction("beyond", argumentCount: 0) { arguments in
      #expect(arguments.text(at: 0) == "")
      #expect(arguments.integer(at: -1) == 0)
      #expect(arguments.real(at: .max) == 0)
      #expect(arguments.withBytes(at: 3) { $0.count } == 0)
      return try arguments.value(at: 7)
    }
    #expect(try connection.value("SELECT beyond()") == .null)
  }

  @Test func `decodes arguments, and fails with a message if it cannot`() throws {
    try connection.addFunction("twice", argumentCount: 1) {
      .integer(Int64(try $0.decode(Int.self, at: 0) * 2))
    }
    #expect(try connection.value("SELECT twice(21)") == 42)
    let error = failure { _ = try connection.value("SELECT twice('x')") }
    #expect(error?.code == .error)
    #expect(error?.message == "expected Int, found TEXT")
  }

  @Test func `text that is not valid UTF-8 can be read only as bytes`() throws {
    try connection.addFunction("size", argumentCount: 1) { arguments in
      #expect(arguments.text(at: 0) == nil)
      return .integer(Int64(arguments.withBytes(at: 0) { $0.count }))
    }
    #expect(try connection.value("SELECT size(CAST(x'ff61' AS TEXT))") == 2)
  }

  @Test func `fails with the code and message of an SQLite error`() throws {
    try connection.addFunction("failing", argumentCount: 0) { _ in
      throw SQLiteError(code: .constraintCheck, message: "not like this")
    }
    let error = failure { try connection.execute("SELECT failing()") }
    #expect(error?.code == .constraintCheck)
    #expect(error?.message == "not like this")
    #expect(error?.sql == "SELECT failing()")
  }

  @Test func `fails with the description of any other error`() throws {
    try connection.addFunction("failing", argumentCount: 0) { _ in
      throw Failure(description: "the moon is down")
    }
    let error = failure { try connection.execute("SELECT failing()") }
    #expect(error?.code == .error)
    #expect(error?.message == "the moon is down")
  }

  @Test func `fails with what a localized error says`() throws {
    try connection.addFunction("failing", argumentCount: 0) { _ in throw LocalizedFailure() }
    #expect(failure { try connection.execute("SELECT failing()") }?.message == "Oops!")
  }

  @Test(arguments: [ResultCode.ok, .row, .done, ResultCode(rawValue: -1)])
  func `fails even if the error's code means success`(code: ResultCode) throws {
    try connection.addFunction("failing", argumentCount: 0) { _ in
      throw SQLiteError(code: code, message: "fine")
    }
    #expect(failure { try connection.execute("SELECT failing()") }?.code == .error)
  }

  @Test func `keeps earlier changes of a transaction when a function fails a statement`() throws {
    try connection.execute("CREATE TABLE t (x)")
    try connection.addFunction("positive", argumentCount: 1) { arguments in
      guard arguments.integer(at: 0) > 0 else { throw Failure(description: "not positive") }
      return try arguments.value(at: 0)
    }
    try connection.execute("BEGIN; INSERT INTO t VALUES (1)")
    #expect(
      failure {
        try connection.execute("INSERT INTO t SELECT positive(column1) FROM (VALUES (2), (-1))")
      }?.message == "not positive"
    )
    try connection.execute("COMMIT")
    #expect(try connection.rows("SELECT x FROM t") == [[1]])
  }

  @Test func `refuses a result above the length limit`() throws {
    try connection.addFunction("long", argumentCount: 0) { _ in
      .text(String(repeating: "a", count: 2000))
    }
    try connection.setLimit(.length, to: 1000)
    #expect(failure { try connection.execute("SELECT long()") }?.code == .tooBig)
  }

  @Test func `can be used in an index only if it is deterministic`() throws {
    try connection.execute("CREATE TABLE t (x)")
    try connection.addFunction("pure", argumentCount: 1, flags: [.deterministic, .innocuous]) {
      try $0.value(at: 0)
    }
    try connection.addFunction("impure", argumentCount: 1, flags: .innocuous) {
      try $0.value(at: 0)
    }
    try connection.execute("CREATE INDEX good ON t (pure(x)); INSERT INTO t VALUES (1)")
    #expect(failure { try connection.execute("CREATE INDEX bad ON t (impure(x))") } != nil)
  }

  @Test func `cannot be used by the schema if it is for direct use only`() throws {
    try connection.setOption(.trustedSchema, true)
    try connection.addFunction("direct", argumentCount: 0, flags: .directOnly) { _ in 1 }
    try connection.execute("CREATE VIEW v AS SELECT direct() AS x")
    #expect(try connection.value("SELECT direct()") == 1)
    #expect(failure { try connection.execute("SELECT * FROM v") }?.code == .error)
  }

  @Test func `can use its connection`() throws {
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (7)")
    try connection.addFunction("stored", argumentCount: 0) { [unowned connection] _ in
      try connection.value("SELECT x FROM t") ?? .null
    }
    #expect(try connection.value("SELECT stored()") == 7)
  }

  @Test func `replaces a function of the same name, and releases the old one`() throws {
    weak var first: Token?
    do {
      let token = Token()
      first = token
      try connection.addFunction("f", argumentCount: 0) { _ in
        withExtendedLifetime(token) { 1 }
      }
    }
    #expect(first != nil)
    try connection.addFunction("F", argumentCount: 0) { _ in 2 }
    #expect(first == nil)
    #expect(try connection.value("SELECT f()") == 2)
  }

  @Test func `releases its closure when it is removed`() throws {
    weak var weakly: Token?
    do {
      let token = Token()
      weakly = token
      try connection.addFunction("f", argumentCount: 0) { _ in
        withExtendedLifetime(token) { 1 }
      }
    }
    try connection.removeFunction("f", argumentCount: 0)
    #expect(weakly == nil)
    #expect(failure { try connection.execute("SELECT f()") }?.message == "no such function: f")
    try connection.removeFunction("f", argumentCount: 0)
  }

  @Test func `releases its closure when the connection closes`() throws {
    weak var weakly: Token?
    do {
      let token = Token()
      weakly = token
      try connection.addFunction("f", argumentCount: 0) { _ in withExtendedLifetime(token) { 1 } }
    }
    #expect(weakly != nil)
    try connection.close()
    #expect(weakly == nil)
  }

  @Test func `is not replaced while a statement runs, and the new one is released`() throws {
    try connection.addFunction("f", argumentCount: 0) { _ in 1 }
    let statement = try Statement("SELECT f() UNION ALL SELECT 2", on: connection)
    #expect(try statement.step() == .row)
    weak var refused: Token?
    do {
      let token = Token()
      refused = token
      let error = failure {
        try connection.addFunction("f", argumentCount: 0) { _ in withExtendedLifetime(token) { 2 } }
      }
      #expect(error?.code == .busy)
    }
    #expect(refused == nil)
    #expect(failure { try connection.removeFunction("f", argumentCount: 0) }?.code == .busy)
  }
}

/// An aggregate that multiplies numbers.
private struct Product: AggregateFunction {
  var product = 1.0

  mutating func step(_ arguments: borrowing FunctionArguments) throws {
    product *= try arguments.decode(Double.self, at: 0)
  }

  func finalize() -> DatabaseValue { .real(product) }
}

/// A window function that joins texts.
private struct Joined: WindowFunction {
  var parts: [String] = []

  mutating func step(_ arguments: borrowing FunctionArguments) throws {
    parts.append(try arguments.decode(String.self, at: 0))
  }

  mutating func inverse(_ arguments: borrowing FunctionArguments) throws {
    let first = try arguments.decode(String.self, at: 0)
    guard parts.first == first else { throw Failure(description: "\(first) is not first") }
    parts.removeFirst()
  }

  func value() -> DatabaseValue { .text(parts.joined(separator: "+")) }
}

/// A window function that fails in the call that its argument names.
private struct Failing: WindowFunction {
  var values: [String] = []

  mutating func step(_ arguments: borrowing FunctionArguments) throws {
    let value = arguments.text(at: 0) ?? ""
    if value == "step" { throw Failure(description: "failed to step") }
    values.append(value)
  }

  mutating func inverse(_ arguments: borrowing FunctionArguments) throws {
    if arguments.text(at: 0) == "inverse" { throw Failure(description: "failed to go back") }
    values.removeFirst()
  }

  func value() throws -> DatabaseValue {
    if values.last == "value" { throw Failure(description: "failed to tell") }
    return 1
  }

  mutating func finalize() throws -> DatabaseValue {
    if values.contains("finalize") { throw Failure(description: "failed to end") }
    return 1
  }
}

/// An aggregate that counts its live groups.
private struct Counted: AggregateFunction {
  final class Group {
    static nonisolated(unsafe) var alive = 0
    init() { Self.alive += 1 }
    deinit { Self.alive -= 1 }
  }

  let group = Group()
  mutating func step(_ arguments: borrowing FunctionArguments) {}
  func finalize() -> DatabaseValue { 1 }
}

@Suite struct AggregateTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory(
      "CREATE TABLE t (g, x); INSERT INTO t VALUES ('a', 2), ('a', 3), ('b', 5), ('c', NULL)"
    )
    try connection.addAggregate(Product.self, named: "product", argumentCount: 1)
    try connection.addWindowFunction(Joined.self, named: "joined", argumentCount: 1)
    try connection.addWindowFunction(Failing.self, named: "failing", argumentCount: 1)
  }

  @Test func `has an instance for each group`() throws {
    #expect(
      try connection.rows("SELECT g, product(x) FROM t WHERE x > 0 GROUP BY g ORDER BY g")
        == [["a", 6.0], ["b", 5.0]]
    )
  }

  @Test func `is finalized right after its start if there is no row`() throws {
    #expect(try connection.value("SELECT product(x) FROM t WHERE 0") == 1.0)
    #expect(try connection.value("SELECT joined(x) FROM t WHERE 0") == "")
  }

  @Test func `works twice in the same query`() throws {
    #expect(
      try connection.rows("SELECT product(x), product(x + 1) FROM t WHERE x > 0") == [[30.0, 72.0]]
    )
    #expect(try connection.value("SELECT product(DISTINCT x) FROM t WHERE x = 2") == 2.0)
  }

  @Test func `fails with the description of the error`() throws {
    let error = failure { try connection.execute("SELECT product(x) FROM t") }
    #expect(error?.code == .error)
    #expect(error?.message == "expected Double, found NULL")
  }

  @Test func `works on sliding windows`() throws {
    #expect(
      try connection.rows(
        """
        SELECT joined(column1) OVER (ORDER BY column1 ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)
        FROM (VALUES ('a'), ('b'), ('c'), ('d'))
        """
      ) == [["a+b"], ["a+b+c"], ["b+c+d"], ["c+d"]]
    )
  }

  @Test func `gives the same result over a whole window as without one`() throws {
    let values = "(VALUES ('x'), ('y'), ('z'))"
    #expect(try connection.value("SELECT joined(column1) FROM \(values)") == "x+y+z")
    #expect(
      try connection.value("SELECT joined(column1) OVER () FROM \(values)") == "x+y+z"
    )
  }

  @Test func `cannot be used with a window unless it is a window function`() throws {
    #expect(
      failure { try connection.execute("SELECT product(x) OVER () FROM t") }?.message
        == "product() may not be used as a window function"
    )
  }

  @Test(arguments: [
    ("step", "failed to step"), ("finalize", "failed to end"),
  ])
  func `can fail in each call of an aggregate`(place: String, message: String) {
    let error = failure {
      try connection.execute("SELECT failing(column1) FROM (VALUES ('ok'), ('\(place)'))")
    }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ("step", "failed to step"), ("inverse", "failed to go back"), ("value", "failed to tell"),
  ])
  func `can fail in each call of a window function`(place: String, message: String) {
    let error = failure {
      try connection.execute(
        """
        SELECT failing(column1) OVER (ROWS 1 PRECEDING)
        FROM (VALUES ('ok'), ('\(place)'), ('ok'), ('ok'), ('ok'))
        """
      )
    }
    #expect(error?.message == message)
    #expect((try? connection.value("SELECT 1")) == 1)
  }

  @Test func `releases each group once, even if the statement stops midway`() throws {
    try connection.addAggregate(Counted.self, named: "counted", argumentCount: 1)
    try connection.addFunction("stop", argumentCount: 1) { arguments in
      guard arguments.integer(at: 0) < 5 else { throw Failure(description: "stop") }
      return 1
    }
    let grouped = "SELECT counted(x) FROM t GROUP BY g"
    try connection.execute(grouped)
    #expect(Counted.Group.alive == 0)
    do {
      let statement = try Statement(grouped, on: connection)
      #expect(try statement.step() == .row)
      #expect(Counted.Group.alive <= 1)
    }
    #expect(Counted.Group.alive == 0)
    #expect(failure { try connection.execute("SELECT counted(stop(x)) FROM t") } != nil)
    #expect(Counted.Group.alive == 0)
  }

  @Test func `is removed like any function`() throws {
    try connection.removeFunction("joined", argumentCount: 1)
    #expect(failure { try connection.execute("SELECT joined(x) FROM t") }?.code == .error)
  }
}
