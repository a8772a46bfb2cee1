package import DatabaseTypes

/// A database as a source of live queries: it reports changes, and can be read in snapshots.
///
/// The engine knows about a database only what this protocol and ``LiveSnapshot`` declare. What a
/// source reports and shows must be consistent: a snapshot that is read by ``readReported(_:)``
/// shows no change that has not been reported, and lists the reported changes that it does not
/// show. Changes need not become visible in the order in which they are reported.
package protocol LiveSource: AnyObject, Sendable {
  /// A snapshot of the database.
  associatedtype Snapshot: LiveSnapshot

  /// Reports each change that may touch a region, until the feed is cancelled or released.
  ///
  /// A commit that completes after this call returns is reported; if it began before, its change
  /// set may say that any table changed.
  ///
  /// - Parameters:
  ///   - region: The tables that matter.
  ///   - rows: The tables among them whose changed rows are reported with values; for others only
  ///     keys are reported.
  ///   - receive: Called for each change set; it does not block.
  ///   - end: Called once when the database is closed.
  func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed

  /// Sets a closure to call when a commit of interest is imminent, in sources that know.
  ///
  /// The closure does not block.
  func onUpcomingCommit(_ notice: @escaping @Sendable () -> Void)

  /// A number that grows with each commit that begins, before a snapshot can show it.
  var startedCount: Int { get }

  /// A number that grows with each commit that has been reported.
  var reportedCount: Int { get }

  /// Reads in any snapshot.
  func read<Output>(_ body: (Snapshot) throws -> Output) throws -> Output

  /// Reads in a snapshot that shows no change that has not been reported to the engine.
  ///
  /// - Parameter body: Receives the snapshot, and which changes it shows; called once.
  func readReported<Output>(_ body: (Snapshot, SnapshotContents) throws -> Output) throws -> Output

  /// Returns the error of reading a region if its changes can no longer be reported.
  func fault(in region: Region) -> (any Error)?

  /// Reports a fault of the library to the database's log.
  func report(_ message: String)
}

extension LiveSource {
  /// Returns `nil`: all changes are reported.
  package func fault(in region: Region) -> (any Error)? { nil }
}

/// A subscription to the changes of a source, which ends when it is cancelled or released.
package protocol LiveFeed: AnyObject, Sendable {
  /// Ends the subscription.
  func cancel()
}

/// The change sets that a snapshot shows, of all that were reported.
package struct SnapshotContents: Sendable {
  /// The number of the last reported change set.
  package let number: Int
  /// The reported change sets that it does not show; they become visible later.
  package let hidden: [ChangeSet]
  private let hiddenNumbers: Set<Int>

  /// Creates the contents of a snapshot: all change sets up to a number, with exceptions.
  package init(upTo number: Int, except hidden: [ChangeSet] = []) {
    self.number = number
    self.hidden = hidden
    hiddenNumbers = Set(hidden.map(\.number))
  }

  /// Everything that was reported.
  package static let everything = SnapshotContents(upTo: .max)

  /// Returns whether the snapshot shows a change set.
  package func contains(_ number: Int) -> Bool {
    number <= self.number && !hiddenNumbers.contains(number)
  }
}
