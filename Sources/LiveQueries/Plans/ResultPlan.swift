import DatabaseTypes
package import IncrementalQueries
import SQLiteDatabase

/// What it takes to keep the result of a live query up to date with the commits of its database.
///
/// The result itself lies elsewhere, where readers see it: it is lent to whoever tells how it changes, and changed by
/// the difference when that is to be seen.
///
/// It is a value that one thread uses at a time. An error leaves it in need of `start`.
protocol ResultPlan<Element>: Sendable {
  /// What a row is decoded as.
  associatedtype Element: Sendable

  /// Runs the whole query.
  ///
  /// - Returns: The result.
  mutating func start(_ db: Database) throws -> [Element]

  /// Takes over what commits changed.
  ///
  /// - Parameters:
  ///   - changes: The keys of the rows that they touched; values are not needed.
  ///   - elements: The result as of the last call.
  ///   - db: A connection on which all of them are visible, and nothing after them.
  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Database) throws
    -> MaintainedChange<Element>
}

/// What a commit did to a result.
package enum MaintainedChange<Element: Sendable>: Sendable {
  /// Nothing that a reader would see.
  case unchanged
  /// Rows that were touched were read again, and something changed.
  case patched(Difference<Element>)
  /// The whole query was run again, whether or not that changed anything.
  case rerun(Difference<Element>)
}

extension MaintainedChange {
  /// What changed, if anything did.
  package var difference: Difference<Element>? {
    switch self {
    case .unchanged: nil
    case .patched(let difference): difference
    case .rerun(let difference): difference.isEmpty ? nil : difference
    }
  }

  /// Whether the whole query was run again.
  var isRerun: Bool {
    if case .rerun = self { true } else { false }
  }

  init(patched difference: Difference<Element>?) {
    if let difference, !difference.isEmpty {
      self = .patched(difference)
    } else {
      self = .unchanged
    }
  }
}

/// What to do about the changes of a table.
enum TouchedKeys<Key> {
  /// No row that matters was touched.
  case none
  /// These were.
  case some([Key])
  /// Any may have been.
  case any
}

extension ChangeSet {
  /// The keys of the touched rows of a query's one table.
  func touchedKeys<Key: PlanKey>(of planned: PlannedSelect) -> TouchedKeys<Key> {
    touchedKeys(of: planned.sources[0].table, in: planned.region)
  }

  /// The keys of the touched rows of a table whose columns matter.
  @_specialize(where Key == Int64)
  func touchedKeys<Key: PlanKey>(of table: TableName, in region: Region) -> TouchedKeys<Key> {
    if mayChangeAnyTable || changesSchema { return .any }
    guard let changes = changes(of: table, touching: region) else { return .none }
    guard case .rows(let rows) = changes else { return .any }
    var keys: [Key] = []
    keys.reserveCapacity(rows.count)
    for row in rows {
      guard let key = Key(row.key) else { return .any }
      keys.append(key)
    }
    return keys.isEmpty ? .none : .some(keys)
  }
}
