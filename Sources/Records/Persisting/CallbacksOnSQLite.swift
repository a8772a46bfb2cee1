import SQLiteDatabase
import Synchronization

/// A callback that gets SQLite's connection, which there is none of on another database.
package enum CallbackOnSQLite: String, CaseIterable, Sendable {
  case willSave, aroundSave, willInsert, aroundInsert, willUpdate, aroundUpdate, willDelete
  case aroundDelete

  fileprivate var idle: IdleCallbacks {
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
  /// The first of some callbacks that the type implements itself.
  ///
  /// A type cannot be asked for that: so each is called once, with a copy of the record and an empty database in memory, and
  /// those of the library note that they were called.
  package func firstOwnCallback(of callbacks: [CallbackOnSQLite]) -> CallbackOnSQLite? {
    callbacks.first { callback in
      let key = ProbedCallback(type: ObjectIdentifier(Self.self), callback: callback.idle)
      if let known = ownCallbacks.withLock({ $0[key] }) { return known }
      let isOwn = implements(callback)
      ownCallbacks.withLock { $0[key] = isOwn }
      return isOwn
    }
  }

  private func implements(_ callback: CallbackOnSQLite) -> Bool {
    let probe = CallbackProbe(Self.self)
    // What it throws, and whether, is all the same: the default has noted that it was called.
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

private struct ProbedCallback: Hashable {
  let type: ObjectIdentifier
  let callback: IdleCallbacks
}

/// Which callbacks types implement themselves.
///
/// State: one for each type and callback, guarded by a mutex. They are never removed: a program has as many as it has types.
private let ownCallbacks = Mutex<[ProbedCallback: Bool]>([:])
