import Foundation
import LiveSQL
import LiveSQLTestSupport
import Observation

/// Lists and their entries: 1,000 × 100.
struct LiveLists {
  let database: DatabasePool

  init(in folder: String) throws {
    database = try DatabasePool(path: folder + "/lists.db")
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE entryLists (id INTEGER PRIMARY KEY, name TEXT NOT NULL, owner INTEGER);
          CREATE TABLE entries (
            id INTEGER PRIMARY KEY, list INTEGER NOT NULL, title TEXT NOT NULL, weight INTEGER NOT NULL
          );
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
          INSERT INTO entryLists SELECT i, printf('list %04d', i), i % 10 FROM n;
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
          INSERT INTO entries
            SELECT i, i % 1000 + 1, printf('%06d of many', i * 7919 % 1000003), i % 100 FROM n;
          CREATE INDEX entriesByList ON entries (list);
          CREATE INDEX entriesByTitle ON entries (title);
          ANALYZE;
          """
      )
    }
  }

  /// Returns the microseconds from the start of a write until a property has the new rows: the
  /// median of many.
  ///
  /// - Parameter statement: Changes the result each time; its parameters are a number that is
  ///   different each time, and the number of a row.
  func latency<Element: Sendable>(
    _ statement: String,
    of query: some TypedRowQuery<Element> & Sendable
  ) throws -> Double {
    try latency(statement, of: FetchAll(query, database: database, delivery: .immediate))
  }

  /// The same for a property.
  func latency<Element: Sendable>(_ statement: String, of property: FetchAll<Element>) throws
    -> Double
  {
    let property = property.projectedValue
    let limit = Date().addingTimeInterval(60)
    while property.isLoading, Date() < limit { Thread.sleep(forTimeInterval: 0.001) }
    var times: [Double] = []
    for step in 1...300 {
      let seen = Moment()
      withObservationTracking {
        _ = property.count
      } onChange: {
        seen.set()
      }
      let arguments: StatementArguments = [step + 1_000_000, step * 7919 % 100_000 + 1]
      let start = Clock.wall.milliseconds
      try database.write { db in try db.execute(sql: statement, arguments: arguments) }
      times.append((seen.wait() - start) * 1000)
    }
    return times.median
  }
}

@Table("entryLists") struct EntryList: Equatable, Sendable {
  let id: Int
  var name: String
  var owner: Int?
}

@Table("entries") struct Entry: Equatable, Sendable {
  let id: Int
  var list: Int
  var title: String
  var weight: Int
}

let moves = "UPDATE entries SET list = ?1 % 1000 + 1 WHERE id = ?2"
let reweighs = "UPDATE entries SET weight = ?1 WHERE id = ?2"

/// A row of the table for each shape of query on 1,000 lists of 100 entries.
protocol ShapeFigure: Figure {}

extension ShapeFigure {
  static var unit: String { "µs" }
}

enum ListsWithCounts: ShapeFigure {
  static let name = "live-lists-with-counts"
  static let work =
    "From a write's start to the property: lists with counts (LEFT JOIN), an entry moves"
  static let bar = FigureBar.atMost(150)

  static func measure(in folder: String) throws -> Double {
    let query = EntryList.group(by: \.id).leftJoin(Entry.all) { $0.id.eq($1.list) }
      .select { ($0.id, $0.name, $1.id.count()) }
    return try LiveLists(in: folder).latency(moves, of: query)
  }
}

enum ListsWithCountsInSubquery: ShapeFigure {
  static let name = "live-counts-subquery"
  static let work =
    "From a write's start to the property: lists with counts (subquery), an entry moves"
  static let bar = FigureBar.atMost(225)

  static func measure(in folder: String) throws -> Double {
    let query = #sql(
      """
      SELECT l.id, (SELECT count(*) FROM entries e WHERE e.list = l.id) FROM entryLists l
      """,
      as: (Int, Int).self
    )
    return try LiveLists(in: folder).latency(moves, of: query)
  }
}

enum DistinctValues: ShapeFigure {
  static let name = "live-distinct"
  static let work = "From a write's start to the property: DISTINCT values of 100,000 rows"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    try LiveLists(in: folder).latency(reweighs, of: Entry.select(\.weight).distinct())
  }
}

enum MembersOfSubquery: ShapeFigure {
  static let name = "live-in-select"
  static let work = "From a write's start to the property: IN (SELECT …) on 100,000 rows"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    let query = Entry.where { $0.list.in(EntryList.select(\.id)) }
    return try LiveLists(in: folder).latency(reweighs, of: query)
  }
}

enum JoinedWindow: ShapeFigure {
  static let name = "live-join-limit"
  static let work = "From a write's start to the property: the first 50 of 100,000 joined rows"
  static let bar = FigureBar.atMost(100)

  static func measure(in folder: String) throws -> Double {
    let query = Entry.join(EntryList.all) { $0.list.eq($1.id) }
      .order { entry, _ in (entry.title, entry.id) }.limit(50).select { ($0.title, $1.name) }
    let firsts = """
      UPDATE entries SET list = ?1 % 1000 + 1 WHERE id = (
        SELECT id FROM entries ORDER BY title LIMIT 1 OFFSET ?2 % 50
      )
      """
    return try LiveLists(in: folder).latency(firsts, of: query)
  }
}

enum TextOfOrderedRows: ShapeFigure {
  static let name = "live-text"
  static let work =
    "Updating a live query of SQL text with 100,000 rows, compared to a typed query"
  static let unit = "×"
  static let bar = FigureBar.atMost(1.5)

  static func measure(in folder: String) throws -> Double {
    let lists = try LiveLists(in: folder)
    let text = #sql("SELECT * FROM entries ORDER BY title", as: Entry.self)
    let typed = try lists.latency(reweighs, of: Entry.order(by: \.title))
    return try lists.latency("UPDATE entries SET weight = -?1 WHERE id = ?2", of: text) / typed
  }
}

enum WholeTable: ShapeFigure {
  static let name = "live-run-again"
  static let work =
    "Running a live query of 100,000 rows again, compared to the query alone"
  static let unit = "×"
  static let bar = FigureBar.atMost(1.4)

  static func measure(in folder: String) throws -> Double {
    let lists = try LiveLists(in: folder)
    let select = PatchedSelect(Entry.order(by: \.title))
    var (kept, ratios) = (select, [Double]())
    try lists.database.read { db in
      try kept.start(db)
      for _ in 0..<9 {
        let alone = try time { _ = try Entry.order(by: \.title).fetchAll(db) }
        let anything = ChangeSet(number: 0, origin: .otherProcess, mayChangeAnyTable: true)
        let again = try time { _ = try kept.apply(anything, db) }
        ratios.append(again / alone)
      }
    }
    return ratios.median
  }

  private static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = Clock.wall.milliseconds
    try body()
    return Clock.wall.milliseconds - start
  }
}
