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
  /// The first row is looked up of each group that contains or contained touched rows.
  case firstRows
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
    case .firstRows: "first rows of touched groups"
    case .join: "join by touched keys"
    case .compound: "compound by counted rows"
    case .prefetched: "rows by touched keys, with those of associations"
    case .rerun(let reason): "run again: \(reason)"
    }
  }
}
