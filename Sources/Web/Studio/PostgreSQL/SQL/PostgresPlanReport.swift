import PostgreSQL
import PostgreSQLTools
import WebServer

/// The query plan of PostgreSQL for a statement, and the changes that affect it.
struct PostgresPlanReport: Sendable {
  private let plan: PostgresPlan

  /// Explains a statement, which is not run.
  init(_ sql: String, _ db: PostgresConnection) throws {
    // Compile it unchanged first, so that an error has its position.
    guard try db.prepare(sql).parameterTypes.isEmpty else {
      throw PostgresError.hasParameters
    }
    let json = try db.execute("EXPLAIN (VERBOSE, FORMAT JSON) " + sql)
      .first { row in try row.decode(String.self, at: 0) }
    plan = try PostgresPlan(json ?? "[]")
  }

  var json: String {
    var nodes: [String] = []
    Self.add(plan.root, under: 0, to: &nodes)
    let tables = plan.tables.sorted().map {
      "{\"table\":\(JSONText.string($0.shown)),\"columns\":[]}"
    }
    return
      "{\"nodes\":\(JSONText.array(nodes)),\"tables\":\(JSONText.array(tables)),\"plan\":null,\"reason\":null}"
  }

  private static func add(
    _ node: PostgresPlan.Node,
    under parent: Int,
    to nodes: inout [String]
  ) {
    let id = nodes.count + 1
    // The server may estimate more rows than an integer holds.
    let count = Int(exactly: node.rows.rounded()).map { "\($0)" } ?? "\(node.rows)"
    let rows = "\(count) rows, cost \(node.cost)"
    nodes.append(
      "{\"id\":\(id),\"parent\":\(parent),\"detail\":\(JSONText.string("\(node.detail)  \(rows)")),"
        + "\"warning\":\(JSONText.optional(node.warning))}"
    )
    for child in node.children { add(child, under: id, to: &nodes) }
  }
}
