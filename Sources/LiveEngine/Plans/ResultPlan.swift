package import DatabaseTypes
import IncrementalQueries

/// A way to keep the rows of a live query up to date with the commits of its database.
///
/// The result itself lies elsewhere, where readers see it: it is lent to whoever tells how it changes, and changed by
/// the difference when that is to be seen.
///
/// It is a value that one thread uses at a time. An error leaves it in need of `start`.
protocol ResultPlan<Element, Snapshot>: Sendable {
  /// What a row is decoded as.
  associatedtype Element: Sendable
  /// The database at one moment.
  associatedtype Snapshot: LiveSnapshot

  /// Runs the whole query.
  ///
  /// - Returns: The result.
  mutating func start(_ db: Snapshot) throws -> [Element]

  /// Takes over what commits changed.
  ///
  /// - Parameters:
  ///   - changes: The keys of the rows that they touched; values are not needed.
  ///   - elements: The result as of the last call.
  ///   - db: A snapshot in which all of them are visible, and nothing that is not told.
  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>

  /// The keys of the rows of its first table that it keeps.
  ///
  /// A row of that table which it does not keep has no part in the result, nor has it where it is gone or meets the
  /// conditions no more.
  ///
  /// - Parameter touched: All keys that were touched since this was asked last; `nil` where that is not known.
  /// - Returns: `nil` where other rows than those matter.
  func keptKeys(among touched: [RowKey]?) -> KeptKeys?
}

extension ResultPlan {
  /// Others may matter.
  func keptKeys(among touched: [RowKey]?) -> KeptKeys? { nil }
}

/// The keys of the rows of a table that a plan keeps.
package enum KeptKeys: Sendable {
  /// All of them.
  case all(Set<RowKey>)
  /// Of those that were touched these; it keeps all others that it kept before.
  case touched(Set<RowKey>)
}

/// The keys of a table that a commit touched.
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
  func touchedKeys<Key: PlanKey>(of analyzed: AnalyzedSelect) -> TouchedKeys<Key> {
    touchedKeys(of: analyzed.sources[0].table, in: analyzed.region)
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
