import SQLiteDatabase
import Synchronization

/// A callback that gets SQLite's connection, which does not exist on another database.
package enum CallbackOnSQLite: String, CaseIterable, Sendable {
  case willSave, aroundSave, willInsert, aroundInsert, willUpdate, aroundUpdate, willDelete
  case aroundDelete

  fileprivate var idle: DefaultCallbacks {
    switch self {
    case .willSave: .willSave
    case .aroundSave: .aroundSave
    case .willInsert: .willInsert
    case .aroundInsert: .aroundInsert
    case .willUpdate: .willUpdate
    case .aroundUpdate: .aroundUpdate
    case .willDelete: .willDelete
    case .aroundDelete: .aroundDelete
    }
  }
}

extension MutablePersistableRecord {
  /// Returns the first of several callbacks that the type implements itself.
  ///
  /// Swift cannot tell that. So each callback is called once, with a copy of the record and an
  /// empty in-memory database, and the library's implementations note that they were called.
  package func firstCustomCallback(of callbacks: [CallbackOnSQLite]) -> CallbackOnSQLite? {
    let type = ObjectIdentifier(Self.self)
    let known = customCallbacks.withLock { $0[type] } ?? ProbedCallbacks()
    return callbacks.first { callback in
      if known.probed.contains(callback.idle) { return known.own.contains(callback.idle) }
      let isOwn = implements(callback)
      customCallbacks.withLock { $0[type, default: ProbedCallbacks()].note(callback.idle, isOwn) }
      return isOwn
    }
  }

  private func implements(_ callback: CallbackOnSQLite) -> Bool {
    let probe = CallbackProbe(Self.self)
    // Whether it throws does not matter, because the default has noted the call by then.
    _ = try? DatabaseQueue().writeWithoutTransaction { db in
      try CallbackProbe.$current.withValue(probe) { try call(callback, db) }
    }
    return !probe.noted.contains(callback.idle)
  }

  private func call(_ callback: CallbackOnSQLite, _ db: Database) throws {
    var record = self
    switch callback {
    case .willSave: try willSave(db)
    case .aroundSave: try aroundSave(db) { throw ProbeEnd() }
    case .willInsert: try record.willInsert(db)
    case .aroundInsert: try aroundInsert(db) { throw ProbeEnd() }
    case .willUpdate: try willUpdate(db, columns: [])
    case .aroundUpdate: try aroundUpdate(db, columns: []) { throw ProbeEnd() }
    case .willDelete: try willDelete(db)
    case .aroundDelete: try aroundDelete(db) { throw ProbeEnd() }
    }
  }
}

private struct ProbeEnd: Error {}

/// The callbacks of a type that were probed, and those of them that it implements itself.
private struct ProbedCallbacks {
  private(set) var probed: DefaultCallbacks = []
  private(set) var own: DefaultCallbacks = []

  mutating func note(_ callback: DefaultCallbacks, _ isOwn: Bool) {
    probed.formUnion(callback)
    if isOwn { own.formUnion(callback) }
  }
}

/// The callbacks that types implement themselves.
///
/// State: one entry for each type, guarded by a mutex. Entries are never removed, since their
/// number is bounded by the number of types.
private let customCallbacks = Mutex<[ObjectIdentifier: ProbedCallbacks]>([:])
