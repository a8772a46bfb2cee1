import DatabaseTypes
import SQLiteDatabase
import Synchronization

/// The positions of every 1,000th row in an order that no index gives.
///
/// SQLite sorts all rows to find the row with a number in such an order. From the nearest of these
/// rows, it compares each row only with that one.
struct OrderPivots: Sendable {
  let spacing: Int
  private let places: [[WireCell]]

  /// Reads all rows in order, which takes as long as one search without pivots, or less.
  init(_ db: Database, of statement: GridStatement, spacing: Int) throws {
    var places: [[WireCell]] = []
    var number = 0
    let piece = statement.places
    let all = try db.cachedStatement(sql: piece.sql)
    try all.setArguments(piece.statementArguments)
    try all.forEachRow { row in
      if number % spacing == 0 {
        places.append(StoredColumns.cells(try row.storedValues(), count: statement.terms.count))
      }
      number += 1
    }
    (self.places, self.spacing) = (places, spacing)
  }

  /// The seek to a row from the nearest pivot before it.
  func seek(to index: Int) -> GridSeek {
    guard let last = places.indices.last else { return GridSeek(start: .top, offset: index) }
    let nearest = min(index / spacing, last)
    return GridSeek(start: .at(places[nearest]), offset: index - nearest * spacing)
  }
}

/// The pivots of the orders that pages show, which they share.
///
/// State: the pivots by statement, those used last at the end, guarded by a mutex.
final class SharedPivots: Sendable {
  /// The number of rows from one pivot to the next.
  let spacing: Int

  private static let limit = 8
  private let state = Mutex<[(statement: GridStatement, pivots: OrderPivots)]>([])

  init(spacing: Int = 1000) { self.spacing = spacing }

  /// The distance from a known row at which pivots are worthwhile.
  var farAway: Int { spacing * 5 }

  /// The pivots of a statement, which are read if there are none.
  ///
  /// - Returns: The pivots, and whether they were read just now. Older ones may be off by the rows
  ///   that were inserted and deleted since.
  func pivots(of statement: GridStatement, _ db: Database) throws -> (OrderPivots, isNew: Bool) {
    let known = state.withLock { state -> OrderPivots? in
      guard let index = state.firstIndex(where: { $0.statement == statement }) else { return nil }
      let entry = state.remove(at: index)
      state.append(entry)
      return entry.pivots
    }
    if let known { return (known, false) }
    let pivots = try OrderPivots(db, of: statement, spacing: spacing)
    state.withLock { state in
      state.removeAll { $0.statement == statement }
      state.append((statement, pivots))
      if state.count > Self.limit { state.removeFirst() }
    }
    return (pivots, true)
  }

  /// Removes pivots that are too old.
  func remove(_ statement: GridStatement) {
    state.withLock { $0.removeAll { $0.statement == statement } }
  }
}
