public import DatabaseTypes
public import IncrementalQueries

/// A result of a live query, and its difference from the one delivered before.
public struct LiveQueryUpdate: Sendable {
  /// The cause for which a live query ran.
  public enum Cause: String, Sendable, Hashable {
    /// The query was subscribed to.
    case initial
    /// A commit of this process.
    case thisProcess
    /// A commit of another process.
    case otherProcess
  }

  /// The rows.
  public let rows: [Row]
  /// The columns.
  public let layout: RowLayout
  /// The difference from the rows delivered before; for the first result, from no rows.
  public let difference: Difference<Row>
  /// The columns that identify a row.
  public let key: ResultKey
  /// The cause of the run.
  public let cause: Cause
  /// The number of the last change set in the result.
  ///
  /// Results of live queries with the same number show the same snapshot.
  public let number: Int
  /// The number of commits between this result and the previous one that touched the query.
  public let commitCount: Int
  /// The time that the query took to run.
  public let readDuration: Duration
  /// The time at which the library noticed the change or, for the first result, was subscribed to.
  public let noticed: ContinuousClock.Instant
  /// How the values are written as JSON, if their columns' types say more than they do.
  package var shownColumns: ShownColumns?
}

/// The form in which the values of columns are written as JSON.
package struct ShownColumns: Sendable {
  /// Whether the texts of each column already are JSON.
  package let areJSON: [Bool]
  /// A conversion of the values of a row.
  package let shown: @Sendable ([DatabaseValue]) -> [DatabaseValue]

  /// Creates a description.
  package init(
    areJSON: [Bool],
    shown: @escaping @Sendable ([DatabaseValue]) -> [DatabaseValue]
  ) { (self.areJSON, self.shown) = (areJSON, shown) }
}

extension LiveQueryUpdate {
  /// Creates an update from an item of a mailbox.
  package init<Value>(
    _ item: LiveMailbox<Value>.Item,
    rows: [Row],
    layout: RowLayout,
    after oldRows: [Row],
    key: ResultKey
  ) {
    self.init(
      rows: rows,
      layout: layout,
      difference: .between(oldRows, rows, key: key),
      key: key,
      cause: item.stamp.cause,
      number: item.stamp.number,
      commitCount: item.commitCount,
      readDuration: item.stamp.duration,
      noticed: item.stamp.noticed
    )
  }
}
