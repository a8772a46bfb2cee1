package import DatabaseTypes
package import IncrementalQueries
import LiveEngine
package import SQLiteDatabase
import TypedSQL

extension Database {
  /// Returns the plan that would keep a live query of SQL text up to date, without reading its
  /// rows.
  ///
  /// The rows may still lead to another plan: if two of them have the same key, the query runs
  /// again.
  ///
  /// - Parameter sql: One statement that only reads.
  /// - Returns: The plan, and the tables and columns whose changes wake it.
  /// - Throws: ``DatabaseError`` for a statement that cannot be compiled.
  /// - Complexity: Compiles the statement several times, and looks up its tables.
  package func livePlan(ofSQL sql: String) throws -> (plan: LivePlan, region: Region) {
    let text = QueryFragment(sql)
    guard let parts = SelectParts.reading(text) else {
      return (.rerun(.text), try region(ofSQL: sql))
    }
    let analyzed = try PlanAnalysis.plan(parts, query: parts.statement, readFrom: text, self)
    return (analyzed.plan, analyzed.region)
  }
}
