import Synchronization

/// A place for the newest result of a live query, until a task takes it.
///
/// A slow consumer gets the newest result, with all that differs from what it got before. The result itself stays in the
/// query's cell until it is taken.
package final class LiveMailbox<Value: Sendable>: LiveSink {
  /// A result, with what is known of its rows.
  package typealias Reading = LiveReading<Value>
  /// Compares two results.
  package typealias IsSame = @Sendable (Reading, Reading) -> Bool

  /// A result as a consumer takes it.
  package struct Item: Sendable {
    /// What it took before, where the difference is not known.
    package let old: Reading?
    /// What it takes now.
    package let new: Reading
    /// How they differ, where it is known.
    package let difference: (any LiveDifference)?
    /// What there is to know of the new one.
    package let stamp: ResultStamp
    /// How many commits that touched the query lie between the two.
    package let commitCount: Int
  }

  /// The part of the results that a consumer has.
  private enum Taken {
    case nothing
    /// A result that is kept, to be compared with the next one.
    case kept(Reading)
    /// One that is reached from the newest by the pending differences.
    case followed
  }

  private struct Pending {
    var stamp: ResultStamp
    var commitCount: Int
    var differences: PendingDifferences?
  }

  private typealias Outcome = Result<Item?, any Error>
  private typealias Waiter = CheckedContinuation<Outcome, Never>

  private struct State: CellHolding {
    var cell: LiveCell<Value>?
    /// The number of the last result that it was told of.
    var version = 0
    var taken = Taken.nothing
    var pending: Pending?
    var end: Outcome?
    var waiter: Waiter?
  }

  private let state = Mutex(State())
  private let isSame: IsSame
  private let endsOnFailure: Bool
  /// At once.
  package var delivery: LiveDelivery { LiveDelivery() }

  /// Makes a mailbox.
  ///
  /// - Parameters:
  ///   - isSame: Whether a result need not be taken after another one.
  ///   - endsOnFailure: Whether an error is thrown, after which nothing comes; else the last result just stays.
  package init(endsOnFailure: Bool, isSame: @escaping IsSame) {
    self.endsOnFailure = endsOnFailure
    self.isSame = isSame
  }
}

// MARK: - Storing

extension LiveMailbox {
  package func attach(_ cell: LiveCell<Value>) {
    state.withLock { state in
      state.cell = cell
      state.version = 0
    }
  }

  package func store(_ event: LiveEvent) -> AnyObject? {
    state.withLock { state in
      guard state.end == nil else { return }
      switch event {
      case .result(let stamp, let difference): receive(stamp, difference, &state)
      case .failure(let error): if endsOnFailure { state.end = .failure(error) }
      case .end: state.end = .success(nil)
      }
    }
    return nil
  }

  /// A new result takes the place of one that nobody has taken yet.
  ///
  /// It is dropped where it is what was taken last: then nothing has changed for the consumer.
  private func receive(
    _ stamp: ResultStamp,
    _ difference: (any LiveDifference)?,
    _ state: inout State
  ) {
    guard stamp.version != state.version else { return }
    state.version = stamp.version
    let commitCount = (state.pending?.commitCount ?? 0) + stamp.commitCount
    let pending = state.pending
    state.pending = Pending(stamp: stamp, commitCount: commitCount)
    switch state.taken {
    case .nothing: break
    case .kept(let old):
      if let new = state.cell?.reading, isSame(old, new) { state.pending = nil }
    case .followed: state.pending?.differences = follow(pending, difference)
    }
  }

  /// The differences that lead from what was taken to a result.
  private func follow(_ pending: Pending?, _ next: (any LiveDifference)?) -> PendingDifferences? {
    guard let next else { return nil }
    guard let pending else { return PendingDifferences(next) }
    guard var differences = pending.differences, differences.add(next) else { return nil }
    return differences
  }

  /// Keeps what was taken last, since its cell will show another query's result, or none.
  ///
  /// - Parameter reading: What the cell shows.
  package func keepTaken(_ reading: Reading) {
    state.withLock { state in
      guard case .followed = state.taken else { return }
      let difference = state.pending?.differences?.merged()
      state.taken = .kept(difference?.undone(in: reading) ?? reading)
      state.cell = LiveCell(showing: reading)
    }
  }

  package func wake() {
    let woken = state.withOpenGate { state -> (Waiter, Outcome)? in
      guard let waiter = state.waiter, let outcome = take(from: &state) else { return nil }
      state.waiter = nil
      return (waiter, outcome)
    }
    if let (waiter, outcome) = woken { waiter.resume(returning: outcome) }
  }

  /// Nothing comes any more.
  package func finish() {
    _ = store(.end)
    wake()
  }
}

// MARK: - Taking

extension LiveMailbox {
  /// The newest result that has not been taken; waits until there is one.
  ///
  /// - Returns: `nil` at the end, and when the task is cancelled.
  package func next() async throws -> Item? {
    try await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: Waiter) in
        if let ready = takeOrKeep(continuation) { continuation.resume(returning: ready) }
      }
    } onCancel: {
      finish()
    }.get()
  }

  private func takeOrKeep(_ waiter: Waiter) -> Outcome? {
    state.withOpenGate { state in
      if Task.isCancelled { return .success(nil) }
      if let outcome = take(from: &state) { return outcome }
      state.waiter = waiter
      return nil
    }
  }

  /// Takes what is pending; the gate is closed, so that the cell shows it.
  private func take(from state: inout State) -> Outcome? {
    guard let item = takeItem(from: &state) else {
      // After an error the sequence has ended.
      defer { if state.end != nil { state.end = .success(nil) } }
      return state.end
    }
    return .success(item)
  }

  private func takeItem(from state: inout State) -> Item? {
    guard var pending = state.pending, let new = state.cell?.reading else { return nil }
    state.pending = nil
    var old: Reading?
    var difference: (any LiveDifference)?
    switch state.taken {
    case .nothing: break
    case .kept(let reading): old = reading
    case .followed:
      difference = pending.differences?.merged()
      if difference?.isEmpty == true { return nil }
    }
    // What has marks, or is no array, is compared as a whole; of the rest the differences are known.
    state.taken = new.isFollowed ? .followed : .kept(new)
    return Item(
      old: old,
      new: new,
      difference: difference,
      stamp: pending.stamp,
      commitCount: pending.commitCount
    )
  }
}
