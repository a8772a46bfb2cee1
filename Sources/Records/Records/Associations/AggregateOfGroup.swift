import DatabaseTypes
import DynamicColumns
import TypedSQL

// Association aggregates over all rows of a group.

extension [AssociationStep] {
  /// Returns an aggregate of the associated rows of all rows of a group.
  ///
  /// - Throws: ``RequestError/repeatedRows(association:)`` if joins would count rows several times.
  func groupValue(_ function: AggregateFunction, for context: _ExpressionContext) throws
    -> QueryFragment
  {
    guard let root = context.node as? RequestNode else {
      return try rowValue(function, for: context)
    }
    if let nodes = nodes(from: root) {
      return try joinedValue(function, nodes, root, context)
    }
    if root.joinsMany, !ignoresJoins(function) {
      throw RequestError.repeatedRows(association: self[count - 1].name)
    }
    var row = context
    row.coversGroup = false
    return try summed(function, for: row)
  }

  /// Returns whether other joins, which multiply the rows of the group, do not affect the result.
  private func ignoresJoins(_ function: AggregateFunction) -> Bool {
    switch function {
    case .key, .max, .min: true
    case .count: leadsToOne
    case .average, .countOf, .sum, .total: false
    }
  }

  // MARK: Joined tables

  /// Returns the tables of the steps, if the request joins all of them.
  private func nodes(from root: RequestNode) -> [RequestNode]? {
    var nodes: [RequestNode] = []
    for step in self {
      let use = (nodes.last ?? root).joined.first { $0.child.isJoined(by: step) }
      guard let use else { return nil }
      nodes.append(use.node)
    }
    return nodes
  }

  private func joinedValue(
    _ function: AggregateFunction,
    _ nodes: [RequestNode],
    _ root: RequestNode,
    _ context: _ExpressionContext
  ) throws -> QueryFragment {
    let isPlain = allSatisfy { step in
      !step.clauses.isDistinct && step.clauses.groups.isEmpty
        && step.clauses.children.allSatisfy { $0.kind == .prefetched }
    }
    guard isPlain, function.ignoresRepetitions || root.joinsManyOnly(on: nodes) else {
      throw RequestError.repeatedRows(association: self[count - 1].name)
    }
    let (place, table) = (context.within(nodes[count - 1]), self[count - 1].clauses.table)
    var value = try function.value(of: table)._fragment(in: place)
    if case .count = function { value = .distinctCount(try place.rowKey(of: table)) }
    let conditions = try zip(self, nodes).flatMap { step, node in
      var place = context.within(node)
      for alias in step.clauses.aliases {
        place.aliases[alias.id] = (node.name, node.clauses.table.encoding)
        place.aliasedTables[alias.id] = node.clauses.table.name
      }
      return try step.clauses.filters.map { try $0._fragment(in: place) }
    }
    if conditions.isEmpty { return value }
    return "\(value) FILTER (WHERE \(QueryFragment(conjunction: conditions)))"
  }

  // MARK: Subqueries for each row

  /// Returns the combined values of the rows of the group.
  private func summed(_ function: AggregateFunction, for row: _ExpressionContext) throws
    -> QueryFragment
  {
    let value = try rowValue(function, for: row)
    switch function {
    case .count, .countOf, .key:
      if leadsToOne { return .distinctCount(try rowValue(.key, for: row)) }
      guard allSatisfy(\.isOwner) else {
        throw RequestError.repeatedRows(association: self[count - 1].name)
      }
      return value.called(.sum)
    case .average(let column):
      let sum = try rowValue(.total(column), for: row)
      let count = try rowValue(.countOf(column), for: row)
      return "(\(sum.called(.total).dividing(by: count.called(.sum))))"
    case .max: return value.called(.max)
    case .min: return value.called(.min)
    case .sum: return value.called(.sum)
    case .total: return value.called(.total)
    }
  }

  /// Whether each row leads to at most one row.
  private var leadsToOne: Bool { allSatisfy { !$0.mayLeadToMany } }
}

extension QueryFragment {
  /// Returns `a / b`.
  fileprivate func dividing(by divisor: QueryFragment) -> QueryFragment {
    var quotient = self
    quotient.append(sql: SQLOperator.divided.sql)
    quotient.append(divisor)
    return quotient
  }
}

extension AssociationStep {
  /// Whether no row belongs to several rows.
  fileprivate var isOwner: Bool { !pivot.isInOrigin && pivot.condition == nil }
}

extension RequestNode {
  /// Returns whether only some tables multiply the rows of others.
  fileprivate func joinsManyOnly(on nodes: [RequestNode]) -> Bool {
    joined.allSatisfy { child, node, _ in
      (!child.step.mayLeadToMany || nodes.contains { $0 === node }) && node.joinsManyOnly(on: nodes)
    }
  }
}
