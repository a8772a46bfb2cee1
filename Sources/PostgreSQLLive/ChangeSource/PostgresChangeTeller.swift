public import DatabaseTypes
import Synchronization

/// Those who listen to a change source, and the numbers of what they are told.
///
/// State: who listens, guarded by a mutex; they are told outside of it.
public final class PostgresChangeTeller: Sendable {
  private struct Receiver: Sendable {
    let region: Region
    let receive: @Sendable (ChangeSet) -> Void
    let end: @Sendable () -> Void
  }

  private struct State {
    var receivers: [Int: Receiver] = [:]
    var lastID = 0
    var number = 0
    var toldCount = 0
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Makes one to whom nobody listens.
  public init() {}

  /// Tells of each commit that may touch a region, until the subscription is cancelled or let go.
  ///
  /// - Parameters:
  ///   - region: The tables that matter.
  ///   - receive: Called for each change set; it does not block.
  ///   - end: Called once when nothing comes any more.
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
      // What is let go may subscribe in turn.
      _ = self?.state.withLock { $0.receivers.removeValue(forKey: id) }
    }
  }

  /// Tells a change set to all whom it may concern; those who call it do so one after the other.
  ///
  /// - Parameter changes: Makes it, of its number.
  /// - Returns: What was told.
  @discardableResult
  public func tell(_ changes: (_ number: Int) -> ChangeSet) -> ChangeSet {
    let number = state.withLock { state in
      state.number += 1
      return state.number
    }
    let changes = changes(number)
    let receivers = state.withLock { $0.receivers.values.filter { changes.touches($0.region) } }
    for receiver in receivers { receiver.receive(changes) }
    state.withLock { $0.toldCount += 1 }
    return changes
  }

  /// Tells all that anything may have changed.
  ///
  /// - Parameter schema: Whether the schema may have, too.
  @discardableResult
  public func tellAnything(schema: Bool) -> ChangeSet {
    tell { number in
      ChangeSet(
        number: number,
        origin: .otherProcess,
        mayChangeAnyTable: true,
        changesSchema: schema
      )
    }
  }

  /// Tells all that nothing comes any more.
  public func end() {
    let receivers = state.withLock { state in
      defer { (state.receivers, state.hasEnded) = ([:], true) }
      return Array(state.receivers.values)
    }
    for receiver in receivers { receiver.end() }
  }

  /// The tables of all who listen.
  public var region: Region {
    state.withLock { $0.receivers.values.reduce(into: Region()) { $0.formUnion($1.region) } }
  }

  /// The number of the last change set.
  public var number: Int { state.withLock { $0.number } }

  /// How many change sets have been told to all.
  public var toldCount: Int { state.withLock { $0.toldCount } }
}
