import Synchronization

/// The newest result of a live query as those see it who are told in one way: at once, or on the main actor.
///
/// It is changed with the gate closed, in place where nobody else holds its array: a result of 100,000 rows of which one
/// changed is not copied.
///
/// State: the reading, and the number of the change that it has last seen, guarded by one mutex.
final class LiveCell<Value: Sendable>: Sendable {
  private struct State {
    var reading: LiveReading<Value>?
    var version = 0
  }

  private let state = Mutex(State())
  /// Closed while the cell and those of the engine's other queries change.
  let gate: LiveGate

  init(_ gate: LiveGate) { self.gate = gate }

  /// The result; `nil` before the first one.
  var reading: LiveReading<Value>? { state.withLock { $0.reading } }

  /// Makes a change visible, where it follows the one that was seen last.
  func show(_ change: LiveChange<Value>, version: Int) {
    state.withLock { state in
      switch change {
      case .value(let reading, _):
        guard version > state.version else { return }
        state.reading = reading
      case .patch(let patch):
        guard version == state.version + 1, state.reading != nil else { return }
        patch.apply(&state.reading)
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
