import DatabaseTypes
import SQLiteDatabase

/// The reads of a grid: each is one transaction.
struct GridReading: Sendable {
  let statement: GridStatement
  var pivots = SharedPivots()

  typealias Found = GridFound

  /// Reads a window.
  ///
  /// - Parameters:
  ///   - first: The place of its first row.
  ///   - count: The number of rows.
  ///   - known: A window that may be near, so that few rows have to be skipped.
  ///   - total: The number of rows, if known; the last rows are then found from the end.
  func window(_ db: Database, first: Int, count: Int, known: GridWindow?, total: Int?) throws
    -> Found
  {
    guard first > 0 else { return try found(db, .top, first: 0, count) }
    guard statement.hasKey else { return try found(db, .top, first: first, offset: first, count) }
    if let place = try place(db, of: first, known: known, total: total) {
      return try found(db, .at(place), first: first, count)
    }
    // There are fewer rows now, so the last ones are shown.
    let last = try place(db, statement.place(from: .top, offset: count - 1, isReversed: true))
    guard let last else { return try found(db, .top, first: 0, count) }
    let before = try db.count(statement.count(before: last))
    return try found(db, .at(last), first: before, count)
  }

  private func found(
    _ db: Database,
    _ start: GridStatement.Start,
    first: Int,
    offset: Int = 0,
    _ count: Int
  ) throws -> Found {
    let rows = try rows(db, statement.window(from: start, count: count, offset: offset))
    return Found(window: GridWindow(first: first, rows: rows), start: start, offset: offset)
  }

  /// Reads the rows of a window's statement.
  func rows(_ db: Database, _ piece: SQLPiece) throws -> [GridWindow.Row] {
    try db.storedRows(piece).map { GridWindow.Row($0, of: statement) }
  }

  /// The keys of rows that are no longer in the result.
  func gone(_ db: Database, of keys: [[WireCell]]) throws -> [[WireCell]] {
    try keys.filter { try db.storedRows(statement.has(key: $0)).isEmpty }
  }

  /// The position of a row, found by skipping as few rows as possible.
  private func place(_ db: Database, of index: Int, known: GridWindow?, total: Int?) throws
    -> [WireCell]?
  {
    let seek = GridSeek(to: index, known: known, total: total)
    if seek.offset > pivots.farAway, try isSorted(db) { return try farPlace(db, of: index) }
    return try place(db, at: seek)
  }

  private func place(_ db: Database, at seek: GridSeek) throws -> [WireCell]? {
    try place(
      db,
      statement.place(from: seek.start, offset: seek.offset, isReversed: seek.isReversed)
    )
  }

  private func place(_ db: Database, _ piece: SQLPiece) throws -> [WireCell]? {
    try db.storedRows(piece).first
      .map { StoredColumns.cells($0, count: statement.terms.count) }
  }

  /// The position of a row that is far from all known ones, in an order that no index gives.
  private func farPlace(_ db: Database, of index: Int) throws -> [WireCell]? {
    let (pivots, isNew) = try pivots.pivots(of: statement, db)
    let found = try place(db, at: pivots.seek(to: index))
    if isNew { return found }
    if let found {
      let position = try db.count(statement.count(before: found))
      if position == index { return found }
      let near = GridWindow(first: position, rows: [.init(key: [], place: found, cells: [])])
      let seek = GridSeek(to: index, known: near, total: nil)
      if seek.offset <= self.pivots.farAway { return try place(db, at: seek) }
    }
    self.pivots.remove(statement)
    return try farPlace(db, of: index)
  }

  /// Whether SQLite sorts the rows, because no index gives their order.
  /// https://www.sqlite.org/eqp.html
  private func isSorted(_ db: Database) throws -> Bool {
    let piece = statement.place(from: .top, offset: 1, isReversed: false)
    let steps = try Row.fetchAll(
      db,
      sql: "EXPLAIN QUERY PLAN " + piece.sql,
      arguments: piece.statementArguments
    )
    return steps.contains { row in
      if case .text(let detail)? = row.values.last { detail.contains("TEMP B-TREE") } else { false }
    }
  }
}

extension Database {
  /// The rows of a statement, with texts that are not valid UTF-8 as blobs.
  func storedRows(_ piece: SQLPiece) throws -> [[DatabaseValue]] {
    let statement = try cachedStatement(sql: piece.sql)
    try statement.setArguments(piece.statementArguments)
    var rows: [[DatabaseValue]] = []
    try statement.forEachRow { rows.append(try $0.storedValues()) }
    return rows
  }

  /// The number that a statement returns.
  func count(_ piece: SQLPiece) throws -> Int {
    try Int.fetchOne(self, sql: piece.sql, arguments: piece.statementArguments) ?? 0
  }
}
