public import DatabaseTypes
public import IncrementalQueries

/// A result of a live query, and how it differs from the one that was delivered before.
public struct LiveQueryUpdate: Sendable {
  /// The cause for which a live query ran.
  public enum Cause: String, Sendable, Hashable {
    /// It was subscribed.
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
  /// How the rows differ from those delivered before; from none, for the first result.
  public let difference: Difference<Row>
  /// Which columns identify a row.
  public let key: ResultKey
  /// What made the query run.
  public let cause: Cause
  /// The number of the last change set that the result holds; live queries with one number are of one moment.
  public let number: Int
  /// How many commits that touched the query lie between this result and the one delivered before.
  public let commitCount: Int
  /// How long the query took to run.
  public let readDuration: Duration
  /// When the library learned of the change; for the first result, when it was subscribed.
  public let noticed: ContinuousClock.Instant
}

extension LiveQueryUpdate {
  /// Makes an update of what a mailbox gave.
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
