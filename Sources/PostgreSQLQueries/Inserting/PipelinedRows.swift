import PostgreSQL
import TypedSQL

/// The rows of an `INSERT`, kept until a pipeline sends them.
final class PipelinedRows: _RowTarget {
  private(set) var template: _RowTemplate?
  /// The rows, each with the statement for one row.
  private(set) var rows: [(text: PostgresStatementText, row: [QueryBinding])] = []
  /// The statement for one row, with the values of the first row.
  private var query = QueryFragment()
  private var keyPlaces: [Int] = []
  private var row: [QueryBinding] = []
  /// The plan for the next rows.
  private var plan: RowPlan?

  func prepare(_ query: QueryFragment, template: _RowTemplate?) throws {
    let text = StatementTextCache.shared.text(of: query)
    if let problem = text.problem { throw PostgresError(problem, sql: nil) }
    (self.query, self.template) = (query, template)
    (keyPlaces, row) = (text.keyPlaces, query.bindings)
    plan = nil
  }

  func bind(_ value: Int64, at index: Int) { bind(.int(value), at: index) }
  func bind(_ value: Double, at index: Int) { bind(.double(value), at: index) }
  func bind(_ value: String, at index: Int) { bind(.text(value), at: index) }

  func bind(_ value: QueryBinding, at index: Int) {
    if row.indices.contains(index - 1) { row[index - 1] = value }
  }

  func step() {
    // The server generates the keys that are NULL.
    let keysMade = keyPlaces.map { row[$0] == .null }
    let plan =
      if let plan, plan.keysMade == keysMade { plan } else {
        RowPlan(query.binding(row), keysMade: keysMade)
      }
    self.plan = plan
    rows.append((plan.text, row))
  }
}
