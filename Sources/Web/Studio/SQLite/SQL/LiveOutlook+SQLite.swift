import DatabaseTypes
import IncrementalQueries
import LiveQueries
import SQLSyntax
import SQLite
import SQLiteDatabase

extension LiveOutlook {
  /// The outlook of a statement that has just run.
  ///
  /// - Returns: `nil` for a statement that is not a query.
  init?(_ statement: PreparedStatement, sql: String, _ cost: Cost, _ db: Database) throws {
    guard statement.isQuery(sql) else { return nil }
    if let reason = cost.refusal ?? Self.refusal(statement.region) {
      self.init(reason: reason)
    } else {
      self.init(plan: try db.livePlan(ofSQL: sql).plan)
    }
  }

  /// Whether other connections see its tables: they see no temporary tables and attached databases.
  private static func refusal(_ region: Region) -> String? {
    region.tables.keys.contains { $0.schema != "main" }
      ? "it reads tables that only its own connection has" : nil
  }
}

extension PreparedStatement {
  /// Whether it is a query of rows, and no pragma or explanation.
  fileprivate func isQuery(_ sql: String) -> Bool {
    isReadOnly && columnCount > 0 && !statement.isExplain && access.transactionEffect == nil
      && sql.beginsLikeQuery
  }
}

extension String {
  /// Whether a statement begins with a word of a query; one that writes may do so as well.
  var beginsLikeQuery: Bool {
    SQLTokens(self, grammar: .sqlite).firstWord.map(["select", "with", "values"].contains) ?? false
  }
}
