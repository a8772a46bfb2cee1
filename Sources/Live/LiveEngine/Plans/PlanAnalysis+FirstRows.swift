import DatabaseTypes
import IncrementalQueries
import SQLSyntax
import TypedSQL

extension PlanAnalysis {
  /// Returns the groups of which the statement keeps the first rows, if it does.
  ///
  /// A plan follows the first row of each group. So the order must leave no two rows equal, the
  /// condition must find rows by their keys, and the rows must be of the same table as those of the
  /// statement.
  ///
  /// - Throws: ``PlanRejection``
  func analyzedFirstRows(isAggregated: Bool, _ subqueries: AnalyzedSubqueries) throws
    -> SelectPlan.FirstRows?
  {
    guard let firstRows else { return nil }
    guard sources.count == 1, !isRewritten, !isAggregated, !parts.isDistinct,
      subqueries.isEmpty, !hasWindowFunctions
    else {
      throw PlanRejection.firstRows(within: "a join, an aggregate, a view, or beside subqueries")
    }
    guard isTableOfStatement(firstRows.rows) else {
      throw PlanRejection(
        .subquery,
        at: firstRows.condition,
        "whose rows are of another table, or have another name there",
        instead: "write the same name in both FROM clauses"
      )
    }
    let rows = firstRows.rows
    try refuseText(of: rows, firstRows.groups)
    try refuseKey(of: firstRows)
    guard let collations = try db.collations(of: firstRows.groups, in: rows) else {
      throw PlanRejection(.unknownOrder, at: firstRows.groups.joined(separator: ", "))
    }
    let groups = zip(firstRows.groups, collations).map(Self.keyTerm)
    for term in groups {
      if case .custom(let name) = term.sort.collation {
        throw PlanRejection(.groupCollation(name), at: term.expression)
      }
    }
    return SelectPlan.FirstRows(
      rows: rows,
      window: firstRows.window,
      groups: groups,
      conditions: parts.conditions + firstRows.key.map { "(\($0.left)) IS NOT NULL" }
    )
  }

  private func isTableOfStatement(_ rows: SelectParts) -> Bool {
    guard let outer = parts.sources?.first, let inner = rows.sources?.first else { return false }
    let syntax = Snapshot.syntax
    let haveSameSchema =
      outer.schema == nil && inner.schema == nil
      || outer.schema.flatMap { schema in inner.schema.map { syntax.areSame($0, schema) } } ?? false
    return haveSameSchema && syntax.areSame(outer.table, inner.table)
      && syntax.areSame(outer.alias, inner.alias)
  }

  /// Refuses rows with subqueries, and text that plans cannot put next to other text.
  private func refuseText(of rows: SelectParts, _ groups: [QueryFragment]) throws {
    for fragment in rows.conditions + groups + rows.order
    where FragmentWords([fragment]).words.contains("select") {
      throw PlanRejection(.subquery, at: fragment, "within the rows of groups")
    }
    for condition in rows.conditions
    where ConditionTree(condition, Snapshot.syntax)?.hasNoClause != true {
      throw PlanRejection(.unknownText, at: condition)
    }
    for term in groups + rows.order
    where ConditionTree(term, Snapshot.syntax)?.isOneExpression != true {
      throw PlanRejection(.unknownText, at: term)
    }
  }

  /// Refuses a condition that does not find rows by their key, or an order that does not end with
  /// the key.
  private func refuseKey(of firstRows: FirstRowsCondition) throws {
    let (syntax, alias) = (Snapshot.syntax, sources[0].alias)
    func name(_ column: QueryFragment) -> String? { column.columnName(of: alias, syntax) }
    let columns = firstRows.key.map { (left: name($0.left), right: name($0.right)) }
    func isKey(_ names: [String]) -> Bool {
      names.count == columns.count
        && names.allSatisfy { column in
          columns.contains { left, right in
            guard let left, let right else { return false }
            return syntax.areSame(left, right) && syntax.areSame(left, column)
          }
        }
    }
    let keys = try [sources[0].key.columnNames, db.primaryKeyColumns(of: sources[0].table)]
    guard let key = keys.first(where: isKey) else {
      throw PlanRejection(
        .subquery,
        at: firstRows.condition,
        "which does not compare the primary key",
        instead: "compare the columns of the primary key"
      )
    }
    let order = firstRows.rows.order.compactMap { name($0.orderTerm.expression) }
    guard key.allSatisfy({ column in order.contains { syntax.areSame($0, column) } }) else {
      throw PlanRejection(
        .subquery,
        at: firstRows.condition,
        "which leaves open which of several rows is the first",
        instead: "order by the primary key at last"
      )
    }
    try refuseSpellings(of: firstRows)
  }

  /// Refuses a key whose columns compare texts otherwise than by their bytes.
  ///
  /// In SQLite, the index of a primary key may have another collation than the column.
  private func refuseSpellings(of firstRows: FirstRowsCondition) throws {
    guard Snapshot.syntax == .sqlite else { return }
    let columns = firstRows.key.map(\.left)
    let collations = try db.collations(of: columns, in: firstRows.rows)
    guard collations?.allSatisfy(\.isBytewise) == true else {
      throw PlanRejection(
        .subquery,
        at: firstRows.condition,
        "which compares a key by a collation",
        instead: "give the key the collation BINARY"
      )
    }
  }
}

extension TableKey {
  /// The names of its columns.
  fileprivate var columnNames: [String] {
    switch self {
    case .rowID(let name): [name]
    case .primaryKey(let names): names
    }
  }
}

extension PlanRejection {
  /// Returns the refusal of first rows of groups in a statement that does more with them.
  static func firstRows(within place: String) -> PlanRejection {
    PlanRejection(
      .subquery,
      of: "the first rows of groups in \(place)",
      instead: "fetch the first rows by a query of their own"
    )
  }
}
