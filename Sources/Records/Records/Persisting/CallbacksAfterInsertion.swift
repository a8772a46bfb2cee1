import Synchronization

// The callbacks after insertions into databases other than SQLite.

extension MutablePersistableRecord {
  /// Calls `didInsert` and `didSave`.
  package mutating func callDidInsert(_ inserted: InsertionSuccess) {
    didInsert(inserted)
    didSave(PersistenceSuccess(inserted))
  }

  /// Calls `didInsert` and `didSave`, and learns whether the type implements them itself.
  package mutating func callAndProbeDidInsert(_ inserted: InsertionSuccess) {
    let probe = CallbackProbe(Self.self)
    CallbackProbe.$current.withValue(probe) { callDidInsert(inserted) }
    let type = ObjectIdentifier(Self.self)
    idleCallbacks.withLock { $0[type, default: []].formUnion(probe.noted) }
  }

  /// Calls `didInsert` and `didSave`, and learns whether the type implements them itself, unless
  /// that was learned before.
  package mutating func callDidInsertProbingOnce(_ inserted: InsertionSuccess) {
    let type = ObjectIdentifier(Self.self)
    if idleCallbacks.withLock({ $0[type] == nil }) { return callAndProbeDidInsert(inserted) }
    callDidInsert(inserted)
  }

  /// Returns whether the type is known not to implement `didInsert` and `didSave`.
  ///
  /// It is never known of a class, since a subclass may implement them.
  ///
  /// - Parameter rowID: Whether rows have numbers, with which one more callback is called.
  package static func ignoresInsertions(withRowID rowID: Bool) -> Bool {
    if Self.self is AnyObject.Type { return false }
    let idle = idleCallbacks.withLock { $0[ObjectIdentifier(Self.self)] } ?? []
    guard idle.contains(.didSave), !idle.isDisjoint(with: [.didInsertChanging, .didInsert]) else {
      return false
    }
    return !rowID || !idle.isDisjoint(with: [.didInsertRowChanging, .didInsertRow])
  }
}

/// The callbacks for which types use the library's implementation, which does nothing.
///
/// State: one entry for each type of which a callback was probed, guarded by a mutex. Entries are
/// never removed, since their number is bounded by the number of types.
private let idleCallbacks = Mutex<[ObjectIdentifier: DefaultCallbacks]>([:])
