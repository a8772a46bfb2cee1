package import Synchronization

/// A subscriber, which is told of the results of a live query.
///
/// A publication has two steps. First all cells show what is new and all sinks are told of it, while nobody can look; then
/// those who wait are woken. So whoever sees the new result of one query sees those of all others that the commit
/// touched.
package protocol LiveSink<Value>: AnyLiveSink {
  /// The type of the results.
  associatedtype Value: Sendable

  /// Takes the cell in which results are; called once, before it is told anything.
  func attach(_ cell: LiveCell<Value>)
}

/// A subscriber, whatever the type of its results.
package protocol AnyLiveSink: AnyObject, Sendable {
  /// How it wants to be told.
  var delivery: LiveDelivery { get }

  /// Takes note of what is new; called with the gate closed: it wakes nobody.
  ///
  /// - Returns: What must not be let go meanwhile.
  func store(_ event: LiveEvent) -> AnyObject?

  /// Wakes who waits; called with the gate open.
  func wake()
}

/// The news that a live query tells.
package enum LiveEvent: Sendable {
  /// The cell shows this result; with how it differs from the one before, where it is new and that is known.
  case result(ResultStamp, (any LiveDifference)?)
  /// It cannot be read now; the last result stays.
  case failure(any Error)
  /// The database was closed.
  case end
}

/// The facts of a result besides its value; a class, since it goes through many hands.
package final class ResultStamp: Sendable {
  /// The number of the result: each that differs from the one before has the next one.
  package let version: Int
  /// The number of the last change set that it holds.
  package let number: Int
  /// How long it took to read.
  package let duration: Duration
  /// What made the query run.
  package let cause: LiveQueryUpdate.Cause
  /// When the engine was told of it.
  package let noticed: ContinuousClock.Instant
  /// How many commits that touched the query lie between this result and the one before.
  package let commitCount: Int

  init(_ result: LiveQueryResult, version: Int) {
    self.version = version
    number = result.number
    duration = result.duration
    cause = result.run.mark.cause
    noticed = result.run.mark.noticed
    commitCount = result.run.mark.commitCount
  }
}

/// The way in which results become visible.
package struct LiveDelivery: Sendable {
  /// Does something, such as within an animation.
  package typealias Performer = @MainActor @Sendable (_ body: @MainActor () -> Void) -> Void

  /// Whether results become visible on the main actor.
  package var isOnMainActor: Bool
  /// Surrounds what wakes observers.
  package var performer: Performer?
  /// Has a subscriber tell its observers somewhere else; it does so where it is woken unless given.
  package var schedule: (@Sendable (_ action: @escaping @Sendable () -> Void) -> Void)?

  /// At once, unless on the main actor.
  package init(isOnMainActor: Bool = false, performer: Performer? = nil) {
    self.isOnMainActor = isOnMainActor
    self.performer = performer
  }
}

/// The gate of an engine, closed while the results of a commit become visible.
///
/// Results of one database are of one moment; those of two need not be, and do not wait for each other.
package final class LiveGate: Sendable {
  private let mutex = Mutex(())

  /// Makes a gate that is open.
  package init() {}

  /// Runs a closure while no publication of the engine is half done.
  ///
  /// It must be short, and must not come back here.
  package func pass(_ body: () -> Void) { mutex.withLock { _ in body() } }
}

/// The state of somebody who has the results of a live query in a cell.
package protocol CellHolding: Sendable {
  /// The type of the results.
  associatedtype Shown: Sendable
  /// Where they are; `nil` before there is one.
  var cell: LiveCell<Shown>? { get }
}

extension Mutex where Value: CellHolding {
  /// Uses the state while no publication of the engine is half done whose cell it has; what no cell has changes with no other.
  package func withOpenGate<Result>(_ body: (inout Value) -> Result) -> Result {
    while true {
      let gate = withLock { $0.cell?.gate }
      var result: Result?
      func use() { result = withLock { $0.cell?.gate === gate ? Optional(body(&$0)) : nil } }
      if let gate { gate.pass(use) } else { use() }
      if let result { return result }
    }
  }
}
