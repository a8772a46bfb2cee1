import LiveSQL

/// The time that it takes to find the live query that a commit touches, among 10,000 that see the rows of one list each.
///
/// There is nothing to compare it with: its bar is a time. The same of 10 queries, and of ranges, is shown beside it.
struct MatchTime: Encodable {
  static let name = "match-queries"
  /// The microseconds that are good enough.
  static let bar = 5.0
  private static let count = 10_000

  let microseconds: Double
  let fewMicroseconds: Double
  let rangeMicroseconds: Double
  let bar = Self.bar
  let isWithinBar: Bool

  init(rounds: Int, clock: Clock) {
    microseconds = Self.time(rounds, clock, among: 10_000) { list in .oneOf([.integer(list)]) }
    fewMicroseconds = Self.time(rounds, clock, among: 10) { list in .oneOf([.integer(list)]) }
    rangeMicroseconds = Self.time(rounds, clock, among: 1_000) { list in
      .range(
        ValueRange(from: .init(.integer(list)), to: .init(.integer(list + 1), isIncluded: false))
      )
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

  /// The median of the rounds, of which each looks for many.
  private static func time(
    _ rounds: Int,
    _ clock: Clock,
    among queryCount: Int,
    _ constraint: (Int64) -> RowFilter.Constraint
  ) -> Double {
    let registry = registry(queryCount, constraint)
    let changes = (0..<queryCount).map(change)
    let times = (0..<rounds).map { _ in
      var found = 0
      let start = clock.milliseconds
      for number in 0..<count {
        found += registry.queries(touchedBy: changes[number * 7919 % queryCount]).count
      }
      let time = clock.milliseconds - start
      precondition(found == count, "Each change touches one query.")
      return time * 1e3 / Double(count)
    }
    return times.median
  }

  private static func registry(
    _ queryCount: Int,
    _ constraint: (Int64) -> RowFilter.Constraint
  ) -> QueryRegistry<Int> {
    var registry = QueryRegistry<Int>()
    let region = Region(table: "reminders", columns: ["id", "listID", "title", "isCompleted"])
    for list in 0..<queryCount {
      var filter = RowFilter()
      filter.require("listID", constraint(Int64(list)))
      registry.insert(list, region: region, filters: ["reminders": filter])
    }
    return registry
  }

  private static let layout = RowLayout(columnNames: ["id", "title", "isCompleted", "listID"])

  /// A reminder of a list gets another title.
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
