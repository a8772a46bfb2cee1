package import DatabaseTypes
package import IncrementalQueries
import TypedSQL

/// A `SELECT` with its plan, and everything that the plan needs to know.
package struct AnalyzedSelect: Sendable {
  /// A table that it reads.
  package struct Source: Sendable {
    let table: TableName
    let key: TableKey
    /// The name by which the statement refers to it.
    let alias: String
    /// Whether its row may be missing.
    var isOptional = false
    /// The columns of the key, as expressions.
    let keyColumns: [QueryFragment]

    /// Whether its rows are identified by their row numbers.
    var hasRowNumbers: Bool { if case .rowID = key { true } else { false } }
  }

  /// A subquery, with the conditions that join its rows to those of the statement.
  struct LinkedSubquery: Sendable {
    /// The tables of the statement to which its rows are joined: all, or the first ones.
    let outer: [Source]
    /// Its own tables.
    let sources: [Source]
    /// Both kinds of tables, as a `FROM` clause.
    let from: QueryFragment
    let conditions: [QueryFragment]
    /// Its text.
    let text: QueryFragment
  }

  /// A statement that contributes rows to this one.
  struct Arm: Sendable {
    /// The operator that combines its rows with those of the previous arms; `nil` for the first.
    let `operator`: SelectParts.Arm.Operator?
    let select: AnalyzedSelect
    /// The values that are read of each row.
    let values: [QueryFragment]
  }

  /// The groups of which the statement keeps the first rows.
  struct FirstRows: Sendable {
    /// The rows of the groups, in the order that decides which one is the first.
    let rows: SelectParts
    /// The window that numbers the rows of each group.
    let window: QueryFragment
    /// The terms whose values tell the groups apart.
    let groups: [Term]
    /// The conditions on the first rows, besides being the first.
    let conditions: [QueryFragment]
  }

  /// A term of an order.
  struct Term: Sendable {
    let expression: QueryFragment
    let sort: SortTerm
    /// The term with its direction, as it is written in SQL.
    let written: QueryFragment
  }

  /// The plan by which the result is kept up to date.
  package let plan: LivePlan
  /// The tables and columns that it reads.
  package let region: Region
  /// Filters for the rows of its tables that it can see, derived from its conditions.
  package internal(set) var filters: [TableName: RowFilter] = [:]
  /// The statement in the form in which plans render it.
  var parts: SelectParts
  /// The tables; those whose rows cannot be missing come first.
  var sources: [Source] = []
  var subqueries: [LinkedSubquery] = []
  /// The values on which all rows depend.
  var watched: [WatchedValue] = []
  /// Whether unmatched rows of both tables are kept.
  var isFullJoin = false
  /// The terms of the statement's own order.
  var order: [Term] = []
  /// The keys, or the grouping expressions, as terms.
  var keys: [Term] = []
  /// The statements of a compound statement; for a statement of totals, that of the aggregated
  /// rows.
  var arms: [Arm] = []
  /// The names of its columns, if the plan itself renders their values.
  var columnNames: [String] = []
  /// The types of those values; empty if the database infers them.
  var columnTypes: [QueryFragment] = []
  /// The aggregates computed from the values of rows.
  var totals: Totals?
  /// The terms by which all window functions partition the rows; none if there is no window
  /// function.
  var partition: [Term] = []
  /// The groups of which it keeps the first rows, if it does.
  var firstRows: FirstRows?
  var limit: Int?
  var offset = 0
  /// The key of the only row that it looks up.
  var lookedUpRowID: Int64?
  /// Whether it is a `SELECT DISTINCT`, whose equal rows form a group in its parts.
  var isDistinct = false
  /// Whether the database reads the whole table to find the rows of a group or of a partition.
  var scansTable = false
  /// Whether the only column is `count(*)`.
  var countsRows = false

  init(_ plan: LivePlan, _ parts: SelectParts, _ region: Region) {
    self.plan = plan
    self.parts = parts
    self.region = region
  }
}

extension AnalyzedSelect {
  /// Whether only its parts contain values of the statement.
  var hasValuesOnlyInParts: Bool {
    subqueries.isEmpty && watched.isEmpty && arms.isEmpty && !isDistinct && firstRows == nil
  }

  /// The order of the rows: the statement's own order, then the keys.
  var rowOrder: RowOrder { RowOrder(terms: order.map(\.sort), keyTerms: keys.map(\.sort)) }

  /// The hidden columns that are also selected: the keys, and the terms of the order.
  var hidden: [QueryFragment] { (keys + order).map(\.expression) }

  var writtenOrder: [QueryFragment] { (order + keys).map(\.written) }

  /// Whether the result has a limit or an offset.
  var hasWindow: Bool { parts.limit != nil || parts.offset != nil }

  /// Whether a row of the result represents several rows of the tables.
  var hasGroups: Bool { !parts.groups.isEmpty }

  /// Whether rows are identified by the row numbers of one table.
  var hasIntegerKeys: Bool { sources.count == 1 && !hasGroups && sources[0].hasRowNumbers }

  /// Whether a row of the result depends on rows of more than one table.
  var hasManyTables: Bool { sources.count > 1 || !subqueries.isEmpty }

  /// The number of tables before the first one whose row may be missing.
  var requiredSourceCount: Int { sources.firstIndex(where: \.isOptional) ?? sources.count }
}
