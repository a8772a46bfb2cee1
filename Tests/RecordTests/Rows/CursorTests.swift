import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Operations on cursors, which work like those of sequences, one element at a time.
@Suite(.timeLimit(.hang)) struct CursorTests {
  let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  /// Returns the numbers 1…5, each fetched when it is asked for.
  private func numbers(_ db: Database, to end: Int = 5) throws -> DatabaseCursor<Int> {
    let sql = """
      WITH RECURSIVE n(x) AS (SELECT 1 WHERE ? > 0 UNION ALL SELECT x + 1 FROM n WHERE x < ?)
      SELECT x FROM n
      """
    return try Int.fetchCursor(db, sql: sql, arguments: [end, end])
  }

  @Test func `elements can be mapped and filtered`() throws {
    try database.read { db throws in
      #expect(try Array(numbers(db).map { $0 * 2 }) == [2, 4, 6, 8, 10])
      #expect(try Array(numbers(db).filter { $0 % 2 == 0 }) == [2, 4])
      #expect(try Array(numbers(db).compactMap { $0 > 3 ? "\($0)" : nil }) == ["4", "5"])
      #expect(try Array(numbers(db).flatMap { 0..<($0 - 1) }) == [0, 0, 1, 0, 1, 2, 0, 1, 2, 3])
      #expect(try Array(numbers(db).flatMap { AnyCursor([$0, $0]) }.prefix(3)) == [1, 1, 2])
      let pairs = try numbers(db).enumerated()
      #expect(try pairs.next().map { [$0.0, $0.1] } == [0, 1])
      #expect(try Array(pairs.map { $0 + $1 }) == [3, 5, 7, 9])
    }
  }

  @Test(arguments: [-1, 0, 1, 3, 5, 9])
  func `parts of a cursor equal those of an array`(count: Int) throws {
    try database.read { db throws in
      let all = Array(1...5)
      let length = max(count, 0)
      #expect(try Array(numbers(db).prefix(count)) == Array(all.prefix(length)))
      #expect(try Array(numbers(db).dropFirst(count)) == Array(all.dropFirst(length)))
      #expect(try numbers(db).dropLast(count) == all.dropLast(length))
      #expect(try numbers(db).suffix(count) == all.suffix(length))
      #expect(try Array(numbers(db).prefix { $0 < count }) == all.prefix { $0 < count })
      #expect(try Array(numbers(db).drop { $0 < count }) == Array(all.drop { $0 < count }))
    }
  }

  @Test func `a prefix does not fetch more than it returns`() throws {
    var count = 0
    let base = AnyCursor<Int> {
      count += 1
      return count
    }
    #expect(try Array(base.prefix(3)) == [1, 2, 3])
    #expect(count == 3)
    #expect(try Array(base.prefix { $0 < 6 }) == [4, 5])
    #expect(try base.next() == 7)
  }

  @Test func `elements can be reduced`() throws {
    try database.read { db throws in
      #expect(try numbers(db).reduce(0, +) == 15)
      #expect(try numbers(db).reduce(into: "") { $0 += "\($1)" } == "12345")
      #expect(try numbers(db).max() == 5)
      #expect(try numbers(db).min() == 1)
      #expect(try numbers(db).min { abs($0 - 3) < abs($1 - 3) } == 3)
      #expect(try numbers(db).max { $0 % 4 < $1 % 4 } == 3)
      #expect(try numbers(db).contains(3))
      #expect(try !numbers(db).contains(6))
      #expect(try numbers(db).contains { $0 > 4 })
      #expect(try numbers(db).first { $0 > 2 } == 3)
      #expect(try numbers(db).map { "\($0)" }.joined(separator: ", ") == "1, 2, 3, 4, 5")
      var seen: [Int] = []
      try numbers(db).forEach { seen.append($0) }
      #expect(seen == [1, 2, 3, 4, 5])
    }
  }

  @Test func `operations work on a cursor without elements`() throws {
    try database.read { db throws in
      #expect(try numbers(db, to: 0).isEmpty())
      #expect(try !numbers(db).isEmpty())
      #expect(try numbers(db, to: 0).max() == nil)
      #expect(try numbers(db, to: 0).min() == nil)
      #expect(try numbers(db, to: 0).first { _ in true } == nil)
      #expect(try numbers(db, to: 0).reduce(7, +) == 7)
      #expect(try numbers(db, to: 0).dropLast() == [])
      #expect(try numbers(db, to: 0).suffix(2) == [])
      #expect(try Array(numbers(db, to: 0).dropFirst(2)) == [])
      #expect(try Array(numbers(db, to: 0).flatMap { [$0] }) == [])
    }
  }

  @Test func `collections can be created from cursors`() throws {
    try database.read { db throws in
      #expect(try Set(numbers(db).map { $0 % 2 }, minimumCapacity: 2) == [0, 1])
      #expect(try Array(numbers(db), minimumCapacity: -1) == [1, 2, 3, 4, 5])
      #expect(try ([0, 5] as Set<Int>).union(numbers(db)) == [0, 1, 2, 3, 4, 5])
      let pairs = try Dictionary(uniqueKeysWithValues: numbers(db).map { ($0, "\($0)") })
      #expect(pairs == [1: "1", 2: "2", 3: "3", 4: "4", 5: "5"])
      let groups = try Dictionary(grouping: numbers(db)) { $0 % 2 }
      #expect(groups == [0: [2, 4], 1: [1, 3, 5]])
      let sums = try Dictionary(numbers(db).map { ($0 % 2, $0) }, uniquingKeysWith: +)
      #expect(sums == [0: 6, 1: 9])
      #expect(throws: DuplicateKeyError.self) {
        try Dictionary(uniqueKeysWithValues: numbers(db).map { ($0 % 2, $0) })
      }
    }
  }

  @Test func `cursors of cursors can be joined`() throws {
    try database.read { db throws in
      let nested = try numbers(db, to: 3).map { end in AnyCursor(Array(0..<end)) }
      #expect(try Array(nested.joined()) == [0, 0, 1, 0, 1, 2])
      let sequences = try numbers(db, to: 3).map { Array(repeating: $0, count: $0 - 1) }
      #expect(try Array(sequences.joined()) == [2, 3, 3])
      let any: any Cursor<Int> = AnyCursor(try numbers(db))
      #expect(try any.next() == 1)
    }
  }

  @Test func `errors of a cursor and of a closure are thrown`() throws {
    struct Stop: Error {}
    try database.read { db throws in
      let broken = try Int.fetchCursor(db, sql: "SELECT 1 UNION ALL SELECT 'x'").map { $0 + 1 }
      #expect(try broken.next() == 2)
      #expect(throws: DecodingFailure.self) { try broken.next() }
      #expect(throws: Stop.self) { try Array(numbers(db).map { _ in throw Stop() } as MapCursor) }
      #expect(throws: Stop.self) { try numbers(db).reduce(0) { _, _ in throw Stop() } }
      #expect(throws: Stop.self) { try Array(numbers(db).filter { _ in throw Stop() }) }
      // The statement of a cursor that failed can be used again.
      #expect(try numbers(db).reduce(0, +) == 15)
    }
  }

  @Test func `a cursor that is derived from another ends with its access`() throws {
    let escaped = try database.read { db in try numbers(db).map { $0 * 2 } }
    #expect(throws: DatabaseError.self) { try escaped.next() }
  }
}
