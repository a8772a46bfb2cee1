public import DatabaseTypes
import Synchronization

/// The subscribers of a change source, and the numbering of the change sets that they receive.
///
/// State: the subscribers, guarded by a mutex; they are notified outside of it.
public final class PostgresChangeReporter: Sendable {
  private struct Receiver: Sendable {
    let region: Region
    let receive: @Sendable (ChangeSet) -> Void
    let end: @Sendable () -> Void
  }

  private struct State {
    var receivers: [Int: Receiver] = [:]
    var lastID = 0
    var number = 0
    var reportedCount = 0
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Creates a reporter without subscribers.
  public init() {}

  /// Reports each commit that may touch a region, until the subscription is cancelled or released.
  ///
  /// - Parameters:
  ///   - region: The relevant tables and columns.
  ///   - receive: A closure that receives each change set; it must not block.
  ///   - end: A closure that is called once, after the last change set.
  public func subscribe(
    to region: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription {
    let receiver = Receiver(region: region, receive: receive, end: end)
    let id = state.withLock { state -> Int? in
      guard !state.hasEnded else { return nil }
      state.lastID += 1
      state.receivers[state.lastID] = receiver
      return state.lastID
    }
    guard let id else {
      end()
      return PostgresChangeSubscription {}
    }
    return PostgresChangeSubscription { [weak self] in
      // The released closures may themselves subscribe.
      _ = self?.state.withLock { $0.receivers.removeValue(forKey: id) }
    }
  }

  /// Reports a change set to all subscribers that it concerns; calls must not overlap.
  ///
  /// - Parameter changes: A closure that creates the change set with its number.
  /// - Returns: The reported change set.
  @discardableResult
  public func report(_ changes: (_ number: Int) -> ChangeSet) -> ChangeSet {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    let changes = changes(number)
    let receivers = state.withLock { $0.receivers.values.filter { changes.touches($0.region) } }
    for receiver in receivers { receiver.receive(changes) }
    state.withLock { $0.reportedCount += 1 }
    return changes
  }

  /// Reports to all subscribers that anything may have changed.
  ///
  /// - Parameter schema: Whether the schema may have changed too.
  @discardableResult
  public func reportUnknownChanges(schema: Bool) -> ChangeSet {
    report { number in
      ChangeSet(
        number: number,
        origin: .otherProcess,
        mayChangeAnyTable: true,
        changesSchema: schema
      )
    }
  }

  /// Notifies all subscribers that the changes have ended.
  public func end() {
    let receivers = state.withLock { state in
      defer { (state.receivers, state.hasEnded) = ([:], true) }
      return Array(state.receivers.values)
    }
    for receiver in receivers { receiver.end() }
  }

  /// The region of all subscribers together.
  public var region: Region {
    state.withLock { $0.receivers.values.reduce(into: Region()) { $0.formUnion($1.region) } }
  }

  /// The number of the last change set.
  public var number: Int { state.withLock { $0.number } }

  /// The number of change sets that have been reported to all subscribers.
  public var reportedCount: Int { state.withLock { $0.reportedCount } }
}
