import LiveSQL
import LiveSQLTestSupport

/// The time to find the live query that a commit touches, among 10,000 that each see the rows of
/// one list.
///
/// There is nothing to compare it with, so its bar is a time. The same for 10 queries, and for
/// ranges, is shown next to it.
struct MatchTime: Encodable {
  static let name = "match-queries"
  /// The acceptable time in microseconds.
  static let bar = 5.0
  private static let count = 10_000

  let microseconds: Double
  let fewMicroseconds: Double
  let rangeMicroseconds: Double
  let bar = Self.bar
  let isWithinBar: Bool

  init(rounds: Int, clock: Clock) {
    microseconds = Self.time(rounds, clock, among: 10_000, insert: Self.insertList)
    fewMicroseconds = Self.time(rounds, clock, among: 10, insert: Self.insertList)
    rangeMicroseconds = Self.time(rounds, clock, among: 1_000) { list, queries in
      queries.insert(Int(list), whereColumn: "listID", isIn: list..<list + 1)
    }
    isWithinBar = microseconds <= Self.bar * Answer.margin
  }

  var text: String {
    """
    \(Self.name): \(microseconds.text(digits: 2)) µs to find the one of 10,000 live queries by a value of the changed row; \
    bar \(Self.bar.text(digits: 2)) µs: \(isWithinBar ? "ok" : "FAIL"). \
    The one of 10 \(fewMicroseconds.text(digits: 2)), of 1,000 by a range \(rangeMicroseconds.text(digits: 2)).
    """
  }

  /// Returns the median of the rounds, each of which makes many searches.
  private static func time(
    _ rounds: Int,
    _ clock: Clock,
    among queryCount: Int,
    insert: (_ list: Int64, _ queries: inout RegisteredQueries) -> Void
  ) -> Double {
    var queries = RegisteredQueries(
      of: "reminders",
      columns: ["id", "listID", "title", "isCompleted"]
    )
    for list in 0..<Int64(queryCount) { insert(list, &queries) }
    let changes = (0..<queryCount).map(change)
    let times = (0..<rounds).map { _ in
      var found = 0
      let start = clock.milliseconds
      for number in 0..<count {
        found += queries.touched(by: changes[number * 7919 % queryCount]).count
      }
      let time = clock.milliseconds - start
      precondition(found == count, "Each change touches one query.")
      return time * 1e3 / Double(count)
    }
    return times.median
  }

  private static func insertList(_ list: Int64, _ queries: inout RegisteredQueries) {
    queries.insert(Int(list), whereColumn: "listID", equals: .integer(list))
  }

  private static let layout = RowLayout(columnNames: ["id", "title", "isCompleted", "listID"])

  /// Returns a change that gives a reminder of a list another title.
  private static func change(_ list: Int) -> ChangeSet {
    let images = ["Old", "New"].map { title in
      Change.Image.row(
        Row(layout: layout, values: [1, .text(title), 0, .integer(Int64(list))])
      )
    }
    let change = Change(key: .rowID(1), old: images[0], new: images[1])
    return ChangeSet(
      number: list,
      origin: .thisProcess,
      tables: ["reminders": .rows([change])]
    )
  }
}
