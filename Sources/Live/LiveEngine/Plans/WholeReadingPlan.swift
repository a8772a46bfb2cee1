import DatabaseTypes
import IncrementalQueries

/// A plan that keeps the rows of its result in order, and can read all of them again.
///
/// It measures what that costs, as the alternative to patching touched rows.
protocol WholeReadingPlan<Element, Snapshot>: ResultPlan {
  /// The key of a row of the result.
  associatedtype Key: PlanKey

  /// The rows of the result, in order.
  var materialized: MaterializedRows<Key, Element> { get set }
  /// The measured costs.
  var cost: PlanCost { get set }

  /// Reads all rows of the result, or the first ones.
  ///
  /// Everything that it does is measured as the cost of a run. So it does what a plan has to do
  /// when it prefers a run to a patch, and nothing else.
  ///
  /// - Parameter known: The previous rows, if the new ones may be the same.
  mutating func readAll(_ db: Snapshot, known: OrderedRows<Key>.Walk?) throws
    -> PlanRows<Key, Element>
}

extension WholeReadingPlan {
  /// Reads all rows for the first time.
  ///
  /// - Returns: The result.
  mutating func readResult(_ db: Snapshot) throws -> [Element] {
    let read = try measuredRows(db, known: nil)
    return try materialized.take(read)
  }

  /// Reads all rows again, in place of those that a commit touched.
  mutating func rerun(_ elements: [Element], _ db: Snapshot) throws -> ResultChange<[Element]> {
    let read = try measuredRows(db, known: materialized.known)
    return try materialized.replaceRows(read, after: elements)
  }

  private mutating func measuredRows(_ db: Snapshot, known: OrderedRows<Key>.Walk?) throws
    -> PlanRows<Key, Element>
  {
    let began = ContinuousClock.now
    defer { cost.didRun(since: began) }
    return try readAll(db, known: known)
  }
}
