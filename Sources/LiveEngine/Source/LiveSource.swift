package import DatabaseTypes

/// A database as live queries see it: it tells what changes, and can be read at one moment.
///
/// The engine knows of a database what stands here and in ``LiveSnapshot``. What a source tells and shows has to fit: a
/// snapshot that is read by ``readTold(_:)`` shows no change that has not been told, and names those that were told and that
/// it does not show. Changes need not become visible in the order in which they are told.
package protocol LiveSource: AnyObject, Sendable {
  /// The database at one moment.
  associatedtype Snapshot: LiveSnapshot

  /// Tells of each change that may touch a region, until the feed is cancelled or let go.
  ///
  /// A commit that completes after this call returns is told of; where it began before, its change set may say that any
  /// table changed.
  ///
  /// - Parameters:
  ///   - region: The tables that matter.
  ///   - rows: Those of them of whose changed rows to tell the values; of the others the keys.
  ///   - receive: Called for each change set; it does not block.
  ///   - end: Called once when the database is closed.
  func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed

  /// Sets what is called when a commit is near that somebody wants to hear of, by sources that know; it does not block.
  func whenCommitIsNear(_ notice: @escaping @Sendable () -> Void)

  /// A number that grows with each commit that begins, before a snapshot can show it.
  var begunCount: Int { get }

  /// A number that grows with each commit that has been told.
  var toldCount: Int { get }

  /// Reads at some moment.
  func read<Output>(_ body: (Snapshot) throws -> Output) throws -> Output

  /// Reads at a moment that shows no change of which the engine has not been told.
  ///
  /// - Parameter body: Gets the snapshot, and which changes it shows; called once.
  func readTold<Output>(_ body: (Snapshot, SnapshotContents) throws -> Output) throws -> Output

  /// Tells the database's log of a fault of the library.
  func report(_ message: String)
}

/// A subscription to the changes of a source, which ends when it is cancelled or let go.
package protocol LiveFeed: AnyObject, Sendable {
  /// Ends it.
  func cancel()
}

/// The change sets that a snapshot shows, of those that were told.
package struct SnapshotContents: Sendable {
  /// The number of the last one that was told.
  package let number: Int
  /// Those that were told and that it does not show: they become visible later.
  package let hidden: [ChangeSet]
  private let hiddenNumbers: Set<Int>

  /// Names what a snapshot shows: all up to a number, but some.
  package init(upTo number: Int, except hidden: [ChangeSet] = []) {
    self.number = number
    self.hidden = hidden
    hiddenNumbers = Set(hidden.map(\.number))
  }

  /// All that was told.
  package static let everything = SnapshotContents(upTo: .max)

  /// Whether it shows a change set.
  package func contains(_ number: Int) -> Bool {
    number <= self.number && !hiddenNumbers.contains(number)
  }
}
