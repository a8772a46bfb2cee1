import DatabaseTypes
import Foundation

/// What the server's planner says of a query: the tables that it reads.
///
/// A table that the planner leaves out decides nothing: its rows have no say for these values.
struct ExplainedQuery {
  private(set) var tables: Set<TableName> = []

  /// Reads the answer of `EXPLAIN (VERBOSE, FORMAT JSON)`.
  init(_ json: String) throws {
    let all = try JSONDecoder().decode([Explanation].self, from: Data(json.utf8))
    for explanation in all { add(explanation.plan) }
  }

  private mutating func add(_ node: Node) {
    if let name = node.relation {
      tables.insert(TableName(schema: node.schema ?? "pg_temp", name))
    }
    for child in node.children ?? [] { add(child) }
  }

  private struct Explanation: Decodable {
    let plan: Node

    enum CodingKeys: String, CodingKey { case plan = "Plan" }
  }

  private struct Node: Decodable {
    let relation: String?
    let schema: String?
    let children: [Node]?

    enum CodingKeys: String, CodingKey {
      case relation = "Relation Name"
      case schema = "Schema"
      case children = "Plans"
    }
  }
}
