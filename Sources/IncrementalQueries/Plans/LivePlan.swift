/// The way in which the result of a live query is kept up to date.
public enum LivePlan: Sendable, Hashable {
  /// One row is read by its key when that key was touched.
  case pointLookup
  /// Touched rows are read again and patched into the result, which is in the order of their keys.
  case keyedPatch
  /// Touched rows are read again and patched into the result, which has another order.
  case orderedPatch
  /// Like `orderedPatch`, for the first rows of the order and some more in reserve.
  case orderedWindow
  /// Running totals are kept, or the one row is read again when a row that counts was touched.
  case aggregate
  /// The groups that contain or contained touched rows are read again; the rows may be of a join.
  case groups
  /// Like `groups`, for the rows of a `SELECT DISTINCT`: equal rows form one group.
  case distinctRows
  /// The window-function partitions that contain or contained touched rows are read again.
  case partitions
  /// The joined rows in which touched rows of any table take part are read again.
  case join
  /// For a `UNION` or similar, each statement's occurrences of a touched row are counted.
  case compound
  /// Touched rows are read again, and so are rows whose associated rows were touched.
  case prefetched
  /// The whole query runs again, for a reason.
  case rerun(Reason)
}

extension LivePlan {
  /// A reason why a whole query runs again.
  public enum Reason: Sendable, Hashable {
    /// It is SQL text that is not a plain `SELECT` from tables.
    case text
    /// A closure reads it, and how the closure uses the rows is not known.
    case closure
    /// It fetches rows of an association that depend on more than the columns that link them.
    case association(String)
    /// It is known to have no rows.
    case noRows
    /// It leaves out duplicate rows that its columns cannot identify.
    case distinct
    /// A part of its SQL text could not be parsed: it has unclosed parentheses or a clause.
    case unknownText
    /// It has a limit but no order, and SQLite does not read its rows in the order of their keys.
    case unorderedLimit
    /// It reads a subquery, a view or a `WITH` that cannot be expanded.
    case subquery
    /// It has window functions that do not all partition its rows alike.
    case window
    /// It uses the time or a random number, so it changes without a write.
    case volatile(String)
    /// It reads rows of something that is not a table with a key.
    case noKey(String)
    /// It keeps unmatched rows of both tables, and is not a plain join of two tables.
    case outerJoin
    /// Its order cannot be determined.
    case unknownOrder
    /// Its groups are compared by a collation.
    case groupCollation(String)
    /// Its limit is not a number.
    case unknownLimit
    /// Two of its rows have the same key.
    case repeatedKey
    /// A row beyond its limit, which a plan would keep in reserve, cannot be decoded.
    case undecodableRow
    /// A row or a value that a plan reads beyond the statement fails to be evaluated.
    case failingRow
    /// It has as many columns as the database returns at most, so that a plan cannot read its key
    /// beside them.
    case manyColumns
    /// A subquery or a join links many more rows than its tables have.
    case manyLinks
    /// The database does not report changes, for a reason, so the query runs again at intervals.
    case polled(every: Duration, since: String)
  }

  /// Whether the whole query runs again.
  public var isRerun: Bool { if case .rerun = self { true } else { false } }
}

extension LivePlan: CustomStringConvertible {
  /// The name, and the reason if there is one: `run again: it has a window function`.
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
    case .text: "its SQL text is not a plain SELECT from tables"
    case .closure: "a closure reads it, and how the closure uses the rows is not known"
    case .association(let key):
      "the rows of \(key) that belong to a row depend on more than column values"
    case .noRows: "it is known to have no rows"
    case .distinct: "DISTINCT removes rows that its columns cannot identify"
    case .unknownText: "a part of its SQL text could not be parsed"
    case .unorderedLimit: "it has a LIMIT without an ORDER BY, and is not read by its keys"
    case .subquery: "it reads a subquery, a view or a WITH that cannot be expanded"
    case .window:
      "it has a window function over all rows, or window functions with different partitions"
    case .volatile(let what): "\(what) changes without a write"
    case .noKey(let table): "the rows of \(table) have no key that identifies them"
    case .outerJoin: "a FULL JOIN keeps rows of both tables, and is not a plain join of two"
    case .unknownOrder: "its order is not known"
    case .groupCollation(let name): "its groups are compared by the collation \(name)"
    case .unknownLimit: "its LIMIT or OFFSET is not a number"
    case .repeatedKey: "two of its rows have the same key"
    case .undecodableRow: "a row beyond its LIMIT cannot be decoded"
    case .failingRow: "a row that it does not show fails to be evaluated"
    case .manyColumns:
      "it has so many columns that none is left in which a key could be read; select fewer"
    case .manyLinks:
      "a subquery or a LEFT JOIN links many more rows than its tables have; compare with =, not with <"
    case .polled(let interval, let reason):
      "the database is polled every \(interval.inMilliseconds) ms, because \(reason)"
    }
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  fileprivate var inMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
