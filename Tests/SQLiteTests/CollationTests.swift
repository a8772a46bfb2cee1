import DatabaseTypes
import SQLite
import Testing

@Suite struct CollationTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory(
      "CREATE TABLE file (name TEXT); INSERT INTO file VALUES ('10'), ('9'), ('100'), ('')"
    )
  }

  private func addNumeric() throws {
    try connection.addCollation("numeric") { left, right in
      CollationOrder(comparing: Int(left) ?? 0, Int(right) ?? 0)
    }
  }

  @Test func `orders text by its closure`() throws {
    try addNumeric()
    #expect(
      try connection.rows("SELECT name FROM file ORDER BY name COLLATE numeric")
        == [[""], ["9"], ["10"], ["100"]]
    )
    #expect(try connection.value("SELECT '007' = '7' COLLATE numeric") == 1)
    #expect(try connection.value("SELECT '8' > '7' COLLATE numeric") == 1)
  }

  @Test func `compares bytes without copies, including NUL bytes`() throws {
    var pairs: [[UInt8]] = []
    try connection.addByteCollation("bytes") { left, right in
      pairs.append([UInt8](left))
      pairs.append([UInt8](right))
      return CollationOrder(comparing: left.count, right.count)
    }
    #expect(try connection.value("SELECT CAST(x'6100' AS TEXT) < 'abc' COLLATE bytes") == 1)
    #expect(Set(pairs) == [[0x61, 0], Array("abc".utf8)])
  }

  @Test func `repairs text that is not valid UTF-8`() throws {
    var seen: Set<String> = []
    try connection.addCollation("repaired") { left, right in
      seen.formUnion([left, right])
      return CollationOrder(comparing: left, right)
    }
    try connection.execute("SELECT CAST(x'61ff' AS TEXT) < 'b' COLLATE repaired")
    #expect(seen == ["a\u{fffd}", "b"])
  }

  @Test func `is used by indexes`() throws {
    try addNumeric()
    try connection.execute("CREATE UNIQUE INDEX i ON file (name COLLATE numeric)")
    #expect(
      failure { try connection.execute("INSERT INTO file VALUES ('09')") }?.code
        == .constraintUnique
    )
    #expect(
      try connection.value("SELECT name FROM file WHERE name = '0100' COLLATE numeric") == "100"
    )
  }

  @Test func `is replaced and removed, and releases its closure`() throws {
    final class Token {}
    weak var weakly: Token?
    do {
      let token = Token()
      weakly = token
      try connection.addCollation("c") { _, _ in withExtendedLifetime(token) { .same } }
    }
    #expect(weakly != nil)
    try connection.addCollation("c") { left, right in CollationOrder(comparing: right, left) }
    #expect(weakly == nil)
    #expect(try connection.value("SELECT name FROM file ORDER BY name COLLATE c") == "9")
    try connection.removeCollation("c")
    #expect(
      failure { try connection.execute("SELECT name FROM file ORDER BY name COLLATE c") }?.message
        == "no such collation sequence: c"
    )
  }

  @Test func `is not replaced while a statement runs, and the new one is released`() throws {
    final class Token {}
    weak var weakly: Token?
    try addNumeric()
    let statement = try Statement("SELECT name FROM file", on: connection)
    #expect(try statement.step() == .row)
    do {
      let token = Token()
      weakly = token
      let error = failure {
        try connection.addCollation("numeric") { _, _ in withExtendedLifetime(token) { .same } }
      }
      #expect(error?.code == .busy)
    }
    #expect(weakly == nil)
  }

  @Test func `is added when SQLite asks for it`() throws {
    var needed: [String] = []
    try connection.setCollationNeededHook { [unowned connection] name in
      needed.append(name)
      try? connection.addCollation(name) { left, right in
        CollationOrder(comparing: right, left)
      }
    }
    #expect(try connection.value("SELECT name FROM file ORDER BY name COLLATE downwards") == "9")
    #expect(needed == ["downwards"])
    try connection.setCollationNeededHook(nil)
    #expect(
      failure { try connection.execute("SELECT 'a' < 'b' COLLATE other") }?.code
        == .errorMissingCollation
    )
  }
}
