package import DatabaseTypes
package import IncrementalQueries
package import TypedSQL

/// A query that a plan runs repeatedly.
package struct PlanQuery: Sendable {
  /// The purpose of a query in a plan.
  package enum Purpose: Sendable, Hashable {
    /// The statement as it is written.
    case statement
    /// All rows in order, or, with a parameter, the first ones.
    case allRows
    /// The rows with one key, which the parameters contain.
    case rowsOfKey
    /// The rows with several row numbers, which the only parameter contains as a list.
    case rowsOfKeys
    /// A row that is computed from the parameters alone, such as numbers of rows.
    case countedRow
  }

  /// The purpose in the plan.
  package let purpose: Purpose
  /// The SQL; its parameters are `QueryBinding.parameter(1)` and so on.
  package let query: QueryFragment
  /// The number of parameters.
  package let parameterCount: Int
  /// The number of key columns, which come after the decoded columns.
  package let keyCount: Int
  /// The number of sort columns, which come after the key.
  package let sortCount: Int

  /// Creates a query.
  package init(
    _ purpose: Purpose,
    _ query: QueryFragment,
    parameterCount: Int = 0,
    keyCount: Int = 0,
    sortCount: Int = 0
  ) {
    self.purpose = purpose
    self.query = query
    self.parameterCount = parameterCount
    self.keyCount = keyCount
    self.sortCount = sortCount
  }
}

/// A plan's query as a source runs it, with the decoding of its rows.
///
/// The loop over the rows belongs to the source, so that rows are decoded as by its own reads.
package protocol RowStatement<Element, Snapshot>: Sendable {
  /// The type as which a row is decoded.
  associatedtype Element: Sendable
  /// A snapshot of the database.
  associatedtype Snapshot

  /// Reads rows, and appends them to others.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot to read.
  ///   - arguments: The values of the parameters.
  ///   - limit: The largest number of rows to read; later rows are not decoded.
  ///   - more: Called when as many rows have been read as were allowed; returns how many further
  ///     ones are; 0 for none. It may run other statements in the snapshot.
  ///   - rows: Receives the rows.
  func read<Key: PlanKey>(
    _ snapshot: Snapshot,
    _ arguments: [DatabaseValue],
    limit: Int,
    more: () throws -> Int,
    into rows: inout PlanRows<Key, Element>
  ) throws
}

/// The rows of a statement, in order.
package struct PlanRows<Key: PlanKey, Element: Sendable> {
  /// The keys, if the query has keys.
  package var keys: [Key] = []
  /// The values by which the rows are ordered, row by row.
  package var sorts: [DatabaseValue] = []
  /// The decoded rows.
  package var elements: [Element] = []
  /// The previous rows, as long as the new ones have the same keys and order.
  ///
  /// Keys and sort values are not copied then.
  package var known: OrderedRows<Key>.Walk?

  /// Creates an empty list of rows.
  ///
  /// - Parameter known: Previous rows, which the new ones may equal.
  package init(known: OrderedRows<Key>.Walk? = nil) { self.known = known }

  /// Creates a list of rows that were read.
  package init(
    _ keys: [Key],
    _ sorts: [DatabaseValue],
    _ elements: [Element],
    known: OrderedRows<Key>.Walk?
  ) {
    self.keys = keys
    self.sorts = sorts
    self.elements = elements
    self.known = known
  }
}

extension PlanRows {
  /// Whether the rows have the same keys and order as the previous ones.
  var areUnchanged: Bool { known.map { $0.isAtEnd && $0.passedCount == elements.count } ?? false }

  /// Stores keys and sort values from now on, since the rows differ from the previous ones.
  package mutating func beginStoring() {
    guard let known = known.take(), known.passedCount > 0 else { return }
    (keys, sorts) = (known.passedKeys, known.passedSorts)
  }
}

extension RowStatement {
  /// Reads rows up to a limit, and appends them to others.
  package func read<Key: PlanKey>(
    _ snapshot: Snapshot,
    _ arguments: [DatabaseValue],
    limit: Int,
    into rows: inout PlanRows<Key, Element>
  ) throws { try read(snapshot, arguments, limit: limit, more: { 0 }, into: &rows) }

  /// Reads rows with their keys.
  func rows<Key: PlanKey>(
    _ snapshot: Snapshot,
    _ arguments: [DatabaseValue] = [],
    as key: Key.Type = Key.self,
    known: OrderedRows<Key>.Walk? = nil
  ) throws -> PlanRows<Key, Element> {
    var rows = PlanRows<Key, Element>(known: known)
    try read(snapshot, arguments, limit: .max, into: &rows)
    if !rows.areUnchanged { rows.beginStoring() }
    return rows
  }

  /// Reads rows whose keys do not matter.
  package func elements(
    _ snapshot: Snapshot,
    _ arguments: [DatabaseValue] = [],
    limit: Int = .max
  ) throws -> [Element] {
    var rows = PlanRows<Int64, Element>()
    try read(snapshot, arguments, limit: limit, into: &rows)
    return rows.elements
  }
}
