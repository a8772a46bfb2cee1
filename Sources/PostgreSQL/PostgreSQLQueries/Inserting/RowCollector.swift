import PostgreSQL
import TypedSQL

/// A destination for the rows of an `INSERT`, in order.
protocol RowSink: AnyObject {
  /// Begins rows of another statement, before their first plan.
  func beginStatement() throws
  /// Begins rows that are written by another plan than those before.
  func begin(_ plan: RowPlan) throws
  /// Writes a row by the plan that was begun last.
  func write(_ row: [QueryBinding]) throws
}

/// The target for the rows of an `INSERT`, which passes each on with the plan for writing it.
final class RowCollector<Sink: RowSink>: _RowWriter {
  let sink: Sink
  private(set) var template: _RowTemplate?
  /// The statement for one row, with the values of the first row.
  ///
  /// It also has any other values that an update binds.
  private var query = QueryFragment()
  private var keyPlaces: [Int] = []
  private var row: [QueryBinding] = []
  /// The plan for writing the next rows.
  private var plan: RowPlan?

  init(_ sink: Sink) { self.sink = sink }

  func prepare(_ query: QueryFragment, template: _RowTemplate?) throws {
    try sink.beginStatement()
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

  func step() throws {
    if !isPlanned {
      let plan = RowPlan(query.binding(row), keysMade: keyPlaces.map { row[$0] == .null })
      self.plan = plan
      try sink.begin(plan)
    }
    try sink.write(row)
  }

  /// Whether the plan suits the current row: the server generates the same key columns.
  private var isPlanned: Bool {
    guard let plan else { return false }
    for index in keyPlaces.indices {
      if case .null = row[keyPlaces[index]] {
        if !plan.keysMade[index] { return false }
      } else if plan.keysMade[index] {
        return false
      }
    }
    return true
  }
}

/// A plan for writing rows, depending on whether the server generates their keys.
///
/// It is an object because copying a value for each row's comparison would cost more than the
/// comparison itself.
final class RowPlan {
  let text: PostgresStatementText
  /// The columns of the key that the server generates.
  let keysMade: [Bool]

  init(_ query: QueryFragment, keysMade: [Bool]) {
    text = StatementTextCache.shared.text(of: query)
    self.keysMade = keysMade
  }

  func values(_ row: [QueryBinding], _ statement: PostgresStatement) throws -> [PostgresValue] {
    try statement.values(of: text.bindings(of: row))
  }
}
