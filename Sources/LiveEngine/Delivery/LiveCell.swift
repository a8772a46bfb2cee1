import Synchronization

/// The newest result of a live query as those see it who are told in one way: at once, or on the main actor.
///
/// It is changed with the gate closed, in place where nobody else holds its array: a result of 100,000 rows of which one
/// changed is not copied.
///
/// State: the reading, and the number of the change that it has last seen, guarded by one mutex.
package final class LiveCell<Value: Sendable>: Sendable {
  private struct State {
    var reading: LiveReading<Value>?
    var version = 0

    /// Changes the reading where it lies, without a second reference to its array.
    mutating func patch(_ patch: ResultPatch<Value>, _ version: Int) throws {
      guard version == self.version + 1 else { throw MissedChange() }
      guard var changed = reading.take() else { return }
      do { try patch.apply(to: &changed) } catch {
        reading = changed
        throw error
      }
      reading = changed
    }
  }

  /// A change came without the one before it.
  private struct MissedChange: Error {}

  private let state = Mutex(State())
  /// Closed while the cell and those of the engine's other queries change.
  let gate: LiveGate

  /// Makes a cell that is empty.
  package init(_ gate: LiveGate) { self.gate = gate }

  /// The result; `nil` before the first one.
  package var reading: LiveReading<Value>? { state.withLock { $0.reading } }

  /// Makes a change visible, unless a later one is shown.
  ///
  /// - Throws: Where rows change of another result than is shown, which stays.
  package func show(_ change: ResultChange<Value>, version: Int) throws {
    try state.withLock { state in
      guard version > state.version else { return }
      switch change {
      case .unchanged, .failed: return
      case .replaced(let reading, _): state.reading = reading
      case .patched(let patch):
        // Nobody looks at a cell that is empty.
        if state.reading == nil { return }
        try state.patch(patch, version)
      }
      state.version = version
    }
  }

  /// Takes over what another cell shows.
  func copy(_ other: LiveCell) {
    let (reading, version) = other.state.withLock { ($0.reading, $0.version) }
    state.withLock { state in
      state.reading = reading
      state.version = version
    }
  }

  /// Lets the result go.
  func clear() { state.withLock { $0 = State() } }
}
