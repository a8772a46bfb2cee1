import Synchronization

/// The newest result of a live query as those see it who are told in one way: at once, or on the main actor.
///
/// It is changed with the gate closed, in place where nobody else holds its array: a result of 100,000 rows of which one
/// changed is not copied. Where somebody holds it, a copy is changed beforehand, while the gate is open; so closing it takes
/// no longer.
///
/// State: the reading, the number of the change that it has last seen, and the next reading where that is made beforehand,
/// guarded by one mutex. One thread at a time changes it.
package final class LiveCell<Value: Sendable>: Sendable {
  private struct State {
    var reading: LiveReading<Value>?
    var version = 0
    /// What a change makes of the reading, where that is known before it is shown.
    var prepared: Prepared?

    /// Changes the reading where it lies, without a second reference to its array.
    mutating func patch(_ patch: ResultPatch<Value>) throws {
      guard var changed = reading.take() else { return }
      do { try patch.apply(to: &changed) } catch {
        reading = changed
        throw error
      }
      reading = changed
    }

    /// Whether a patch that comes next would have to copy what it changes.
    mutating func wouldCopy(_ patch: ResultPatch<Value>, _ version: Int) -> Bool {
      guard version == self.version + 1, var own = reading.take() else { return false }
      defer { reading = own }
      return patch.wouldCopy(&own)
    }
  }

  private struct Prepared {
    let version: Int
    let reading: LiveReading<Value>
  }

  /// A change came without the one before it.
  private struct MissedChange: Error {}

  private let state: Mutex<State>
  /// Closed while the cell and those of the engine's other queries change.
  let gate: LiveGate

  /// Makes a cell that is empty.
  package init(_ gate: LiveGate) {
    self.gate = gate
    state = Mutex(State())
  }

  /// Makes a cell of no query, which always shows one result.
  init(showing reading: LiveReading<Value>) {
    gate = LiveGate()
    state = Mutex(State(reading: reading, version: 1))
  }

  /// The result; `nil` before the first one.
  package var reading: LiveReading<Value>? { state.withLock { $0.reading } }

  /// Makes a change visible, unless a later one is shown.
  ///
  /// - Returns: The result that was shown, where another one takes its place: letting it go takes as long as it has rows.
  /// - Throws: Where rows change of another result than is shown, which stays.
  @discardableResult
  package func show(_ change: ResultChange<Value>, version: Int) throws -> LiveReading<Value>? {
    try state.withLock { state in
      guard version > state.version else { return nil }
      let prepared = state.prepared
      state.prepared = nil
      switch change {
      case .unchanged, .failed: return nil
      case .replaced(let reading, _):
        defer { (state.reading, state.version) = (reading, version) }
        return state.reading
      case .patched(let patch):
        // Nobody looks at a cell that is empty.
        if state.reading == nil { return nil }
        guard version == state.version + 1 else { throw MissedChange() }
        if let prepared, prepared.version == version {
          defer { (state.reading, state.version) = (prepared.reading, version) }
          return state.reading
        }
        let old = patch.replacesAll ? state.reading : nil
        try state.patch(patch)
        state.version = version
        return old
      }
    }
  }

  /// Takes over what another cell shows.
  ///
  /// - Returns: What it has shown.
  @discardableResult
  func copy(_ other: LiveCell) -> LiveReading<Value>? {
    let (reading, version) = other.state.withLock { ($0.reading, $0.version) }
    return state.withLock { state in
      defer { state = State(reading: reading, version: version) }
      return state.reading
    }
  }

  /// Lets the result go.
  ///
  /// - Returns: What it has shown.
  @discardableResult
  func clear() -> LiveReading<Value>? {
    state.withLock { state in
      defer { state = State() }
      return state.reading
    }
  }
}

// MARK: - Before the gate is closed

extension LiveCell {
  /// Makes the next reading, where somebody holds the array that the change would be made in.
  ///
  /// Called with the gate open, since it copies the array.
  ///
  /// - Parameter other: A cell that may have that reading already.
  func prepare(_ change: ResultChange<Value>, version: Int, orTakeFrom other: LiveCell? = nil) {
    guard case .patched(let patch) = change,
      let held = state.withLock({ $0.wouldCopy(patch, version) ? $0.reading : nil })
    else { return }
    guard let next = other?.reading(ofVersion: version) ?? Self.applying(patch, to: held) else {
      return
    }
    state.withLock { $0.prepared = Prepared(version: version, reading: next) }
  }

  private func reading(ofVersion version: Int) -> LiveReading<Value>? {
    state.withLock { $0.version == version ? $0.reading : nil }
  }

  /// Where a patch does not fit, that is told when it is to be shown.
  private static func applying(_ patch: ResultPatch<Value>, to old: LiveReading<Value>)
    -> LiveReading<Value>?
  {
    var new = old
    do { try patch.apply(to: &new) } catch { return nil }
    return new
  }
}
