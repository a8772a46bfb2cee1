import IncrementalQueries
import SQLiteDatabase
import Synchronization

/// Who is told of the results of a live query.
///
/// A publication has two steps. First all sinks store what is new for them, while nobody can look; then those who wait
/// are woken. So whoever sees the new result of one query sees those of all others that the commit touched.
protocol LiveSink: AnyObject, Sendable {
  /// How it wants to be told.
  var delivery: LiveDelivery { get }

  /// Stores what is new; called with the gate closed: it wakes nobody.
  ///
  /// - Returns: What must not be let go under the engine's lock.
  func store(_ event: LiveEvent) -> AnyObject?

  /// Wakes who waits; called with the gate open.
  func wake()
}

/// What a live query tells.
enum LiveEvent: Sendable {
  case result(LiveSnapshot)
  /// It cannot be read now; the last result stays.
  case failure(any Error)
  /// The database was closed.
  case end
}

/// A result of a live query at a moment.
struct LiveSnapshot: Sendable {
  /// A `LiveReading` of the request's type.
  let reading: any Sendable
  /// The number of the last change set that it holds.
  let number: Int
  let duration: Duration
  let mark: LiveQueryMark
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

/// Closed while the results of a commit become visible.
enum LiveGate {
  private static let mutex = Mutex(())

  /// Runs a closure while no publication is half done.
  ///
  /// It must be short, and must not come back here.
  static func pass(_ body: () -> Void) { mutex.withLock { _ in body() } }
}
