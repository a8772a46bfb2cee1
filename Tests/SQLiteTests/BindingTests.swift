import DatabaseTypes
import SQLite
import Testing

@Suite struct BindingTests {
  let connection: Connection

  init() throws { connection = try .inMemory() }

  static let values: [DatabaseValue] = [
    .null, 0, 1, -1, .integer(.max), .integer(.min), 0.0, 1.5, .real(.infinity),
    .real(-.infinity), .real(.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude), "", "a",
    "a\0b", "\0", "héllo 👋🏽", "'; DROP TABLE t; --", .blob([]), .blob([0]), .blob([0, 255, 0]),
    .blob([UInt8](repeating: 7, count: 100_000)), .text(String(repeating: "é", count: 50_000)),
  ]

  @Test(arguments: values)
  func `each value is returned as it was bound`(value: DatabaseValue) throws {
    #expect(try connection.value("SELECT ?", value) == value)
  }

  @Test(arguments: values)
  func `each value is stored in its own storage class`(value: DatabaseValue) throws {
    try connection.execute("CREATE TABLE t (x)")
    _ = try connection.rows("INSERT INTO t VALUES (?)", value)
    #expect(
      try connection.value("SELECT typeof(x) FROM t")
        == .text(value.storageClass.description.lowercased())
    )
    #expect(try connection.value("SELECT x FROM t") == value)
  }

  @Test func `NUL bytes survive in text`() throws {
    #expect(try connection.value("SELECT hex(?)", "a\0b") == "610062")
    #expect(try connection.value("SELECT length(CAST(? AS BLOB))", "a\0b") == 3)
  }

  @Test func `empty text and an empty blob are bound as values, not as NULL`() throws {
    #expect(try connection.value("SELECT ? IS NULL", "") == 0)
    #expect(try connection.value("SELECT ? IS NULL", .blob([])) == 0)
    let statement = try Statement("SELECT typeof(?)", on: connection)
    try statement.bind(UnsafeRawBufferPointer(start: nil, count: 0), at: 1)
    #expect(try statement.step() == .row)
    #expect(statement.text(at: 0) == "blob")
  }

  @Test func `NaN is bound as NULL, as in SQLite`() throws {
    #expect(try connection.value("SELECT ?", .real(.nan)) == .null)
  }

  @Test func `an unbound parameter is NULL`() throws {
    #expect(try connection.value("SELECT ?") == .null)
  }

  @Test func `bindings survive a reset and are removed by clearing`() throws {
    let statement = try Statement("SELECT ?1", on: connection)
    try statement.bind(5, at: 1)
    try statement.run()
    #expect(try statement.step() == .row)
    #expect(statement.integer(at: 0) == 5)
    statement.reset()
    statement.clearBindings()
    #expect(try statement.step() == .row)
    #expect(statement.storageClass(at: 0) == .null)
  }

  @Test func `parameters are found by name`() throws {
    let statement = try Statement("SELECT :a, @b, $c, ?9, ?", on: connection)
    #expect(statement.parameterCount == 10)
    #expect(
      (1...10).map { statement.parameterName(at: $0) } == [
        ":a", "@b", "$c", nil, nil, nil, nil, nil, "?9", nil,
      ]
    )
    #expect(statement.parameterIndex("@b") == 2)
    #expect(statement.parameterIndex("b") == nil)
    try statement.bind("named", to: "$c")
    #expect(try statement.step() == .row)
    #expect(try statement.value(at: 2) == "named")
  }

  @Test func `text and blobs above the length limit are refused`() throws {
    try connection.setLimit(.length, to: 1000)
    let statement = try Statement("SELECT ?", on: connection)
    try statement.bind([UInt8](repeating: 1, count: 900), at: 1)
    #expect(
      failure { try statement.bind([UInt8](repeating: 1, count: 1001), at: 1) }?.code == .tooBig
    )
    #expect(
      failure { try statement.bind(String(repeating: "a", count: 1001), at: 1) }?.code == .tooBig
    )
    #expect(failure { try statement.bindZeroBlob(count: 1001, at: 1) }?.code == .tooBig)
  }

  @Test func `a blob of 3 GB is refused before any memory is allocated`() throws {
    let statement = try Statement("SELECT ?", on: connection)
    #expect(failure { try statement.bindZeroBlob(count: 3 << 30, at: 1) }?.code == .tooBig)
    #expect(failure { try statement.bindZeroBlob(count: .max, at: 1) }?.code == .tooBig)
  }

  @Test func `a negative size is bound as an empty blob`() throws {
    let statement = try Statement("SELECT ?", on: connection)
    try statement.bindZeroBlob(count: -1, at: 1)
    #expect(try statement.step() == .row)
    #expect(try statement.value(at: 0) == .blob([]))
  }
}
