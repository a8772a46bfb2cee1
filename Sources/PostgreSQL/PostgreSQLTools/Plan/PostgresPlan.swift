import Foundation

/// PostgreSQL's plan for a statement, as returned by `EXPLAIN`.
package struct PostgresPlan: Sendable {
  /// A step, and the steps from which it takes its rows.
  package struct Node: Sendable {
    /// The action of the step.
    package let detail: String
    /// The cost that the server estimates, in its own unit, and the number of rows.
    package let cost: Double
    package let rows: Double
    /// The reason why it costs more with more rows; `nil` if it does not.
    package let warning: String?
    package let children: [Node]
  }

  /// The last step.
  package let root: Node
  /// The tables that are read, by schema and name.
  package let tables: Set<PostgresTableName>

  /// Parses the output of `EXPLAIN (VERBOSE, FORMAT JSON)`.
  package init(_ json: String) throws {
    let all = try JSONDecoder().decode([Explanation].self, from: Data(json.utf8))
    guard let plan = all.first?.plan else {
      throw NoPlan()
    }
    root = Node(plan)
    tables = Set(plan.tables)
  }
}

/// The error of a statement for which the server returns no plan.
package struct NoPlan: Error, CustomStringConvertible {
  package let description = "The server does not return a plan for this statement."
}

/// Returns a name as shown to people: with its schema, unless that is `public`.
package func shownPostgresName(_ name: String, schema: String) -> String {
  schema == "public" ? name : "\(schema).\(name)"
}

/// The name of a PostgreSQL table.
package struct PostgresTableName: Hashable, Sendable, Comparable {
  package let schema: String
  package let name: String

  /// Makes a name.
  package init(schema: String, name: String) { (self.schema, self.name) = (schema, name) }

  /// The name as shown to people.
  package var shown: String { shownPostgresName(name, schema: schema) }

  package static func < (left: Self, right: Self) -> Bool {
    (left.schema, left.name) < (right.schema, right.name)
  }
}

private struct Explanation: Decodable {
  let plan: Step

  enum CodingKeys: String, CodingKey { case plan = "Plan" }
}

/// A step as the server returns it.
///
/// https://www.postgresql.org/docs/current/using-explain.html
private struct Step: Decodable {
  let type: String
  let operation: String?
  let join: String?
  let strategy: String?
  let subplan: String?
  let schema: String?
  let relation: String?
  let alias: String?
  let index: String?
  let cte: String?
  let function: String?
  let indexCondition: String?
  let hashCondition: String?
  let mergeCondition: String?
  let joinFilter: String?
  let filter: String?
  let sortKeys: [String]?
  let groupKeys: [String]?
  let cost: Double?
  let rows: Double?
  let steps: [Step]?

  enum CodingKeys: String, CodingKey {
    case type = "Node Type"
    case operation = "Operation"
    case join = "Join Type"
    case strategy = "Strategy"
    case subplan = "Subplan Name"
    case schema = "Schema"
    case relation = "Relation Name"
    case alias = "Alias"
    case index = "Index Name"
    case cte = "CTE Name"
    case function = "Function Name"
    case indexCondition = "Index Cond"
    case hashCondition = "Hash Cond"
    case mergeCondition = "Merge Cond"
    case joinFilter = "Join Filter"
    case filter = "Filter"
    case sortKeys = "Sort Key"
    case groupKeys = "Group Key"
    case cost = "Total Cost"
    case rows = "Plan Rows"
    case steps = "Plans"
  }

  /// The tables that the step and those below it read.
  var tables: [PostgresTableName] {
    let own = relation.map { [PostgresTableName(schema: schema ?? "pg_temp", name: $0)] } ?? []
    return own + (steps ?? []).flatMap(\.tables)
  }

  /// The action of the step, on one line.
  var detail: String {
    let head = subplan.map { "\($0): " } ?? ""
    return head + name + place + conditions.map { "  \($0)" }.joined()
  }

  private var name: String {
    let kind = strategy == "Sorted" || strategy == "Hashed" ? "\(strategy ?? "") " : ""
    let side = join.map { $0 == "Inner" ? "" : " (\($0.lowercased()))" } ?? ""
    return "\(kind)\(operation ?? type)\(side)"
  }

  private var place: String {
    let by = index.map { " by \($0)" } ?? ""
    guard let source = relation ?? cte ?? function else { return by }
    let name = relation == nil ? source : shownPostgresName(source, schema: schema ?? "public")
    return " on \(name)" + (alias.map { $0 == source ? "" : " \($0)" } ?? "") + by
  }

  private var conditions: [String] {
    let condition = (indexCondition ?? hashCondition ?? mergeCondition).map { "where \($0)" }
    let lists = [
      sortKeys.map { "by \($0.joined(separator: ", "))" },
      groupKeys.map { "by \($0.joined(separator: ", "))" },
    ]
    return [condition, joinFilter.map { "if \($0)" }, filter.map { "filter \($0)" }].compactMap(
      \.self
    )
      + lists.compactMap(\.self)
  }

  var warning: String? {
    switch type {
    case "Seq Scan": "reads the whole table"
    case "Sort": "sorts all rows"
    default: nil
    }
  }
}

extension PostgresPlan.Node {
  fileprivate init(_ step: Step) {
    self.init(
      detail: step.detail,
      cost: step.cost ?? 0,
      rows: step.rows ?? 0,
      warning: step.warning,
      children: (step.steps ?? []).map { Self($0) }
    )
  }
}
