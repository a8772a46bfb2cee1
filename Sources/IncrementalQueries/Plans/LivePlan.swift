/// How the result of a live query is kept up to date.
public enum LivePlan: Sendable, Hashable {
  /// One row is read by its key when that key was touched.
  case pointLookup
  /// The rows that were touched are read again and put in their places, in the order of their keys.
  case keyedPatch
  /// The rows that were touched are read again and put in their places.
  case orderedPatch
  /// As `orderedPatch`, for the first rows of the order and some more in reserve.
  case orderedWindow
  /// What rows add up to is kept, or the one row is read again when a row that counts was touched.
  case aggregate
  /// The groups to which touched rows belong, or belonged, are read again; the rows may be those of a join.
  case groups
  /// As `groups`, for the rows of a `SELECT DISTINCT`: those that are the same are one group.
  case distinctRows
  /// The partitions of window functions to which touched rows belong, or belonged, are read again.
  case partitions
  /// The rows that touched rows of any of the tables have part in are read again.
  case join
  /// Of a `UNION` and the like, how often each of its statements has a touched row is counted.
  case compound
  /// The rows that were touched are read again, and those for which rows of an association were fetched that were touched.
  case prefetched
  /// The whole query is run again, for a reason.
  case rerun(Reason)
}

extension LivePlan {
  /// Why a query is run again as a whole.
  public enum Reason: Sendable, Hashable {
    /// It is SQL text that is no plain `SELECT` from tables.
    case text
    /// A closure reads it, and what it makes of rows is not known.
    case closure
    /// The rows of an association are fetched for it that depend on more than the columns by which they are found.
    case association(String)
    /// It is known to have no rows.
    case noRows
    /// Rows that are the same are left out, and which are cannot be told by their columns.
    case distinct
    /// A part of it is SQL text that is not understood: parentheses are not closed, or a clause is in it.
    case unknownText
    /// It has a limit and no order, and SQLite does not read its rows in the order of their keys.
    case unorderedLimit
    /// It reads a subquery, a view or a `WITH` that cannot be read through.
    case subquery
    /// It has window functions that do not all divide its rows alike.
    case window
    /// It asks what time it is, or for a random number: it changes without a write.
    case volatile(String)
    /// It reads rows of something that is no table with a key.
    case noKey(String)
    /// It keeps the rows of either table that have no partner, and is no plain join of two tables.
    case outerJoin
    /// Its order cannot be told apart.
    case unknownOrder
    /// A collation compares its groups.
    case groupCollation(String)
    /// Its limit is not a number.
    case unknownLimit
    /// Two of its rows have the same key.
    case repeatedKey
    /// A row cannot be decoded that its limit leaves out, and that a plan would keep in reserve.
    case undecodableRow
    /// Nothing tells what changes in the database, for a reason: it is asked again at intervals.
    case polled(every: Duration, since: String)
  }

  /// Whether the whole query is run again.
  public var isRerun: Bool { if case .rerun = self { true } else { false } }
}

extension LivePlan: CustomStringConvertible {
  /// The name, and the reason where there is one: `run again: it has a window function`.
  public var description: String {
    switch self {
    case .pointLookup: "point lookup"
    case .keyedPatch: "keyed patch"
    case .orderedPatch: "ordered patch"
    case .orderedWindow: "ordered window"
    case .aggregate: "aggregate"
    case .groups: "touched groups"
    case .distinctRows: "distinct rows by touched values"
    case .partitions: "touched partitions"
    case .join: "join by touched keys"
    case .compound: "compound by counted rows"
    case .prefetched: "rows by touched keys, with those of associations"
    case .rerun(let reason): "run again: \(reason)"
    }
  }
}

extension LivePlan.Reason: CustomStringConvertible {
  /// The reason, as the rest of a sentence.
  public var description: String {
    switch self {
    case .text: "its SQL text is no plain SELECT from tables"
    case .closure: "a closure reads it, and what it makes of rows is not known"
    case .association(let key):
      "which rows of \(key) belong to a row is not told by the values of columns alone"
    case .noRows: "it is known to have no rows"
    case .distinct: "DISTINCT leaves out rows that cannot be told apart by its columns"
    case .unknownText: "a part of its SQL text is not understood"
    case .unorderedLimit: "it has a LIMIT without an ORDER BY, and is not read by its keys"
    case .subquery: "it reads a subquery, a view or a WITH that cannot be read through"
    case .window: "it has a window function over all rows, or over parts of its own"
    case .volatile(let what): "\(what) changes without a write"
    case .noKey(let table): "the rows of \(table) cannot be told apart by a key"
    case .outerJoin: "a FULL JOIN keeps rows of both tables, and is no plain join of two"
    case .unknownOrder: "its order is not known"
    case .groupCollation(let name): "the collation \(name) tells its groups apart"
    case .unknownLimit: "its LIMIT or OFFSET is not a number"
    case .repeatedKey: "two of its rows have the same key"
    case .undecodableRow: "a row that its LIMIT leaves out cannot be decoded"
    case .polled(let interval, let reason):
      "the database is asked again every \(interval.inMilliseconds) ms, since \(reason)"
    }
  }
}

extension Duration {
  /// In whole milliseconds.
  fileprivate var inMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
