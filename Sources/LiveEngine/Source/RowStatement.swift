package import DatabaseTypes
package import IncrementalQueries
package import TypedSQL

/// A query that a plan runs again and again.
package struct PlanQuery: Sendable {
  /// The purpose of a query in a plan.
  package enum Purpose: Sendable, Hashable {
    /// The statement as it is written.
    case statement
    /// All rows in their order, or, with a parameter, the first ones.
    case allRows
    /// The rows of one key, which is the parameters.
    case rowsOfKey
    /// The rows of several row numbers, which are a list in the one parameter.
    case rowsOfKeys
    /// The row of a `count(*)`, of which the number of rows is the parameter.
    case countedRow
  }

  /// What it is for.
  package let purpose: Purpose
  /// The SQL; its parameters are `QueryBinding.parameter(1)` and so on.
  package let query: QueryFragment
  /// How many parameters it has.
  package let parameterCount: Int
  /// How many of the columns after those that are decoded are the key.
  package let keyCount: Int
  /// How many columns come after the key: the values by which rows are ordered.
  package let sortCount: Int

  /// Makes a query.
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

/// A plan's query as a source runs it, with what its rows are decoded as.
///
/// The source has the loop over the rows, so that they are decoded as its own reads decode them.
package protocol RowStatement<Element, Snapshot>: Sendable {
  /// What a row is decoded as.
  associatedtype Element: Sendable
  /// The database at one moment.
  associatedtype Snapshot

  /// Reads rows, and adds them to others.
  ///
  /// - Parameters:
  ///   - snapshot: Where to read.
  ///   - arguments: The values of the parameters.
  ///   - limit: How many rows are read at most: those that come later are not decoded.
  ///   - rows: Gets the rows.
  func read<Key: PlanKey>(
    _ snapshot: Snapshot,
    _ arguments: [DatabaseValue],
    limit: Int,
    into rows: inout PlanRows<Key, Element>
  ) throws
}

/// Rows that a statement gave, in their order.
package struct PlanRows<Key: PlanKey, Element: Sendable> {
  /// Their keys, where the query has keys.
  package var keys: [Key] = []
  /// The values by which they are ordered, one row after the other.
  package var sorts: [DatabaseValue] = []
  /// What was decoded.
  package var elements: [Element] = []
  /// The rows that there were, as long as these have their keys and stand as they did: keys and values by which they are
  /// ordered are not copied then.
  package var known: OrderedRows<Key>.Walk?

  /// No rows.
  ///
  /// - Parameter known: Rows that these may be again.
  package init(known: OrderedRows<Key>.Walk? = nil) { self.known = known }

  /// Rows that were read.
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
  /// Whether they have the keys of rows that there were, and stand as those did.
  var areKnown: Bool { known.map { $0.isAtEnd && $0.passedCount == elements.count } ?? false }

  /// The rows are others than there were: their keys are kept from now on.
  package mutating func leaveKnown() {
    guard let known = known.take(), known.passedCount > 0 else { return }
    (keys, sorts) = (known.passedKeys, known.passedSorts)
  }
}

extension RowStatement {
  /// Reads rows with their keys.
  func rows<Key: PlanKey>(
    _ snapshot: Snapshot,
    _ arguments: [DatabaseValue] = [],
    as key: Key.Type = Key.self,
    known: OrderedRows<Key>.Walk? = nil
  ) throws -> PlanRows<Key, Element> {
    var rows = PlanRows<Key, Element>(known: known)
    try read(snapshot, arguments, limit: .max, into: &rows)
    if !rows.areKnown { rows.leaveKnown() }
    return rows
  }

  /// Reads rows of which the keys do not matter.
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
