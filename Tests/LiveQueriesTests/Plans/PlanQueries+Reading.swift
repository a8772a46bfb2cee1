import DatabaseTypes
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

extension PlanQueries {
  /// Makes a statement of SQL text, whose rows are shown as the texts of their values.
  static func statement(_ sql: String) -> DecodableSelect<String, Database>? {
    let query = QueryFragment(sql)
    guard let parts = SelectParts.reading(query) else { return nil }
    let decoding = RowDecoding { (statement: PreparedStatement) in
      try statement.copyRow().values.map(\.sqlLiteral).joined(separator: ", ")
    }
    return DecodableSelect<String, Database>(
      parts,
      query,
      readFrom: query,
      canCompare: true,
      isSame: ==
    ) { SQLiteRowStatement($0, decoding) }
  }

  /// Makes a query of SQL text.
  static func text(_ sql: String) -> (any JudgedResult)? {
    guard let select = statement(sql) else { return nil }
    return PlanJudge(sql, select) { $0 }
  }
}
