/// A commit that the change stream has told.
public struct StreamedTransaction<Changes: Sendable>: Sendable {
  /// The transaction's number, of which the stream tells 32 bits.
  public let xid: UInt32
  /// The end of its commit in the server's log.
  public let endLSN: PostgresLSN
  /// What it changed.
  public let changes: Changes

  /// Makes a transaction.
  public init(xid: UInt32, endLSN: PostgresLSN, changes: Changes) {
    self.xid = xid
    self.endLSN = endLSN
    self.changes = changes
  }
}

/// Which commits of the change stream a reader's snapshot shows.
///
/// A commit is in the stream before readers can see it, and transactions become visible in another order than the
/// stream has.
/// So a result is brought up to date in these steps:
///
/// 1. The stream is read all the time; each commit goes to ``append(_:)``, each keepalive to ``reach(_:)``.
/// 2. A reader begins a transaction that sees one moment, and asks for its snapshot, and then for the flush LSN.
/// 3. The stream is read on until ``hasReached(_:)`` that LSN. Now all transactions that the snapshot shows are known.
/// 4. ``take(visibleIn:lsn:)`` tells them. The rows that they touched are read again, in the same snapshot.
/// 5. What the snapshot does not show yet stays for the next.
///
/// What was read whole, without the stream, is told by ``begin(at:lsn:)``.
///
/// It is a value, which does nothing but decide.
public struct StreamedTransactions<Changes: Sendable>: Sendable {
  /// The transactions that are not shown yet, in the order of their commits.
  public private(set) var pending: [StreamedTransaction<Changes>] = []
  /// How far the stream has told all.
  public private(set) var reached = PostgresLSN.zero
  /// What the results show, which were read whole.
  private var shown: (snapshot: PostgresSnapshot, lsn: PostgresLSN)?

  /// Makes a value that knows of no transaction.
  public init() {}

  /// Notes a commit.
  ///
  /// One that the results show already is passed over: it was visible in their snapshot, **and** it ended before their
  /// LSN. The
  /// snapshot alone is not enough: an asynchronous commit is visible before it is in the log.
  public mutating func append(_ transaction: StreamedTransaction<Changes>) {
    reach(transaction.endLSN)
    if let shown, shown.snapshot.sees(transaction.xid), transaction.endLSN <= shown.lsn { return }
    pending.append(transaction)
  }

  /// Notes how far the stream has told all: a keepalive's end of the log.
  public mutating func reach(_ lsn: PostgresLSN) { reached = max(reached, lsn) }

  /// Whether all commits up to a place were told.
  public func hasReached(_ lsn: PostgresLSN) -> Bool { reached >= lsn }

  /// Notes that the results were read whole, in a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: What the reader saw.
  ///   - lsn: The flush LSN, asked for in the same statement as the snapshot, or a later one.
  public mutating func begin(at snapshot: PostgresSnapshot, lsn: PostgresLSN) {
    shown = (snapshot, lsn)
    pending.removeAll { snapshot.sees($0.xid) && $0.endLSN <= lsn }
  }

  /// Takes the transactions that a snapshot shows, in the order of their commits; the others stay.
  ///
  /// - Parameters:
  ///   - snapshot: What the reader sees.
  ///   - lsn: The LSN that was asked for with it.
  /// - Returns: `nil` where the stream has not reached the LSN: then not all that the snapshot shows is known, and
  /// nothing is
  ///   taken.
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
