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

  /// The rows of the order that are the result: those after an offset, up to a limit.
  struct Window: Sendable {
    let limit: Int?
    let offset: Int
  }

  /// A term of an order.
  struct Term: Sendable {
    let expression: QueryFragment
    let sort: SortTerm
    /// The term with its direction, as it is written in SQL.
    let written: QueryFragment
  }

  /// The plan by which the result is kept up to date, with the facts that only it needs.
  var selectPlan: SelectPlan
  /// The tables and columns that it reads.
  package internal(set) var region: Region
  /// Filters for the rows of its tables that it can see, derived from its conditions.
  package internal(set) var filters: [TableName: RowFilter] = [:]
  /// The statement in the form in which plans render it.
  var parts: SelectParts
  /// The tables; those whose rows cannot be missing come first.
  ///
  /// There are none if the statement is run as it is, or if others read the tables.
  var sources: [Source] = []
  /// The values on which all rows depend.
  var watched: [WatchedValue] = []
  /// The terms of the statement's own order.
  var order: [Term] = []
  /// The keys, or the grouping expressions, as terms.
  var keys: [Term] = []
  /// The rows of the order that are the result; `nil` for all.
  var window: Window?

  init(_ plan: SelectPlan, _ parts: SelectParts, _ region: Region) {
    selectPlan = plan
    self.parts = parts
    self.region = region
  }
}

extension AnalyzedSelect {
  /// The order of the rows: the statement's own order, then the keys.
  var rowOrder: RowOrder { RowOrder(terms: order.map(\.sort), keyTerms: keys.map(\.sort)) }

  /// The hidden columns that are also selected: the keys, and the terms of the order.
  var hidden: [QueryFragment] { (keys + order).map(\.expression) }

  var writtenOrder: [QueryFragment] { (order + keys).map(\.written) }

  /// Whether the result has a limit or an offset.
  var hasWindow: Bool { window != nil }

  /// Whether a row of the result represents several rows of the tables.
  var hasGroups: Bool { !parts.groups.isEmpty }

  /// Whether rows are identified by the row numbers of one table.
  var hasIntegerKeys: Bool { sources.count == 1 && !hasGroups && sources[0].hasRowNumbers }

  /// The number of tables before the first one whose row may be missing.
  var requiredSourceCount: Int { sources.firstIndex(where: \.isOptional) ?? sources.count }
}
