import SQLiteDatabase
import Synchronization

/// Keeps the newest result of a live query until a task takes it.
///
/// A slow consumer gets the newest result, with what it got before, so that it can tell the whole difference.
final class LiveMailbox<Value: Sendable>: LiveSink {
  typealias Reading = LiveReading<Value>
  typealias IsSame = @Sendable (Reading, Reading) -> Bool

  /// What a consumer takes.
  struct Item: Sendable {
    let old: Reading?
    let new: Reading
    let snapshot: LiveSnapshot
    /// How many commits that touched the query lie between the two.
    let commitCount: Int
  }

  private typealias Outcome = Result<Item?, any Error>
  private typealias Waiter = CheckedContinuation<Outcome, Never>

  private struct State {
    var delivered: Reading?
    var pending: (reading: Reading, snapshot: LiveSnapshot)?
    var pendingCommitCount = 0
    var end: Outcome?
    var waiter: Waiter?
  }

  private let state = Mutex(State())
  private let isSame: IsSame
  private let endsOnFailure: Bool
  var delivery: LiveDelivery { LiveDelivery() }

  /// Makes a mailbox.
  ///
  /// - Parameters:
  ///   - isSame: Whether a result need not be taken after another one.
  ///   - endsOnFailure: Whether an error is thrown, after which nothing comes; else the last result just stays.
  init(endsOnFailure: Bool, isSame: @escaping IsSame) {
    self.endsOnFailure = endsOnFailure
    self.isSame = isSame
  }
}

extension LiveMailbox {
  func store(_ event: LiveEvent) -> AnyObject? {
    state.withLock { state in
      guard state.end == nil else { return }
      switch event {
      case .result(let snapshot):
        if let reading = snapshot.reading as? Reading { receive(reading, snapshot, &state) }
      case .failure(let error): if endsOnFailure { state.end = .failure(error) }
      case .end: state.end = .success(nil)
      }
    }
    return nil
  }

  /// A new result takes the place of one that nobody has taken yet.
  ///
  /// It is dropped where it is what was taken last: then nothing has changed for the consumer.
  private func receive(_ reading: Reading, _ snapshot: LiveSnapshot, _ state: inout State) {
    if let delivered = state.delivered, isSame(delivered, reading) {
      state.pending = nil
      state.pendingCommitCount = 0
      return
    }
    state.pendingCommitCount += snapshot.mark.commitCount
    state.pending = (reading, snapshot)
  }

  func wake() {
    let (waiter, outcome) = state.withLock { state -> (Waiter?, Outcome?) in
      guard let waiter = state.waiter, let outcome = Self.take(from: &state) else {
        return (nil, nil)
      }
      state.waiter = nil
      return (waiter, outcome)
    }
    if let outcome { waiter?.resume(returning: outcome) }
  }

  /// Nothing comes any more.
  func finish() {
    _ = store(.end)
    wake()
  }

  /// The newest result that has not been taken; waits until there is one.
  ///
  /// - Returns: `nil` at the end, and when the task is cancelled.
  func next() async throws -> Item? {
    try await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Waiter) in
        var ready: Outcome?
        LiveGate.pass { ready = takeOrKeep(continuation) }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      finish()
    }.get()
  }

  private func takeOrKeep(_ waiter: Waiter) -> Outcome? {
    state.withLock { state in
      if Task.isCancelled { return .success(nil) }
      if let outcome = Self.take(from: &state) { return outcome }
      state.waiter = waiter
      return nil
    }
  }

  private static func take(from state: inout State) -> Outcome? {
    guard let pending = state.pending else {
      // After an error the sequence has ended.
      defer { if state.end != nil { state.end = .success(nil) } }
      return state.end
    }
    let item = Item(
      old: state.delivered,
      new: pending.reading,
      snapshot: pending.snapshot,
      commitCount: state.pendingCommitCount
    )
    state.delivered = pending.reading
    state.pending = nil
    state.pendingCommitCount = 0
    return .success(item)
  }
}
