import DatabaseTypes
import DynamicColumns
import TypedSQL

// Association aggregates for a single row: a subquery, which no join of the statement multiplies.

extension [AssociationStep] {
  /// Returns an aggregate of the rows that belong to a row of a statement.
  func rowValue(_ function: AggregateFunction, for context: _ExpressionContext) throws
    -> QueryFragment
  {
    try joined(with: context.node as? RequestNode).subquery(function, for: context)
  }

  /// Returns the steps, restricted by the tables that the statement joins by the same associations.
  private func joined(with origin: RequestNode?) -> [AssociationStep] {
    var steps = self
    var node = origin
    for index in indices {
      guard let use = node?.joined.first(where: { $0.child.isJoined(by: steps[index]) }) else {
        break
      }
      steps[index].clauses.restrict(
        to: use.child.step.clauses,
        // The next table on the path is a step of its own, not a further child.
        except: index + 1 < steps.count ? steps[index + 1] : nil
      )
      node = use.node
    }
    return steps
  }

  private func subquery(_ function: AggregateFunction, for context: _ExpressionContext) throws
    -> QueryFragment
  {
    var clauses = clausesOfDestination
    let isRows = clauses.isDistinct || !clauses.groups.isEmpty
    // Distinct or grouped rows are counted in an outer query, from the rows as selected.
    if !isRows { clauses.selection = [value(function, clauses).sqlSelection] }
    clauses.annotations = []
    clauses.order = RequestOrder()
    clauses.children.removeAll { $0.kind == .prefetched }
    var writer = RequestWriter(_RequestContext(within: context), isCorrelated: true)
    let written = try writer.write(clauses) { root, place in
      try link(root, place, to: context)
    }
    let query = written.query
    guard isRows || query.isEmpty else { return "(\(query))" }
    let outer = try function.value(of: clauses.table)._fragment(in: _ExpressionContext())
    return query.isEmpty
      ? "(SELECT \(outer) WHERE \(.truth(false)))" : "(SELECT \(outer) FROM \(.rows(of: query)))"
  }

  /// Returns the function's value; for counts, each row counts once even if several paths lead to
  /// it.
  private func value(_ function: AggregateFunction, _ clauses: _RequestClauses) -> SQLExpression {
    guard case .count = function, clauses.children.contains(where: \.mayRepeatRows) else {
      return function.value(of: clauses.table)
    }
    return SQLExpression { context in
      guard let key = try? context.rowKey(of: clauses.table) else {
        return try countAll._fragment(in: context)
      }
      return .distinctCount(key)
    }
  }

  /// Returns the conditions for the rows that belong to a row of a statement.
  private func link(
    _ root: RequestNode,
    _ place: _ExpressionContext,
    to context: _ExpressionContext
  ) throws -> RequestLink {
    let (origin, pivot) = (context.tableName ?? "", self[0].pivot)
    let pairs = try pivot.pairs(from: origin, to: self[0].clauses.table.name, context.schema)
    var node = root
    for _ in dropFirst() { node = node.joined.last?.node ?? node }
    var conditions = pairs.map { pair in
      let column = QueryFragment(column: pair.destination, of: node.name)
      let other = QueryFragment(column: pair.origin, of: context.table ?? origin)
      return "(\(column)) = (\(other))" as QueryFragment
    }
    let own = try pivot.condition(
      place,
      from: (context.table ?? origin, context.encoding),
      to: (node.name, node.clauses.table.encoding)
    )
    if let own { conditions.append(own) }
    return RequestLink(columns: [], conditions: conditions)
  }
}

extension _RequestClauses {
  /// Adds the restrictions of another use of the same table.
  fileprivate mutating func restrict(to other: _RequestClauses, except step: AssociationStep?) {
    let (selection, order) = (selection, order)
    merge(other)
    (self.selection, self.order) = (selection, order)
    children.removeAll { child in
      child.kind == .prefetched || step.map { child.isJoined(by: $0) } == true
    }
  }
}

extension AssociationChild {
  /// Whether a row may occur several times, once for each of the child's rows.
  fileprivate var mayRepeatRows: Bool {
    kind != .prefetched
      && (step.mayLeadToMany || step.clauses.children.contains(where: \.mayRepeatRows))
  }
}

extension _ExpressionContext {
  /// Returns the key that distinguishes the rows of a table, as one value; NULL if there is no row.
  func rowKey(of table: RequestedTable) throws -> QueryFragment {
    let name = self.table ?? table.name
    let columns = try schema.fastKey(of: table.name).map { QueryFragment(column: $0, of: name) }
    if columns.count == 1 { return columns[0] }
    let texts = columns.map { $0.called(.quote) }
    return
      "CASE WHEN \(columns[0]) IS NOT NULL THEN \(texts.joined(separator: " || ',' || ")) END"
  }
}
