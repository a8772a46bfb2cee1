import Synchronization

/// The newest result of a live query, as shown to one kind of subscriber.
///
/// There is one cell for subscribers that are notified at once, and one for those on the main
/// actor.
///
/// It is changed under the publication lock, in place if nobody else retains its array: a result of
/// 100,000 rows in which one row changed is not copied. If somebody retains the array, a copy is
/// changed in advance, outside of the lock, so that the lock is not held for longer.
///
/// State: the reading, the version of the last change it has taken, and the next reading if it is
/// prepared in advance, guarded by one mutex. One thread at a time changes it.
package final class LiveCell<Value: Sendable>: Sendable {
  private struct State {
    var reading: LiveReading<Value>?
    var version = 0
    /// The reading after the next change, if it was prepared in advance.
    var prepared: Prepared?

    /// Changes the reading in place, without a second reference to its array.
    mutating func patch(_ patch: ResultPatch<Value>) throws {
      guard var changed = reading.take() else { return }
      do { try patch.apply(to: &changed) } catch {
        reading = changed
        throw error
      }
      reading = changed
    }

    /// Returns whether applying the next patch would have to copy the array.
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

  /// An error that reports that a change arrived without the one before it.
  private struct MissedChange: Error {}

  private let state: Mutex<State>
  /// The lock that is held while this cell and those of the engine's other queries change.
  let publicationLock: PublicationLock

  /// Creates an empty cell.
  package init(_ publicationLock: PublicationLock) {
    self.publicationLock = publicationLock
    state = Mutex(State())
  }

  /// Creates a cell that belongs to no query and always shows one result.
  init(showing reading: LiveReading<Value>) {
    publicationLock = PublicationLock()
    state = Mutex(State(reading: reading, version: 1))
  }

  /// The result; `nil` before the first one.
  package var reading: LiveReading<Value>? { state.withLock { $0.reading } }

  /// Makes a change visible, unless a later one is already shown.
  ///
  /// - Returns: The result that was shown, if another one replaces it: releasing it takes time
  ///   proportional to its rows.
  /// - Throws: An error if the change patches another result than the one shown, which then stays.
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
        // Nobody reads an empty cell.
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

  /// Shows the same result as another cell.
  ///
  /// - Returns: The result that was shown before.
  @discardableResult
  func copy(_ other: LiveCell) -> LiveReading<Value>? {
    let (reading, version) = other.state.withLock { ($0.reading, $0.version) }
    return state.withLock { state in
      defer { state = State(reading: reading, version: version) }
      return state.reading
    }
  }

  /// Removes the result.
  ///
  /// - Returns: The result that was shown.
  @discardableResult
  func clear() -> LiveReading<Value>? {
    state.withLock { state in
      defer { state = State() }
      return state.reading
    }
  }
}

// MARK: - Before the lock is taken

extension LiveCell {
  /// Prepares the next reading, if somebody retains the array that the change would modify.
  ///
  /// Called outside of the lock, since it copies the array.
  ///
  /// - Parameter other: A cell that may already have that reading.
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

  /// Returns the patched reading, or `nil` if the patch does not fit; that is reported when it is
  /// shown.
  private static func applying(_ patch: ResultPatch<Value>, to old: LiveReading<Value>)
    -> LiveReading<Value>?
  {
    var new = old
    do { try patch.apply(to: &new) } catch { return nil }
    return new
  }
}
