import DatabaseTypes
import IncrementalQueries
import Synchronization

/// The associated rows of a result, shared by the statements of its plan.
///
/// State: the rows, and whether reading them failed, guarded by a mutex; one thread at a time uses
/// them.
final class PrefetchStore<Snapshot: LiveSnapshot>: Sendable {
  private struct State {
    var parts: [PrefetchedRows<Snapshot>]
    /// The error that made the rows possibly incomplete; the plan itself may have handled it.
    var failure: (any Error)?
  }

  private let state: Mutex<State>

  /// Creates an empty store.
  ///
  /// - Throws: ``PrefetchRejection`` if rows cannot be kept.
  init(_ parts: [PrefetchedPart<Snapshot>], _ db: Snapshot) throws {
    state = Mutex(State(parts: try parts.map { try PrefetchedRows($0, db) }))
  }

  /// The plans by which the rows are read.
  var analyzed: [AnalyzedSelect] { state.withLock { $0.parts.flatMap(\.allAnalyzed) } }

  /// Removes all rows.
  ///
  /// - Throws: ``PrefetchRejection`` if they are linked to too many others.
  func load(_ db: Snapshot) throws {
    try state.withLock { state in
      state.failure = nil
      for index in state.parts.indices {
        do { try state.parts[index].load(db) } catch let failure as PlanFailure {
          throw PrefetchRejection(reason: failure.reason, isOfRows: true)
        }
      }
    }
  }

  /// Records that the rows for the whole result have been fetched.
  func didLoad() {
    state.withLock { state in
      for index in state.parts.indices { state.parts[index].didLoad() }
    }
  }

  /// Returns the associated rows of some rows, fetching them if necessary.
  ///
  /// - Parameter user: Returns the key of a row, if it has one.
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

  /// Drops the rows that commits touched.
  ///
  /// - Returns: The keys of the rows they were fetched for; `nil` if these may be any rows.
  /// - Throws: ``PrefetchRejection`` if they are linked to too many others by now.
  func drop(touchedBy changes: ChangeSet, _ db: Snapshot) throws -> Set<CompositeKey>? {
    try state.withLock { state in
      do {
        var users: Set<CompositeKey> = []
        for index in state.parts.indices {
          guard let touched = try state.parts[index].drop(touchedBy: changes, db) else {
            return nil
          }
          users.formUnion(touched)
        }
        return users
      } catch let failure as PlanFailure {
        throw PrefetchRejection(reason: failure.reason, isOfRows: true)
      }
    }
  }
}

/// A plan's query whose rows get their associated rows.
struct PrefetchingStatement<Element: Sendable, Snapshot: LiveSnapshot>: RowStatement {
  let base: any RowStatement<Row, Snapshot>
  let store: PrefetchStore<Snapshot>
  /// The number of columns of the first table's key, with which a row's key begins; 0 without keys.
  let keyCount: Int
  let make: @Sendable (Row, [PrefetchedGroups]) throws -> Element

  func read<Key: PlanKey>(
    _ db: Snapshot,
    _ arguments: [DatabaseValue],
    limit: Int,
    more: () throws -> Int,
    into rows: inout PlanRows<Key, Element>
  ) throws {
    var found = PlanRows<Key, Row>()
    try base.read(db, arguments, limit: limit, more: more, into: &found)
    let keys = found.keys
    let groups = try store.groups(db, for: found.elements) { index in
      keyCount == 0 ? nil : CompositeKey(Array(keys[index].arguments.prefix(keyCount)))
    }
    rows.keys += found.keys
    rows.sorts += found.sorts
    for row in found.elements { rows.elements.append(try make(row, groups)) }
  }
}
