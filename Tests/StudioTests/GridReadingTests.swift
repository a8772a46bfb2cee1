import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@testable import Studio

@Suite struct GridReadingTests {
  private static let tables = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INTEGER NOT NULL, c)",
    "CREATE TABLE t (a TEXT, b INTEGER NOT NULL, c, id INTEGER NOT NULL, PRIMARY KEY (b, id)) WITHOUT ROWID",
    "CREATE TABLE t (id INTEGER, a TEXT COLLATE NOCASE, b INTEGER NOT NULL, c)",
  ]

  @Test(arguments: tables, UInt64(1)...6)
  func `a window begins at the row with its number, however it is found`(
    table: String,
    seed: UInt64
  )
    throws
  {
    var random = SeededGenerator(seed: seed)
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: table)
      for id in 0..<60 {
        let values: [DatabaseValue] = [
          .integer(Int64(id)),
          [.null, .text("x"), .text("X"), .text("y")].randomElement(using: &random) ?? .null,
          .integer(.random(in: 0..<4, using: &random)),
          [.null, .integer(2), .real(2.5), .text("2"), .blob([1])].randomElement(using: &random)
            ?? .null,
        ]
        try db.execute(
          sql: "INSERT INTO t (id, a, b, c) VALUES (?, ?, ?, ?)",
          arguments: .init(values: values)
        )
      }
    }
    let names = ["a", "b", "c"].shuffled(using: &random).prefix(
      Int.random(in: 0...3, using: &random)
    )
    var request = GridRequest(table: "t", first: 0, count: 7)
    request.sort = names.map { .init(column: $0, descending: Bool.random(using: &random)) }
    try database.read { [request] db in
      let structure = try StudioStructure(db, isWritable: false)
      let statement = try GridStatement(request, of: structure.tables[0])
      // With so few rows between pivots, most orders without an index use some.
      let reading = GridReading(statement: statement, pivots: SharedPivots(spacing: 2))
      let all = try reading.window(db, first: 0, count: 100, known: nil, total: nil).window.rows
      #expect(all.count == 60)
      #expect(Set(all.map(\.key)).count == 60)
      var known: GridWindow?
      for _ in 0..<40 {
        let first = Int.random(in: 0..<60, using: &random)
        let total = Bool.random(using: &random) ? 60 : nil
        let found = try reading.window(db, first: first, count: 7, known: known, total: total)
        #expect(found.window.rows == Array(all.dropFirst(first).prefix(7)))
        #expect(found.window.first == first)
        if case .at(let place) = found.start {
          #expect(try db.count(statement.count(before: place)) == first)
        }
        known = Bool.random(using: &random) ? found.window : nil
      }
    }
  }

  @Test(arguments: UInt64(1)...8)
  func `rows are found by their numbers after rows were inserted and deleted`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let database = try DatabaseQueue()
    let statement = try database.write { db in
      try db.execute(sql: Self.tables[0])
      var request = GridRequest(table: "t", first: 0, count: 7)
      request.sort = [.init(column: "b", descending: true)]
      return try GridStatement(request, of: StudioStructure(db, isWritable: false).tables[0])
    }
    let reading = GridReading(statement: statement, pivots: SharedPivots(spacing: 2))
    for _ in 0..<40 {
      try database.write { db in
        // Few changes leave the pivots useful; many make them too old.
        for _ in 0..<([1, 3, 60].randomElement(using: &random) ?? 1) {
          try db.execute(
            sql: Bool.random(using: &random) || seed % 2 == 0
              ? "INSERT INTO t (b) VALUES (?)" : "DELETE FROM t WHERE b % 50 = ?",
            arguments: [Int.random(in: 0..<50, using: &random)]
          )
        }
      }
      try database.read { db in
        let all = try reading.window(db, first: 0, count: 10_000, known: nil, total: nil).window
          .rows
        for _ in 0..<5 where !all.isEmpty {
          let first = Int.random(in: 0..<all.count, using: &random)
          let found = try reading.window(db, first: first, count: 7, known: nil, total: nil)
          #expect(found.window.first == first)
          #expect(found.window.rows == Array(all.dropFirst(first).prefix(7)))
        }
      }
    }
  }

  @Test func `a window past the end shows the last rows`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE t (id INTEGER PRIMARY KEY);
          INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
          SELECT i FROM n
          """
      )
    }
    try database.read { db in
      let structure = try StudioStructure(db, isWritable: false)
      let statement = try GridStatement(
        GridRequest(table: "t", first: 0, count: 7),
        of: structure.tables[0]
      )
      let found = try GridReading(statement: statement)
        .window(db, first: 100, count: 7, known: nil, total: nil)
      #expect(found.window.first == 23)
      #expect(found.window.rows.map(\.key) == (24...30).map { [WireCell(.integer($0))] })
    }
  }

  @Test func `text that is not valid UTF-8 differs from a blob, also as a key`() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, v);
          INSERT INTO t VALUES (CAST(x'c328' AS TEXT), x'c328'), ('a', CAST(x'ff' AS TEXT)), ('z', NULL)
          """
      )
    }
    try database.read { db in
      let structure = try StudioStructure(db, isWritable: false)
      let statement = try GridStatement(
        GridRequest(table: "t", first: 0, count: 7),
        of: structure.tables[0]
      )
      let reading = GridReading(statement: statement)
      let rows = try reading.window(db, first: 0, count: 7, known: nil, total: nil).window.rows
      #expect(
        rows.map { $0.cells.rowJSON } == [
          #"["a",["x",1,"ff"]]"#, #"["z",null]"#, #"[["x",2,"c328"],["b",2,"c328"]]"#,
        ]
      )
      let last = try reading.window(db, first: 2, count: 7, known: nil, total: 3).window.rows
      #expect(last == [rows[2]])
      #expect(try reading.gone(db, of: rows.map(\.key)).isEmpty)
    }
  }

  @Test func `a NaN that stays is no change`() {
    let row = GridWindow.Row(
      key: [WireCell(.integer(1))],
      place: [],
      cells: [WireCell(.real(.nan))]
    )
    #expect(GridDifference(from: [row], to: [row]).isEmpty)
  }
}
