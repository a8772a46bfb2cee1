import IncrementalQueries
import SQLiteDatabase
import Synchronization

/// Who is told of the results of a live query.
///
/// A publication has two steps. First all cells show what is new and all sinks are told of it, while nobody can look; then
/// those who wait are woken. So whoever sees the new result of one query sees those of all others that the commit
/// touched.
protocol LiveSink: AnyObject, Sendable {
  /// How it wants to be told.
  var delivery: LiveDelivery { get }

  /// Takes the cell in which results are; called once, before it is told anything.
  func attach(_ cell: any Sendable)

  /// Takes note of what is new; called with the gate closed: it wakes nobody.
  ///
  /// - Returns: What must not be let go under the engine's lock.
  func store(_ event: LiveEvent) -> AnyObject?

  /// Wakes who waits; called with the gate open.
  func wake()
}

/// What a live query tells.
enum LiveEvent: Sendable {
  /// The cell shows this result; with the `LiveChange` of the request's type that made it of the one before, where it is
  /// new.
  case result(LiveSnapshot, (any Sendable)?)
  /// It cannot be read now; the last result stays.
  case failure(any Error)
  /// The database was closed.
  case end
}

/// What there is to know of a result of a live query; a class, since it goes through many hands.
final class LiveSnapshot: Sendable {
  /// The number of the result: each that differs from the one before has the next one.
  let version: Int
  /// The number of the last change set that it holds.
  let number: Int
  /// How long it took to read.
  let duration: Duration
  let cause: LiveQueryUpdate.Cause
  let noticed: ContinuousClock.Instant
  /// How many commits that touched the query lie between this result and the one before.
  let commitCount: Int

  init(_ result: LiveQueryResult, version: Int) {
    self.version = version
    number = result.number
    duration = result.duration
    cause = result.run.mark.cause
    noticed = result.run.mark.noticed
    commitCount = result.run.mark.commitCount
  }
}

/// Where and how results become visible.
struct LiveDelivery: Sendable {
  /// Does something, such as within an animation.
  typealias Performer = @MainActor @Sendable (_ body: @MainActor () -> Void) -> Void

  /// Whether results become visible on the main actor.
  var isOnMainActor = false
  /// Surrounds what wakes observers.
  var performer: Performer?
}

/// The gate of an engine, closed while the results of a commit become visible.
///
/// Results of one database are of one moment; those of two need not be, and do not wait for each other.
final class LiveGate: Sendable {
  private let mutex = Mutex(())

  /// Runs a closure while no publication of the engine is half done.
  ///
  /// It must be short, and must not come back here.
  func pass(_ body: () -> Void) { mutex.withLock { _ in body() } }
}

/// The state of somebody who has the results of a live query in a cell.
protocol CellHolding: Sendable {
  associatedtype Shown: Sendable
  var cell: LiveCell<Shown>? { get }
}

extension Mutex where Value: CellHolding {
  /// Uses the state while no publication of the engine is half done whose cell it has; what no cell has changes with no other.
  func withOpenGate<Result>(_ body: (inout Value) -> Result) -> Result {
    while true {
      let gate = withLock { $0.cell?.gate }
      var result: Result?
      func use() { result = withLock { $0.cell?.gate === gate ? Optional(body(&$0)) : nil } }
      if let gate { gate.pass(use) } else { use() }
      if let result { return result }
    }
  }
}
