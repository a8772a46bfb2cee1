import DatabaseTypes
import IncrementalQueries

/// A condition on one column: `("reminders"."listID") = (?)`.
struct ColumnCondition: Equatable {
  /// The name by which the statement calls the table.
  let table: String
  let column: String
  let constraint: RowFilter.Constraint
}

extension ConditionTree {
  /// The conditions on one column that hold wherever this one does; what is not understood is left out.
  var columnConditions: [ColumnCondition] { Self.conditions(nodes[...]) }

  private typealias Nodes = ArraySlice<Node>

  private static func conditions(_ nodes: Nodes) -> [ColumnCondition] {
    let nodes = bare(nodes)
    if let parts = conjunction(nodes) { return parts.flatMap(conditions) }
    return condition(nodes).map { [$0] } ?? []
  }

  /// What stands in parentheses, if that is all.
  private static func bare(_ nodes: Nodes) -> Nodes {
    guard nodes.count == 1, case .group(let inner) = nodes.first else { return nodes }
    return bare(inner[...])
  }

  /// The parts of `(a) AND (b)`.
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

  /// The column at the beginning, and what comes after it.
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
    // What comes first is a schema, then: which table is meant is decided by the table's name alone, or not at all.
    if nodes.dropFirst(3).first == .symbol(".") { return self.column(nodes.dropFirst(2)) }
    return (table, column, nodes.dropFirst(3))
  }

  /// What is said of a column that stands before it.
  private static func constraint(_ nodes: Nodes) -> RowFilter.Constraint? {
    guard let operation = nodes.first else { return .truth(true) }
    let operands = nodes.dropFirst()
    switch operation {
    case .symbol(let symbol): return value(operands).flatMap { comparison(symbol, $0) }
    case .word("is"): return identity(operands)
    case .word("in"): return membership(operands)
    case .word("between"): return betweenness(operands)
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

  private static func betweenness(_ operands: Nodes) -> RowFilter.Constraint? {
    let bounds = operands.split(separator: .word("and"), omittingEmptySubsequences: false)
    guard bounds.count == 2, let lower = value(bounds[0]), let upper = value(bounds[1]) else {
      return nil
    }
    return .range(ValueRange(from: .init(lower), to: .init(upper)))
  }

  /// A bound value, or NULL, and nothing else.
  private static func value(_ nodes: Nodes) -> DatabaseValue? {
    let nodes = bare(nodes)
    guard nodes.count == 1, let node = nodes.first else { return nil }
    if case .value(let value) = node { return value }
    return node == .word("null") ? .null : nil
  }
}
