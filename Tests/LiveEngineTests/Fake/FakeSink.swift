import IncrementalQueries
import Synchronization

@testable import LiveEngine

/// A subscriber that looks at the results of a query and follows their differences.
///
/// State: what it was notified of, guarded by the mutex.
final class FakeSink: LiveSink {
  fileprivate struct State {
    var cell: LiveCell<[FakeRow]>?
    var followed: [FakeRow]?
    var version = 0
    var error: (any Error)?
    var hasEnded = false
    var wakeCount = 0
    var complaints: [String] = []
  }

  private let state = Mutex(State())
  let delivery: LiveDelivery
  private let whenNotified: @Sendable () -> Void

  /// - Parameter whenNotified: Called each time the sink is notified, while the gate is closed.
  init(isOnMainActor: Bool = false, whenNotified: @escaping @Sendable () -> Void = {}) {
    delivery = LiveDelivery(isOnMainActor: isOnMainActor)
    self.whenNotified = whenNotified
  }

  func attach(_ cell: LiveCell<[FakeRow]>) { state.withLock { $0.cell = cell } }

  func store(_ event: LiveEvent) -> AnyObject? {
    whenNotified()
    state.withLock { state in
      switch event {
      case .result(let stamp, let difference): state.receive(stamp, difference)
      case .failure(let error): state.error = error
      case .end: state.hasEnded = true
      }
    }
    return nil
  }

  func wake() { state.withLock { $0.wakeCount += 1 } }

  /// The rows that the cell shows; `nil` before the first notification.
  var rows: [FakeRow]? { state.withLock { $0.version == 0 ? nil : $0.cell?.reading?.value } }
  var error: (any Error)? { state.withLock { $0.error } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  var wakeCount: Int { state.withLock { $0.wakeCount } }
  var version: Int { state.withLock { $0.version } }
  var complaints: [String] { state.withLock { $0.complaints } }
}

extension FakeSink.State {
  fileprivate mutating func receive(_ stamp: ResultVersion, _ difference: (any LiveDifference)?) {
    error = nil
    let isNew = stamp.version != version
    if isNew, version > 0, stamp.version <= version { complaints.append("an older result") }
    version = stamp.version
    guard let shown = cell?.reading?.value else { return complaints.append("no result") }
    let known = (difference as? ResultDifference<FakeRow>)?.difference
    if let known, let old = followed, isNew {
      followed = try? known.applying(to: old)
      if followed != shown { complaints.append("\(old) and \(known) are not \(shown)") }
    }
    followed = shown
  }
}
