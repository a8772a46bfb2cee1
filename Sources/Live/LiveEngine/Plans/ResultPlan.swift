package import DatabaseTypes
import IncrementalQueries

/// A strategy to keep the rows of a live query up to date with the commits of its database.
///
/// The result itself is stored elsewhere, where readers see it. A plan receives it to compute how
/// it changes; the difference is applied when it is to become visible.
///
/// This is a value that one thread uses at a time. After an error, it must be started again with
/// `start`.
protocol ResultPlan<Element, Snapshot>: Sendable {
  /// The type as which a row is decoded.
  associatedtype Element: Sendable
  /// A snapshot of the database.
  associatedtype Snapshot: LiveSnapshot

  /// Runs the whole query.
  ///
  /// - Returns: The result.
  mutating func start(_ db: Snapshot) throws -> [Element]

  /// Applies the changes of commits.
  ///
  /// - Parameters:
  ///   - changes: The keys of the rows that they touched; values are not needed.
  ///   - elements: The result after the last call.
  ///   - db: A snapshot that shows all of these commits, and nothing that was not reported.
  mutating func apply(_ changes: ChangeSet, to elements: [Element], _ db: Snapshot) throws
    -> ResultChange<[Element]>

  /// Returns the keys of its first table's rows that it keeps.
  ///
  /// A row of that table that it does not keep is not part of the result, and would not be part of
  /// it if it were deleted or no longer satisfied the conditions.
  ///
  /// - Parameter touched: All keys that were touched since the last call; `nil` if that is not
  ///   known.
  /// - Returns: `nil` if other rows matter as well.
  func retainedKeys(among touched: [RowKey]?) -> RetainedKeys?

  /// Returns whether a row of the result is what the plan reads for it now.
  ///
  /// The whole query may give another one, where SQL leaves open in which order the rows of a group
  /// are read.
  ///
  /// - Parameters:
  ///   - element: The row.
  ///   - index: The row's place in the result.
  ///   - db: A snapshot that shows what the result shows.
  func reads(_ element: Element, at index: Int, _ db: Snapshot) throws -> Bool
}

extension ResultPlan {
  /// Returns `nil`: other rows may matter.
  func retainedKeys(among touched: [RowKey]?) -> RetainedKeys? { nil }

  /// Returns `false`: a row is what the whole query gives.
  func reads(_ element: Element, at index: Int, _ db: Snapshot) throws -> Bool { false }
}

/// The keys of the rows of a table that a plan keeps.
package enum RetainedKeys: Sendable {
  /// All of the keys.
  case all(Set<RowKey>)
  /// The touched keys that it keeps, in addition to all untouched ones that it kept before.
  case touched(Set<RowKey>)
}

/// The keys of a table that a commit touched.
enum TouchedKeys<Key> {
  /// No row that matters.
  case none
  /// The rows with these keys.
  case some([Key])
  /// Possibly any row.
  case any
}

extension ChangeSet {
  /// Returns the touched keys of a query's only table.
  func touchedKeys<Key: PlanKey>(of analyzed: AnalyzedSelect) -> TouchedKeys<Key> {
    touchedKeys(of: analyzed.sources[0].table, in: analyzed.region)
  }

  /// Returns the keys of a table's rows that were touched in columns that matter.
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
