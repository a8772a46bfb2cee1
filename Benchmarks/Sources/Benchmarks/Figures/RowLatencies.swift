import Foundation
import LiveSQL
import Observation

/// A change of one of 100,000 ordered rows, from the start of the write until the property has it.
protocol RowLatencyFigure: Figure {
  /// A statement whose parameters are a number that is different each time, and the number of a
  /// row.
  static var statement: String { get }
}

extension RowLatencyFigure {
  static var unit: String { "µs" }

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 100_000).wholeLatency(of: statement)
  }
}

enum RowInPlace: RowLatencyFigure {
  static let name = "live-row-in-place"
  static let work = "From a write's start to the property: one of 100,000 ordered rows changes"
  static let bar = FigureBar.atMost(20)
  static let statement = "UPDATE books SET pages = ?1 WHERE id = ?2"
}

enum RowMoves: RowLatencyFigure {
  static let name = "live-row-moves"
  static let work = "From a write's start to the property: one of 100,000 ordered rows moves"
  static let bar = FigureBar.atMost(100)
  static let statement =
    "UPDATE books SET title = printf('%08d of many titles', ?1) WHERE id = ?2"
}

enum RowInserted: RowLatencyFigure {
  static let name = "live-row-inserted"
  static let work =
    "From a write's start to the property: a row is inserted among 100,000 ordered rows"
  static let bar = FigureBar.atMost(100)
  static let statement =
    "INSERT INTO books (title, pages) VALUES (printf('%08d of many titles', ?1), ?2)"
}

enum RowDeleted: RowLatencyFigure {
  static let name = "live-row-deleted"
  static let work = "From a write's start to the property: one of 100,000 ordered rows is deleted"
  static let bar = FigureBar.atMost(80)
  static let statement = "DELETE FROM books WHERE id = ?2 AND ?1 > 0"
}

extension LiveLibrary {
  /// Returns the microseconds from the start of a write until a property has the new rows: the
  /// median of many commits.
  ///
  /// - Parameter isHeld: Whether something holds each array that the property has.
  func wholeLatency(of statement: String, commits: Int = 300, isHeld: Bool = false) throws -> Double
  {
    @FetchAll(Book.order(by: \.title), database: database, delivery: .immediate) var books
    let count = try database.read { db in try Book.fetchCount(db) }
    try waitUntil { $books.count == count }
    var latencies: [Double] = []
    for step in 1...commits {
      let held = isHeld ? books : []
      let seen = Moment()
      withObservationTracking {
        _ = $books.count
      } onChange: {
        seen.set()
      }
      let arguments: StatementArguments = [step * 104_729 % 1_000_003, step * 7919 % count + 1]
      let start = Clock.wall.milliseconds
      try database.write { db in try db.execute(sql: statement, arguments: arguments) }
      latencies.append(max(0, seen.wait() - start) * 1000)
      withExtendedLifetime(held) {}
    }
    return latencies.median
  }
}

extension LiveLibrary {
  /// Returns the microseconds from the start of a write until a property has the row that it finds
  /// by key.
  func pointLatency(shownBy other: DatabasePool, commits: Int = 100) throws -> Double {
    @FetchOne(Book.where { $0.id.eq(7) }, database: other, delivery: .immediate) var book: Book?
    try waitUntil { $book.wrappedValue != nil }
    var latencies: [Double] = []
    for step in 1...commits {
      let seen = Moment()
      withObservationTracking {
        _ = book
      } onChange: {
        seen.set()
      }
      let start = Clock.wall.milliseconds
      try database.write { db in
        try db.execute(
          sql: "UPDATE books SET pages = ? WHERE id = 7",
          arguments: [step + 1_000_000]
        )
      }
      latencies.append(max(0, seen.wait() - start) * 1000)
    }
    return latencies.median
  }
}

/// The same for 1,000,000 rows.
protocol MillionFigure: Figure {
  static var statement: String { get }
  static var isHeld: Bool { get }
}

extension MillionFigure {
  static var unit: String { "µs" }
  static var isHeld: Bool { false }

  static func measure(in folder: String) throws -> Double {
    try LiveLibrary(in: folder, count: 1_000_000)
      .wholeLatency(of: statement, commits: 100, isHeld: isHeld)
  }
}

enum MillionInPlace: MillionFigure {
  static let name = "live-million-in-place"
  static let work = "From a write's start to the property: one of 1,000,000 ordered rows changes"
  static let bar = FigureBar.atMost(30)
  static let statement = RowInPlace.statement
}

enum MillionMoves: MillionFigure {
  static let name = "live-million-moves"
  static let work = "From a write's start to the property: one of 1,000,000 ordered rows moves"
  static let bar = FigureBar.atMost(3_000)
  static let statement = RowMoves.statement
}

enum MillionHeld: MillionFigure {
  static let name = "live-million-held"
  static let work =
    "From a write's start to the property: one of 1,000,000 rows changes, array held"
  static let bar = FigureBar.atMost(30_000)
  static let statement = RowInPlace.statement
  static let isHeld = true
}
