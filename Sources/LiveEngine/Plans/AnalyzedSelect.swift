package import DatabaseTypes
package import IncrementalQueries
import TypedSQL

/// A `SELECT` with the plan by which its result is kept, and all that the plan needs to know.
package struct AnalyzedSelect: Sendable {
  /// A table that it reads.
  package struct Source: Sendable {
    let table: TableName
    let key: TableKey
    /// The name by which the statement calls it.
    let alias: String
    /// Whether its row may be missing.
    var isOptional = false
    /// The key as expressions.
    let keyColumns: [QueryFragment]

    /// Whether its rows are told apart by their numbers.
    var hasRowNumbers: Bool { if case .rowID = key { true } else { false } }
  }

  /// A subquery, with what joins its rows to those of the statement.
  struct LinkedSubquery: Sendable {
    let sources: [Source]
    let from: QueryFragment
    let conditions: [QueryFragment]
  }

  /// A statement whose rows have part in those of this one.
  struct Arm: Sendable {
    /// How they are put together with those of the arms before; `nil` for the first.
    let `operator`: SelectParts.Arm.Operator?
    let select: AnalyzedSelect
    /// What is read of each row.
    let values: [QueryFragment]
  }

  /// A term of an order.
  struct Term: Sendable {
    let expression: QueryFragment
    let sort: SortTerm
    /// The term with its direction, as it is written.
    let written: QueryFragment
  }

  /// How the result is kept.
  package let plan: LivePlan
  /// What it reads.
  package let region: Region
  /// Which rows of its tables it can see, as far as its conditions tell.
  package internal(set) var filters: [TableName: RowFilter] = [:]
  /// The statement as plans write it.
  var parts: SelectParts
  /// The tables: first one of which no row may be missing.
  var sources: [Source] = []
  var subqueries: [LinkedSubquery] = []
  /// The values on which all rows depend.
  var watched: [WatchedValue] = []
  /// Whether rows of both tables are kept that have no partner.
  var isFullJoin = false
  /// The terms of the statement's own order.
  var order: [Term] = []
  /// The keys, or what groups have in common, as terms.
  var keys: [Term] = []
  /// The statements that a compound statement puts together; of a statement that adds up rows, that of the rows.
  var arms: [Arm] = []
  /// The names of its columns, where the plan writes their values itself.
  var columnNames: [String] = []
  /// How aggregates are made of the values of rows.
  var totals: Totals?
  /// The terms by which all window functions divide the rows; none where there is no window function.
  var partition: [Term] = []
  var limit: Int?
  var offset = 0
  /// The key of the only row that is sought.
  var soughtRowID: Int64?
  /// Whether it is a `SELECT DISTINCT`, whose rows that are the same are a group in its parts.
  var isDistinct = false
  /// Whether the only column is `count(*)`.
  var countsRows = false

  init(_ plan: LivePlan, _ parts: SelectParts, _ region: Region) {
    self.plan = plan
    self.parts = parts
    self.region = region
  }
}

extension AnalyzedSelect {
  /// Whether nothing in it but its parts has values of the statement in it.
  var isOfParts: Bool { subqueries.isEmpty && watched.isEmpty && arms.isEmpty && !isDistinct }

  /// The order of the rows: the statement's own, and then the keys.
  var rowOrder: RowOrder { RowOrder(terms: order.map(\.sort), keyTerms: keys.map(\.sort)) }

  /// What is selected besides: the keys, and the terms of the order.
  var hidden: [QueryFragment] { (keys + order).map(\.expression) }

  var writtenOrder: [QueryFragment] { (order + keys).map(\.written) }

  /// Whether only the first rows are in the result, or some of the first are not.
  var hasWindow: Bool { parts.limit != nil || parts.offset != nil }

  /// Whether a row of the result stands for several rows of the tables.
  var hasGroups: Bool { !parts.groups.isEmpty }

  /// Whether the keys of rows are the row numbers of one table.
  var hasIntegerKeys: Bool { sources.count == 1 && !hasGroups && sources[0].hasRowNumbers }

  /// Whether rows of more than one table decide on a row of the result.
  var hasManyTables: Bool { sources.count > 1 || !subqueries.isEmpty }

  /// How many tables come before the first one of which a row may be missing.
  var steadySourceCount: Int { sources.firstIndex(where: \.isOptional) ?? sources.count }
}
