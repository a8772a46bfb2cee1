import LiveSQL
import LiveSQLTestSupport

/// The time to find the one of 1,000 live queries that a commit on PostgreSQL touches.
///
/// Its server reports the new values of a row but not the old ones, so queries are also found by
/// the rows that they hold.
///
/// It is the engine's work for each commit before anything is read: finding the queries, and noting
/// which of them hold the row now. Its bar is a time. The same for 10 queries, and for queries of
/// one row each, is shown next to it.
struct FoundByKeys: Encodable {
  static let name = "postgres-find-live"
  /// The acceptable time in microseconds.
  static let bar = 10.0
  private static let count = 10_000
  private static let rowsOfList: Int64 = 100

  let microseconds: Double
  let fewMicroseconds: Double
  let rowMicroseconds: Double
  let bar = Self.bar
  let isWithinBar: Bool

  init(rounds: Int, clock: Clock) {
    microseconds = Self.time(rounds, clock, among: 1_000, rowsOfQuery: Self.rowsOfList)
    fewMicroseconds = Self.time(rounds, clock, among: 10, rowsOfQuery: Self.rowsOfList)
    rowMicroseconds = Self.time(rounds, clock, among: 1_000, rowsOfQuery: 1)
    isWithinBar = microseconds <= Self.bar * Answer.margin
  }

  var text: String {
    """
    \(Self.name): \(microseconds.text(digits: 2)) µs to find the one of 1,000 live queries of \(Self.rowsOfList) rows each by the \
    changed row as it is now, and its key; bar \(Self.bar.text(digits: 2)) µs: \(isWithinBar ? "ok" : "FAIL"). \
    The one of 10 \(fewMicroseconds.text(digits: 2)), of 1,000 of one row each \(rowMicroseconds.text(digits: 2)).
    """
  }

  /// Returns the median of the rounds, each of which makes many searches.
  private static func time(
    _ rounds: Int,
    _ clock: Clock,
    among queryCount: Int,
    rowsOfQuery: Int64
  ) -> Double {
    var queries = queries(queryCount, rowsOfQuery)
    let changes = (0..<queryCount).map { change(of: Int64($0), rowsOfQuery) }
    let times = (0..<rounds).map { _ in
      var found = 0
      let start = clock.milliseconds
      for number in 0..<count {
        let change = changes[number * 7919 % queryCount]
        found += queries.touched(by: change).count
        queries.note(change)
      }
      let time = clock.milliseconds - start
      precondition(found == count, "Each change touches one query.")
      return time * 1e3 / Double(count)
    }
    return times.median
  }

  private static func queries(_ queryCount: Int, _ rowsOfQuery: Int64) -> RegisteredQueries {
    var queries = RegisteredQueries(
      of: "reminders",
      columns: ["id", "listID", "title", "isCompleted"]
    )
    for list in 0..<Int64(queryCount) {
      queries.insert(Int(list), whereColumn: "listID 20", equals: .integer(list))
      let keys = (list * rowsOfQuery..<(list + 1) * rowsOfQuery).map { RowKey.rowID($0) }
      queries.setRows(of: Int(list), Set(keys))
    }
    return queries
  }

  private static let layout = RowLayout(columnNames: ["id 20", "title 25", "listID 20"])

  /// Returns a change that gives a reminder of a list another title.
  private static func change(of list: Int64, _ rowsOfQuery: Int64) -> ChangeSet {
    let id = list * rowsOfQuery
    let new = Row(layout: layout, values: [.integer(id), "New", .integer(list)])
    let change = Change(key: .rowID(id), old: .unknown, new: .row(new))
    return ChangeSet(number: 1, origin: .otherProcess, tables: ["reminders": .rows([change])])
  }
}
