package import IncrementalQueries
import TypedSQL

/// The plan for a statement, with the facts that only this plan needs.
///
/// Each case is one way to find what a commit changed in the result. A window of the first rows,
/// an order and keys are facts that several of them share: those are in ``AnalyzedSelect``.
enum SelectPlan: Sendable {
  /// Touched rows of the only table are read by their keys; with `lookedUp`, only the row with that
  /// number matters.
  case keyed(lookedUp: Int64?)
  /// The groups of touched rows of the only table are read; with `isDistinct`, equal rows form a
  /// group. With `scansTable`, no index finds the rows of a group.
  case groups(isDistinct: Bool, scansTable: Bool)
  /// The groups of touched rows of the only table are computed from running totals, since no index
  /// finds their rows.
  case computedGroups(ComputedRow)
  /// The partitions of touched rows of the only table are read, which all window functions share.
  /// With `scansTable`, no index finds the rows of a partition.
  case partitions([AnalyzedSelect.Term], scansTable: Bool)
  /// The first rows of the groups of touched rows of the only table are looked up.
  case firstRows(FirstRows)
  /// Joined rows are read by the keys of touched rows, also of subqueries.
  case join([LinkedSubquery])
  /// The groups of joined rows are read by the keys of touched rows, also of subqueries.
  case joinGroups([LinkedSubquery], isDistinct: Bool)
  /// The pairs of a `FULL JOIN` are read by the keys of touched rows of both tables.
  case fullJoin
  /// One row of aggregates is read when a row of the only table that counts was touched; with
  /// `countsRows`, it is `count(*)` alone, which is known without reading it.
  case aggregate(countsRows: Bool)
  /// One row of aggregates is computed from the values of the rows of another statement.
  indirect case totals(Totals)
  /// The occurrences of each row are counted in several statements.
  case compound(Compound)
  /// Rows are read by another plan, and get associated rows that are fetched afterwards.
  case prefetched
  /// The whole query runs again, for a reason.
  case rerun(LivePlan.Reason)
}

extension SelectPlan {
  /// A subquery, with the conditions that join its rows to those of the statement.
  struct LinkedSubquery: Sendable {
    /// The tables of the statement to which its rows are joined: all, or the first ones.
    let outer: [AnalyzedSelect.Source]
    /// Its own tables.
    let sources: [AnalyzedSelect.Source]
    /// Both kinds of tables, as a `FROM` clause.
    let from: QueryFragment
    let conditions: [QueryFragment]
    /// Its text.
    let text: QueryFragment
  }

  /// The groups of which the statement keeps the first rows.
  struct FirstRows: Sendable {
    /// The rows of the groups, in the order that decides which one is the first.
    let rows: SelectParts
    /// The window that numbers the rows of each group.
    let window: QueryFragment
    /// The terms whose values tell the groups apart.
    let groups: [AnalyzedSelect.Term]
    /// The conditions on the first rows, besides being the first.
    let conditions: [QueryFragment]
  }

  /// The aggregates of a single result row, which is computed from the values of rows.
  struct Totals: Sendable {
    /// The row; `nil` if it is read again instead.
    let row: ComputedRow?
    /// The statement of the aggregated rows.
    let select: AnalyzedSelect
  }

  /// A result row that is computed from its grouping values, if it has any, and running totals.
  struct ComputedRow: Sendable {
    /// The aggregated expressions.
    let values: [QueryFragment]
    /// The aggregates, each with the index of its expression.
    let aggregates: [(aggregate: RunningAggregate, value: Int)]
    /// The row with its hidden columns; parameters stand for the grouping values, then for the
    /// aggregates.
    let query: QueryFragment
    /// The number of parameters.
    let parameterCount: Int

    /// Whether only rows are counted.
    var countsRows: Bool { values.allSatisfy { $0 == "1" } }

    /// Whether values of the statement are bound in it.
    var bindsValues: Bool {
      (values + [query]).contains { fragment in
        fragment.bindings.contains { if case .parameter = $0 { false } else { true } }
      }
    }
  }

  /// The statements of a compound statement, whose rows the plan itself renders.
  struct Compound: Sendable {
    let arms: [Arm]
    /// The names of its columns.
    let columnNames: [String]
    /// The types of their values; empty if the database infers them.
    let columnTypes: [QueryFragment]
  }

  /// A statement that contributes rows to a compound statement.
  struct Arm: Sendable {
    /// The operator that combines its rows with those of the previous arms; `nil` for the first.
    let `operator`: SelectParts.Arm.Operator?
    let select: AnalyzedSelect
    /// The values that are read of each row.
    let values: [QueryFragment]
  }
}

extension AnalyzedSelect {
  /// The plan by which the result is kept up to date, as applications see it.
  package var plan: LivePlan {
    switch selectPlan {
    case .rerun(let reason): .rerun(reason)
    case .prefetched: .prefetched
    case .aggregate, .totals: .aggregate
    case _ where window != nil: .orderedWindow
    case .keyed(lookedUp: _?): .pointLookup
    case .keyed: order.isEmpty ? .keyedPatch : .orderedPatch
    // The rows of one table, which subqueries select.
    case .join where sources.count == 1: order.isEmpty ? .keyedPatch : .orderedPatch
    case .join, .fullJoin: .join
    case .groups(isDistinct: let isDistinct, scansTable: _), .joinGroups(_, let isDistinct):
      isDistinct ? .distinctRows : .groups
    case .computedGroups: .groups
    case .partitions: .partitions
    case .firstRows: .firstRows
    case .compound: .compound
    }
  }

  /// Whether the whole query runs again.
  package var isRerun: Bool { if case .rerun = selectPlan { true } else { false } }

  /// Whether it is a `SELECT DISTINCT`, whose equal rows form a group in its parts.
  var isDistinct: Bool {
    switch selectPlan {
    case .groups(isDistinct: let isDistinct, scansTable: _), .joinGroups(_, let isDistinct):
      isDistinct
    case .keyed, .computedGroups, .partitions, .firstRows, .join, .fullJoin, .aggregate, .totals,
      .compound, .prefetched, .rerun:
      false
    }
  }

  /// Whether the database reads the whole table to find the rows of a group or of a partition.
  var scansTable: Bool {
    switch selectPlan {
    case .groups(isDistinct: _, let scansTable), .partitions(_, let scansTable): scansTable
    case .computedGroups: true
    case .keyed, .firstRows, .join, .joinGroups, .fullJoin, .aggregate, .totals, .compound,
      .prefetched, .rerun:
      false
    }
  }

  /// The subqueries whose rows are joined to its own.
  var subqueries: [SelectPlan.LinkedSubquery] {
    switch selectPlan {
    case .join(let subqueries), .joinGroups(let subqueries, isDistinct: _): subqueries
    case .keyed, .groups, .computedGroups, .partitions, .firstRows, .fullJoin, .aggregate, .totals,
      .compound, .prefetched, .rerun:
      []
    }
  }

  /// Whether only its parts contain values of the statement.
  var hasValuesOnlyInParts: Bool {
    switch selectPlan {
    case .firstRows, .totals, .compound: false
    case .computedGroups(let row): watched.isEmpty && !row.bindsValues
    case .keyed, .groups, .partitions, .join, .joinGroups, .fullJoin, .aggregate, .prefetched,
      .rerun:
      subqueries.isEmpty && watched.isEmpty && !isDistinct
    }
  }
}
