/// A commit that the change stream has reported.
public struct StreamedTransaction<Changes: Sendable>: Sendable {
  /// The transaction's number, of which the stream sends 32 bits.
  public let xid: UInt32
  /// The end of its commit in the server's log.
  public let endLSN: PostgresLSN
  /// The changes of the transaction.
  public let changes: Changes

  /// Creates a transaction.
  public init(xid: UInt32, endLSN: PostgresLSN, changes: Changes) {
    self.xid = xid
    self.endLSN = endLSN
    self.changes = changes
  }
}

/// The commits of the change stream that a reader's snapshot does not show yet.
///
/// A commit is in the stream before readers can see it, and transactions become visible in a
/// different order than they are streamed. So a result is kept up to date in these steps:
///
/// 1. The stream is read continuously; each commit is passed to ``append(_:)``, and each keepalive
///    to ``reach(_:)``.
/// 2. A reader begins a transaction that sees one moment, and reads its snapshot, and then the
///    flush LSN.
/// 3. The stream is read until ``hasReached(_:)`` returns true for that LSN. Now all transactions
///    that the snapshot shows are known.
/// 4. ``take(visibleIn:lsn:)`` returns them. The rows that they touched are read again, in the same
///    snapshot.
/// 5. The transactions that the snapshot does not show yet stay for the next one.
///
/// ``begin(at:lsn:)`` records that results were read completely, without the stream.
///
/// It is a value that does no I/O.
public struct StreamedTransactions<Changes: Sendable>: Sendable {
  /// The transactions that are not shown yet, in commit order.
  public private(set) var pending: [StreamedTransaction<Changes>] = []
  /// The position up to which the stream has reported all commits.
  public private(set) var reached = PostgresLSN.zero
  /// The snapshot that the results show, and its LSN, since they were read completely.
  private var shown: (snapshot: PostgresSnapshot, lsn: PostgresLSN)?

  /// Creates a value without transactions.
  public init() {}

  /// Records a commit.
  ///
  /// It is ignored if the results already show it: it was visible in their snapshot, **and** it
  /// ended before their LSN. The snapshot alone is not enough, because an asynchronous commit is
  /// visible before it is in the log.
  public mutating func append(_ transaction: StreamedTransaction<Changes>) {
    reach(transaction.endLSN)
    if let shown, shown.snapshot.sees(transaction.xid), transaction.endLSN <= shown.lsn { return }
    pending.append(transaction)
  }

  /// Records the position up to which the stream has reported all commits, from a keepalive.
  public mutating func reach(_ lsn: PostgresLSN) { reached = max(reached, lsn) }

  /// Returns whether all commits up to a position have been reported.
  public func hasReached(_ lsn: PostgresLSN) -> Bool { reached >= lsn }

  /// Records that the results were read completely, in a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The reader's snapshot.
  ///   - lsn: The flush LSN, read in the same statement as the snapshot or later.
  public mutating func begin(at snapshot: PostgresSnapshot, lsn: PostgresLSN) {
    shown = (snapshot, lsn)
    pending.removeAll { snapshot.sees($0.xid) && $0.endLSN <= lsn }
  }

  /// Removes and returns the transactions that a snapshot shows, in commit order; the others stay.
  ///
  /// - Parameters:
  ///   - snapshot: The reader's snapshot.
  ///   - lsn: The LSN that was read with it.
  /// - Returns: `nil` if the stream has not reached the LSN: then some transactions that the
  ///   snapshot shows may be unknown, and none is removed.
  public mutating func take(visibleIn snapshot: PostgresSnapshot, lsn: PostgresLSN)
    -> [StreamedTransaction<Changes>]?
  {
    guard hasReached(lsn) else { return nil }
    shown = (snapshot, lsn)
    let visible = pending.filter { snapshot.sees($0.xid) }
    if !visible.isEmpty { pending.removeAll { snapshot.sees($0.xid) } }
    return visible
  }
}
