import DatabaseTypes
import IncrementalQueries
import LiveQueries
import SQLiteDatabase
import SQLiteTools
import WebServer

/// The query plan of SQLite for a statement, the changes that affect it, and the way in which its
/// result would be kept up to date.
struct PlanReport: Sendable {
  private let plan: QueryPlan
  private let region: Region
  private let livePlan: LivePlan?

  /// Explains a statement, which is not run.
  init(_ sql: String, _ db: Database) throws {
    // Compile it unchanged first, so that an error has its position.
    let statement = try db.makeStatement(sql: sql)
    plan = try QueryPlan(explainedBy: db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql), of: sql)
    region = statement.region
    livePlan =
      sql.beginsLikeQuery && statement.isReadOnly && statement.columnCount > 0
      ? try db.livePlan(ofSQL: sql).plan : nil
  }

  var json: String {
    var nodes: [String] = []
    for root in plan.roots { Self.add(root, under: 0, to: &nodes) }
    let tables = region.tables.sorted { $0.key.name < $1.key.name }
      .filter { !$0.key.name.hasPrefix("sqlite_") }.map { Self.json($0.key, $0.value) }
    return
      "{\"nodes\":[\(nodes.joined(separator: ","))],\"tables\":[\(tables.joined(separator: ","))],"
      + "\"plan\":\(JSONText.optional(livePlan?.words)),"
      + "\"reason\":\(JSONText.optional(livePlan?.reasonForRerun))}"
  }

  private static func add(_ node: QueryPlan.Node, under parent: Int, to nodes: inout [String]) {
    let id = nodes.count + 1
    nodes.append(
      "{\"id\":\(id),\"parent\":\(parent),\"detail\":\(JSONText.string(node.detail)),"
        + "\"warning\":\(JSONText.optional(node.warning?.explanation))}"
    )
    for child in node.children { add(child, under: id, to: &nodes) }
  }

  private static func json(_ table: TableName, _ columns: Region.Columns) -> String {
    let name = table.schema == "main" ? table.name : "\(table.schema).\(table.name)"
    let names: [String] =
      switch columns {
      case .all: []
      case .some(let names): names.sorted()
      }
    let list = names.map { JSONText.string($0) }.joined(separator: ",")
    return "{\"table\":\(JSONText.string(name)),\"columns\":[\(list)]}"
  }
}
