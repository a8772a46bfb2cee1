import Foundation

/// How PostgreSQL will run a statement, as its `EXPLAIN` tells.
struct PostgresPlan: Sendable {
  /// A step, and those that it takes its rows from.
  struct Node: Sendable {
    /// What it does.
    let detail: String
    /// What the server expects to pay, in its own unit, and how many rows.
    let cost: Double
    let rows: Double
    /// Why it costs more with more rows; `nil` where it does not.
    let warning: String?
    let children: [Node]
  }

  /// The last step.
  let root: Node
  /// The tables that are read, by schema and name.
  let tables: Set<PostgresTableName>

  /// Reads the answer of `EXPLAIN (VERBOSE, FORMAT JSON)`.
  init(_ json: String) throws {
    let all = try JSONDecoder().decode([Explanation].self, from: Data(json.utf8))
    guard let plan = all.first?.plan else {
      throw CommandFailure(message: "The server does not tell a plan for this statement.")
    }
    root = Node(plan)
    tables = Set(plan.tables)
  }
}

/// The name of a table of PostgreSQL's.
struct PostgresTableName: Hashable, Sendable, Comparable {
  let schema: String
  let name: String

  /// The name as people write it.
  var shown: String { shownName(name, schema: schema) }

  static func < (left: Self, right: Self) -> Bool {
    (left.schema, left.name) < (right.schema, right.name)
  }
}

private struct Explanation: Decodable {
  let plan: Step

  enum CodingKeys: String, CodingKey { case plan = "Plan" }
}

/// A step as the server tells it.
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

  /// The tables that it and those below read.
  var tables: [PostgresTableName] {
    let own = relation.map { [PostgresTableName(schema: schema ?? "pg_temp", name: $0)] } ?? []
    return own + (steps ?? []).flatMap(\.tables)
  }

  /// What it does, on one line.
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
    let name = relation == nil ? source : shownName(source, schema: schema ?? "public")
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
