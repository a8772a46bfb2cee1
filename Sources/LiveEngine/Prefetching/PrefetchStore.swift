import DatabaseTypes
import IncrementalQueries
import Synchronization

/// What was fetched for the rows of a result, which the statements of its plan share.
///
/// State: the rows, and whether reading them failed, guarded by a mutex; one thread uses them at a time.
final class PrefetchStore<Snapshot: LiveSnapshot>: Sendable {
  private struct State {
    var parts: [PrefetchedRows<Snapshot>]
    /// Why some rows could not be read, so that those that are there may not be all: a plan may have dealt with the error.
    var failure: (any Error)?
  }

  private let state: Mutex<State>

  /// Keeps nothing before it is loaded.
  ///
  /// - Throws: ``PrefetchRefusal`` where rows cannot be kept.
  init(_ parts: [PrefetchedPart<Snapshot>], _ db: Snapshot) throws {
    state = Mutex(State(parts: try parts.map { try PrefetchedRows($0, db) }))
  }

  /// How all of it is read.
  var analyzed: [AnalyzedSelect] { state.withLock { $0.parts.flatMap(\.allAnalyzed) } }

  /// Forgets all rows.
  func load(_ db: Snapshot) throws {
    try state.withLock { state in
      state.failure = nil
      for index in state.parts.indices { try state.parts[index].load(db) }
    }
  }

  /// Notes that all rows are there that the result has.
  func didLoad() {
    state.withLock { state in
      for index in state.parts.indices { state.parts[index].didLoad() }
    }
  }

  /// What rows are fetched for some rows.
  ///
  /// - Parameter user: The key of a row, where it has one.
  func groups(_ db: Snapshot, for rows: [Row], usedBy user: (Int) -> CompositeKey?) throws
    -> [PrefetchedGroups]
  {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      do {
        for index in state.parts.indices {
          try state.parts[index].fetch(db, for: rows, usedBy: user)
        }
      } catch {
        state.failure = error
        throw error
      }
      return state.parts.map(\.groups)
    }
  }

  /// Drops what commits touched.
  ///
  /// - Returns: The keys of the rows for which it was fetched; `nil` where that may be any.
  func drop(touchedBy changes: ChangeSet, _ db: Snapshot) throws -> Set<CompositeKey>? {
    try state.withLock { state in
      var users: Set<CompositeKey> = []
      for index in state.parts.indices {
        guard let touched = try state.parts[index].drop(touchedBy: changes, db) else { return nil }
        users.formUnion(touched)
      }
      return users
    }
  }
}

/// A plan's query whose rows get those that are fetched for them.
struct PrefetchingStatement<Element: Sendable, Snapshot: LiveSnapshot>: RowStatement {
  let base: any RowStatement<Row, Snapshot>
  let store: PrefetchStore<Snapshot>
  /// How many columns the key of the first table has, which come first in that of a row; 0 where rows have no keys.
  let keyCount: Int
  let make: @Sendable (Row, [PrefetchedGroups]) throws -> Element

  func read<Key: PlanKey>(
    _ db: Snapshot,
    _ arguments: [DatabaseValue],
    limit: Int,
    into rows: inout PlanRows<Key, Element>
  ) throws {
    var found = PlanRows<Key, Row>()
    try base.read(db, arguments, limit: limit, into: &found)
    let keys = found.keys
    let groups = try store.groups(db, for: found.elements) { index in
      keyCount == 0 ? nil : CompositeKey(Array(keys[index].arguments.prefix(keyCount)))
    }
    rows.keys += found.keys
    rows.sorts += found.sorts
    for row in found.elements { rows.elements.append(try make(row, groups)) }
  }
}
