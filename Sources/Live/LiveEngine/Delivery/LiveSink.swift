package import Synchronization

/// A subscriber to the results of a live query.
///
/// A publication has two steps. First, all cells show their new results and all sinks are notified,
/// while nobody can read them; then the waiters are woken. So a reader that sees the new result of
/// one query sees those of all other queries that the commit touched.
package protocol LiveSink<Value>: AnyLiveSink {
  /// The type of the results.
  associatedtype Value: Sendable

  /// Receives the cell that will hold the results; called once, before any event.
  func attach(_ cell: LiveCell<Value>)
}

/// A subscriber without the type of its results.
package protocol AnyLiveSink: AnyObject, Sendable {
  /// The way in which it receives events.
  var delivery: LiveDelivery { get }

  /// Records an event; called under the publication lock, so it must not wake anybody.
  ///
  /// - Returns: An object that must not be released under the publication lock.
  func store(_ event: LiveEvent) -> AnyObject?

  /// Wakes the waiters; called outside of the publication lock.
  func wake()
}

/// The news of a live query for its subscribers, which read the result itself in its cell.
package enum LiveEvent: Sendable {
  /// The cell shows this result; with the difference if the result is new and the difference is
  /// known.
  case result(ResultVersion, (any LiveDifference)?)
  /// The query cannot be read now; the last result stays.
  case failure(any Error)
  /// The database was closed.
  case end
}

/// The facts about a result other than its value; a class, since it is passed along a lot.
package final class ResultVersion: Sendable {
  /// The version: each result that differs from the previous one has the next number.
  package let version: Int
  /// The number of the last change set that the result includes.
  package let number: Int
  /// The time it took to read.
  package let duration: Duration
  /// The cause of the run.
  package let cause: LiveQueryUpdate.Cause
  /// The time at which the engine noticed the cause.
  package let noticed: ContinuousClock.Instant
  /// The number of commits that touched the query between this result and the previous one.
  package let commitCount: Int

  init(_ refresh: QueryRefresh, version: Int) {
    self.version = version
    number = refresh.number
    duration = refresh.duration
    cause = refresh.run.mark.cause
    noticed = refresh.run.mark.noticed
    commitCount = refresh.run.mark.commitCount
  }
}

/// The way in which results become visible.
package struct LiveDelivery: Sendable {
  /// A function that performs an action, for example within an animation.
  package typealias Performer = @MainActor @Sendable (_ body: @MainActor () -> Void) -> Void

  /// Whether results become visible on the main actor.
  package var isOnMainActor: Bool
  /// A function that wraps the waking of observers.
  package var performer: Performer?
  /// Makes a subscriber notify its observers elsewhere; by default it does so where it is woken.
  package var schedule: (@Sendable (_ action: @escaping @Sendable () -> Void) -> Void)?

  /// Creates a delivery: at once, unless on the main actor.
  package init(isOnMainActor: Bool = false, performer: Performer? = nil) {
    self.isOnMainActor = isOnMainActor
    self.performer = performer
  }
}

/// The lock of an engine, held while the results of a commit become visible.
///
/// Results of one database show one snapshot; results of two databases need not, and do not wait
/// for each other.
package final class PublicationLock: Sendable {
  private let mutex = Mutex(())

  /// Creates a lock that nobody holds.
  package init() {}

  /// Runs a closure while no publication of the engine is in progress.
  ///
  /// The closure must be short, and must not use the lock itself.
  package func pass(_ body: () -> Void) { mutex.withLock { _ in body() } }
}

/// The state of an object that has the results of a live query in a cell.
package protocol LiveCellHolder: Sendable {
  /// The type of the results.
  associatedtype Shown: Sendable
  /// The cell; `nil` before there is one.
  var cell: LiveCell<Shown>? { get }
}

extension Mutex where Value: LiveCellHolder {
  /// Accesses the state while no publication of the cell's engine is in progress.
  ///
  /// Without a cell, the state does not have to change together with others.
  package func withPublicationLock<Result>(_ body: (inout Value) -> Result) -> Result {
    while true {
      let publicationLock = withLock { $0.cell?.publicationLock }
      var result: Result?
      func use() {
        result = withLock {
          $0.cell?.publicationLock === publicationLock ? Optional(body(&$0)) : nil
        }
      }
      if let publicationLock { publicationLock.pass(use) } else { use() }
      if let result { return result }
    }
  }
}
