import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@testable import Studio

/// The number of rows of a grid, which is an estimate if counting takes long.
@Suite(.timeLimit(.hang)) struct GridTotalTests {
  private let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  /// Returns a grid of the table "t" whose count is given up at once.
  private func grid(search: String? = nil, filterLimit: Duration = .seconds(300)) async throws
    -> SQLiteGrid
  {
    let statement = try await database.read { db in
      let tables = try StudioStructure(db, isWritable: false).tables
      let table = try #require(tables.first { $0.name.name == "t" })
      var request = GridRequest(table: "t", first: 0, count: 7)
      request.search = search
      return try GridStatement(request, of: table)
    }
    let shared = SharedGridWork<SQLPiece>()
    var grid = SQLiteGrid(statement, in: database, shared, filterLimit: filterLimit)
    grid.countLimit = .zero
    return grid
  }

  /// Creates the table "t" with rows whose numbers are an expression of `i`, from 1 to 50,000.
  private func createRows(_ number: String, _ sql: String = "") async throws {
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b BLOB);
          INSERT INTO t (id, b) WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
            SELECT \(number), zeroblob(100) FROM n;
          \(sql)
          """
      )
    }
  }

  /// Returns the estimate.
  ///
  /// A count that ends within no time is repeated.
  private func estimate(_ grid: SQLiteGrid) async throws -> Int {
    var total = GridTotal(count: 0)
    while !total.isAbout {
      try Task.checkCancellation()
      total = try await grid.countRows()
    }
    return total.count
  }

  @Test func `a count of a whole table that takes long becomes an estimate`() async throws {
    try await createRows("i", "DELETE FROM t WHERE id < 10")
    var grid = try await grid()
    #expect(try await estimate(grid) == 49_991)
    grid.countLimit = .seconds(60)
    #expect(try await grid.countRows() == GridTotal(count: 49_991))
  }

  @Test(arguments: [
    "i * 180000000000000", "i * 180000000000000 - 4000000000000000000", "i * 1000",
    "i + iif(i > 25000, 9000000000000000000, 0)", "i * i",
    // Then more numbers are skipped at once than an integer holds.
    """
    iif(i = 50000, 9223372036854775807, -9223372036854775807 + i
    + iif(i > 36000, (i - 36000) * 300000000000000, 0))
    """,
  ])
  func `gaps between row numbers make no more rows`(number: String) async throws {
    try await createRows(number)
    let count = try await estimate(grid())
    #expect((25_000...200_000).contains(count), "\(count)")
  }

  @Test func `an old analysis hides no row`() async throws {
    try await createRows("i", "CREATE INDEX x ON t (a)")
    try await database.write { db in
      try db.execute(sql: "ANALYZE; INSERT INTO t (b) SELECT b FROM t")
    }
    #expect(try await estimate(grid()) == 100_000)
  }

  @Test func `a count of a filter is cut off at its time limit`() async throws {
    try await database.write { db in
      try db.execute(sql: "CREATE VIEW t AS \(Self.endless)")
    }
    for search in [nil, "7"] {
      let grid = try await grid(search: search, filterLimit: .milliseconds(20))
      let total = try await grid.countRows()
      #expect(total.isMinimum && total.isAbout)
    }
  }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

  @Test func `a count of a filter can be cancelled`() async throws {
    try await database.write { db in
      try db.execute(sql: "CREATE VIEW t AS \(Self.endless)")
    }
    let grid = try await grid(search: "7", filterLimit: .seconds(3_600))
    for pause in 0..<20 {
      let count = Task { try await grid.countRows() }
      for _ in 0..<pause * 20 { await Task.yield() }
      count.cancel()
      await #expect(throws: (any Error).self) { try await count.value }
    }
    // The only connection is free again.
    #expect(try await database.read { db in try Int.fetchOne(db, sql: "SELECT 1") } == 1)
  }

  @Test func `a filter, and a table that nothing estimates, are counted to the end`() async throws {
    try await createRows("i")
    #expect(try await grid(search: "x").countRows() == GridTotal(count: 0))
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE rows AS SELECT * FROM t; DROP TABLE t;
          CREATE TABLE t (id INTEGER PRIMARY KEY, a, b) WITHOUT ROWID;
          INSERT INTO t SELECT * FROM rows;
          """
      )
    }
    #expect(try await grid().countRows() == GridTotal(count: 50_000))
  }

  @Test func `a table of another schema has its own number`() async throws {
    try await createRows("i", "CREATE INDEX x ON t (a)")
    try await database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          ANALYZE main; ATTACH ':memory:' AS other; CREATE TABLE other.t (a); CREATE INDEX other.x ON t (a);
          INSERT INTO other.t VALUES (1), (2); ANALYZE other
          """
      )
    }
    let counts = try await database.read { db in
      try StudioStructure(db, isWritable: false).tables.filter { $0.name.name == "t" }
        .map { "\($0.name.schema) \($0.estimatedRowCount ?? -1)" }
    }
    #expect(counts.sorted() == ["main 50000", "other 2"])
  }

  @Test func `an estimate is never less than the rows that were read`() throws {
    var state = GridFeedState(request: GridRequest(table: "t", first: 90, count: 10), number: 1)
    let rows = (0..<10).map {
      GridWindow.Row(key: [], place: [], cells: [WireCell(.integer(Int64($0)))])
    }
    state.count(GridTotal(count: 50, isAbout: true))
    state.show(GridWindow(first: 90, rows: rows), in: .zero, of: 0)
    #expect(state.total == 100)
    state.count(GridTotal(count: 60, isAbout: true))
    #expect(state.total == 100)
    // A window with fewer rows than requested contains the last one.
    state.count(GridTotal(count: 5000, isAbout: true))
    state.show(GridWindow(first: 90, rows: Array(rows.prefix(3))), in: .zero, of: 0)
    #expect(state.total == 93)
    // So a count that is cut off later says nothing more.
    state.count(GridTotal(count: 50, isAbout: true, isMinimum: true))
    #expect(state.total == 93 && !state.isMinimum)
  }
}
