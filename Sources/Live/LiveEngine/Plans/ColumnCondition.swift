import DatabaseTypes
import IncrementalQueries

/// A condition on one column: `("reminders"."listID") = (?)`.
struct ColumnCondition: Equatable {
  /// The name by which the statement refers to the table.
  let table: String
  let column: String
  let constraint: RowFilter.Constraint
}

extension ConditionTree {
  /// The conditions on one column that are implied by this one; others are left out.
  var columnConditions: [ColumnCondition] { Self.conditions(nodes[...]) }

  private typealias Nodes = ArraySlice<Node>

  private static func conditions(_ nodes: Nodes) -> [ColumnCondition] {
    let nodes = bare(nodes)
    if let parts = conjunction(nodes) { return parts.flatMap(conditions) }
    return condition(nodes).map { [$0] } ?? []
  }

  /// Returns the contents of parentheses, if the nodes are only that.
  private static func bare(_ nodes: Nodes) -> Nodes {
    guard nodes.count == 1, case .group(let inner) = nodes.first else { return nodes }
    return bare(inner[...])
  }

  /// Returns the parts of `(a) AND (b)`.
  private static func conjunction(_ nodes: Nodes) -> [Nodes]? {
    let nodes = Array(nodes)
    guard nodes.count > 1, nodes.count.isMultiple(of: 2) == false else { return nil }
    var parts: [Nodes] = []
    for (index, node) in nodes.enumerated() {
      if index.isMultiple(of: 2) {
        guard case .group(let part) = node else { return nil }
        parts.append(part[...])
      } else {
        guard node == .word("and") else { return nil }
      }
    }
    return parts
  }

  private static func condition(_ nodes: Nodes) -> ColumnCondition? {
    if nodes.first == .word("not") {
      let rest = nodes.dropFirst()
      guard let (table, column, after) = column(rest), after.isEmpty else { return nil }
      return ColumnCondition(table: table, column: column, constraint: .truth(false))
    }
    guard let (table, column, rest) = column(nodes), let constraint = constraint(rest) else {
      return nil
    }
    return ColumnCondition(table: table, column: column, constraint: constraint)
  }

  /// Returns the column at the start, and the nodes after it.
  private static func column(_ nodes: Nodes) -> (table: String, column: String, rest: Nodes)? {
    if case .group = nodes.first {
      guard let (table, column, rest) = column(bare(nodes.prefix(1))), rest.isEmpty else {
        return nil
      }
      return (table, column, nodes.dropFirst())
    }
    let start = Array(nodes.prefix(3))
    guard start.count == 3, case .name(let table) = start[0], start[1] == .symbol("."),
      case .name(let column) = start[2]
    else { return nil }
    // Then the first name is a schema; a table is identified by its own name, or not at all.
    if nodes.dropFirst(3).first == .symbol(".") { return self.column(nodes.dropFirst(2)) }
    return (table, column, nodes.dropFirst(3))
  }

  /// Returns the constraint on a column from the nodes after it.
  private static func constraint(_ nodes: Nodes) -> RowFilter.Constraint? {
    guard let operation = nodes.first else { return .truth(true) }
    let operands = nodes.dropFirst()
    switch operation {
    case .symbol(let symbol): return value(operands).flatMap { comparison(symbol, $0) }
    case .word("is"): return identity(operands)
    case .word("in"): return membership(operands)
    case .word("between"): return betweenConstraint(operands)
    default: return nil
    }
  }

  private static func comparison(_ symbol: String, _ value: DatabaseValue)
    -> RowFilter.Constraint?
  {
    switch symbol {
    case "=", "==": .oneOf(value.isNull ? [] : [value])
    case "<": .range(ValueRange(to: .init(value, isIncluded: false)))
    case "<=": .range(ValueRange(to: .init(value)))
    case ">": .range(ValueRange(from: .init(value, isIncluded: false)))
    case ">=": .range(ValueRange(from: .init(value)))
    default: nil
    }
  }

  private static func identity(_ operands: Nodes) -> RowFilter.Constraint? {
    guard operands.first == .word("not") else { return value(operands).map { .oneOf([$0]) } }
    return value(operands.dropFirst()) == .null ? .notNull : nil
  }

  private static func membership(_ operands: Nodes) -> RowFilter.Constraint? {
    guard operands.count == 1, case .group(let members) = operands.first else { return nil }
    var values: Set<DatabaseValue> = []
    for member in members.split(separator: .symbol(","), omittingEmptySubsequences: false) {
      guard let value = value(member) else { return nil }
      if !value.isNull { values.insert(value) }
    }
    return .oneOf(values)
  }

  private static func betweenConstraint(_ operands: Nodes) -> RowFilter.Constraint? {
    let bounds = operands.split(separator: .word("and"), omittingEmptySubsequences: false)
    guard bounds.count == 2, let lower = value(bounds[0]), let upper = value(bounds[1]) else {
      return nil
    }
    return .range(ValueRange(from: .init(lower), to: .init(upper)))
  }

  /// Returns a bound value or NULL, if the nodes are only that.
  private static func value(_ nodes: Nodes) -> DatabaseValue? {
    let nodes = bare(nodes)
    guard nodes.count == 1, let node = nodes.first else { return nil }
    if case .value(let value) = node { return value }
    return node == .word("null") ? .null : nil
  }
}
