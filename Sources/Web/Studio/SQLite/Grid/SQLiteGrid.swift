import DatabaseTypes
import LiveEngine
import LiveQueries
import SQLiteDatabase
import Synchronization

/// The rows of a grid on a table of SQLite.
struct SQLiteGrid: SharedGridSource {
  private let statement: GridStatement
  private let reading: GridReading
  private let database: any DatabaseWriter
  let shared: SharedGridWork<SQLPiece>
  /// The time after which a count of a whole table is given up for an estimate.
  ///
  /// Without a write-ahead log, counting keeps other processes from committing.
  var countLimit = Duration.seconds(2)
  /// The time after which the count of the rows of a filter or a view is cut off.
  private let filterLimit: Duration

  init(
    _ statement: GridStatement,
    in database: any DatabaseWriter,
    _ shared: SharedGridWork<SQLPiece>,
    pivots: SharedPivots = SharedPivots(),
    filterLimit: Duration = .seconds(10)
  ) {
    self.filterLimit = filterLimit
    (self.statement, self.database, self.shared) = (statement, database, shared)
    reading = GridReading(statement: statement, pivots: pivots)
  }

  var text: String { statement.text }
  var columns: [String] { statement.columns }

  func isSame(as other: any GridSource) -> Bool { (other as? Self)?.statement == statement }

  func commits() async throws -> AsyncStream<Void> {
    let piece = statement.window(from: .top, count: 1)
    let region = try await database.read { db in try db.region(ofSQL: piece.sql) }
    return database.changeSource.signal(touching: region)
  }

  func window(_ request: GridRequest, known: GridWindow?, total: Int?) async throws -> GridFound {
    try await database.read { [reading] db in
      try reading.window(db, first: request.first, count: request.count, known: known, total: total)
    }
  }

  func rows(of found: GridFound, count: Int) async throws -> [GridWindow.Row] {
    let piece = piece(found, count)
    return try await database.read { [reading] db in try reading.rows(db, piece) }
  }

  func follow(
    _ piece: SQLPiece,
    _ show: @Sendable (GridWindow.Row.Update) async throws -> Void
  ) async throws {
    // A live query may read more columns, for which there is no room.
    if StoredColumns.areTooMany(statement.read.count) { throw CannotFollow() }
    let query = database.liveQuery(
      sql: piece.sql,
      arguments: piece.statementArguments,
      key: statement.keyAliases,
      showsAnyText: true
    )
    for try await result in query {
      let rows = result.rows.map { GridWindow.Row($0.values, of: statement) }
      let update = GridWindow.Row.Update(
        rows: rows,
        duration: result.readDuration,
        commit: result.number
      )
      try await show(update)
    }
  }

  func count(before place: [WireCell]) async throws -> Int? {
    try await counted(statement.count(before: place), within: countLimit)
  }

  func countRows() async throws -> GridTotal {
    if statement.table.kind == .table, !statement.isFiltered {
      if let count = try await counted(statement.count, within: countLimit) {
        return GridTotal(count: count)
      }
      if let count = try await estimate() { return GridTotal(count: count, isAbout: true) }
    }
    return try await countEach()
  }

  /// Counts rows one by one, so that it is known how many there were when the time is over.
  private func countEach() async throws -> GridTotal {
    let count = Atomic(0)
    do {
      try await withTimeLimit(filterLimit) { [database, piece = statement.each] in
        try await database.read { db in
          try db.forEachRow(sql: piece.sql, arguments: piece.statementArguments) { _ in
            count.add(1, ordering: .relaxed)
          }
        }
      }
      return GridTotal(count: count.load(ordering: .relaxed))
    } catch is TimeLimitReached {
      return GridTotal(count: count.load(ordering: .relaxed), isAbout: true, isMinimum: true)
    }
  }

  private func counted(_ piece: SQLPiece) async throws -> Int {
    try await database.read { db in try db.count(piece) }
  }

  /// The number that a piece of SQL returns; `nil` if that takes too long.
  private func counted(_ piece: SQLPiece, within limit: Duration) async throws -> Int? {
    do {
      return try await withTimeLimit(limit) { try await counted(piece) }
    } catch is TimeLimitReached {
      return nil
    }
  }

  /// The estimated number of rows of a whole table; without row numbers that of the last
  /// `ANALYZE`.
  ///
  /// - Returns: `nil` if there is neither.
  private func estimate() async throws -> Int? {
    let table = statement.table
    let estimate = try await database.read { db in try RowEstimate(db, of: table.name) }
    return estimate?.rounded ?? table.estimatedRowCount
  }

  func gone(of keys: [[WireCell]]) async throws -> [[WireCell]] {
    try await database.read { [reading] db in try reading.gone(db, of: keys) }
  }

  func piece(_ found: GridFound, _ count: Int) -> SQLPiece {
    statement.window(from: found.start, count: count, offset: found.offset)
  }
}

extension GridStatement {
  /// The names of the result's columns that identify a row; `nil` for a view.
  fileprivate var keyAliases: [String]? {
    if !hasKey { return nil }
    return table.key.compactMap { name in terms.firstIndex { $0.column == name }.map { "c\($0)" } }
  }
}
