import Synchronization

/// A mailbox that holds the newest result of a live query until a task takes it.
///
/// A slow consumer gets the newest result, with the combined difference from what it got before.
/// The result itself stays in the query's cell until it is taken.
package final class LiveMailbox<Value: Sendable>: LiveSink {
  /// A result, with what is known about its rows.
  package typealias Reading = LiveReading<Value>
  /// A comparison of two results.
  package typealias IsSame = @Sendable (Reading, Reading) -> Bool

  /// A result as a consumer receives it.
  package struct Item: Sendable {
    /// The result received before, if the difference is not known.
    package let old: Reading?
    /// The result received now.
    package let new: Reading
    /// The difference between them, if it is known.
    package let difference: (any LiveDifference)?
    /// The facts about the new result.
    package let stamp: ResultVersion
    /// The number of commits between the two results that touched the query.
    package let commitCount: Int
  }

  /// The result that the consumer has.
  private enum Taken {
    case nothing
    /// A result that is kept for comparison with the next one.
    case retained(Reading)
    /// A result that can be derived from the newest one by the pending differences.
    case derivable
  }

  private struct Pending {
    var stamp: ResultVersion
    var commitCount: Int
    var differences: PendingDifferences?
  }

  private typealias Outcome = Result<Item?, any Error>
  private typealias Waiter = CheckedContinuation<Outcome, Never>

  private struct State: LiveCellHolder {
    var cell: LiveCell<Value>?
    /// The version of the last result that was reported to it.
    var version = 0
    var taken = Taken.nothing
    var pending: Pending?
    var end: Outcome?
    var waiter: Waiter?
  }

  private let state = Mutex(State())
  private let isSame: IsSame
  private let endsOnFailure: Bool
  /// The delivery: at once.
  package var delivery: LiveDelivery { LiveDelivery() }

  /// Creates a mailbox.
  ///
  /// - Parameters:
  ///   - isSame: Returns whether a result is the same as another, so that it need not be delivered.
  ///   - endsOnFailure: Whether an error is thrown and ends the sequence; otherwise the last result
  ///     simply stays.
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

  /// Replaces a result that has not been taken yet by a new one.
  ///
  /// The new result is dropped if it is the same as the last one taken, since then nothing has
  /// changed for the consumer.
  private func receive(
    _ stamp: ResultVersion,
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
    case .retained(let old):
      if let new = state.cell?.reading, isSame(old, new) { state.pending = nil }
    case .derivable: state.pending?.differences = follow(pending, difference)
    }
  }

  /// Returns the differences that lead from the last result taken to the new one.
  private func follow(_ pending: Pending?, _ next: (any LiveDifference)?) -> PendingDifferences? {
    guard let next else { return nil }
    guard let pending else { return PendingDifferences(next) }
    guard var differences = pending.differences, differences.add(next) else { return nil }
    return differences
  }

  /// Keeps the last result taken, since its cell will show another query's result, or none.
  ///
  /// - Parameter reading: The reading that the cell shows.
  package func keepLastTaken(_ reading: Reading) {
    state.withLock { state in
      guard case .derivable = state.taken else { return }
      let difference = state.pending?.differences?.merged()
      state.taken = .retained(difference?.undone(in: reading) ?? reading)
      state.cell = LiveCell(showing: reading)
    }
  }

  package func wake() {
    let woken = state.withPublicationLock { state -> (Waiter, Outcome)? in
      guard let waiter = state.waiter, let outcome = take(from: &state) else { return nil }
      state.waiter = nil
      return (waiter, outcome)
    }
    if let (waiter, outcome) = woken { waiter.resume(returning: outcome) }
  }

  /// Ends the sequence.
  package func finish() {
    _ = store(.end)
    wake()
  }
}

// MARK: - Taking

extension LiveMailbox {
  /// Returns the newest result that has not been taken; waits until there is one.
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
    state.withPublicationLock { state in
      if Task.isCancelled { return .success(nil) }
      if let outcome = take(from: &state) { return outcome }
      state.waiter = waiter
      return nil
    }
  }

  /// Takes the pending result; no publication is in progress, so the cell shows it.
  private func take(from state: inout State) -> Outcome? {
    guard let item = takeItem(from: &state) else {
      // The sequence ends after an error.
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
    case .retained(let reading): old = reading
    case .derivable:
      difference = pending.differences?.merged()
      if difference?.isEmpty == true { return nil }
    }
    // Results that have marks, or are not arrays, are compared as a whole; for the others,
    // differences are known.
    state.taken = new.tracksDifferences ? .derivable : .retained(new)
    return Item(
      old: old,
      new: new,
      difference: difference,
      stamp: pending.stamp,
      commitCount: pending.commitCount
    )
  }
}
