import PostgreSQL
import TypedSQL

/// Takes the rows of an `INSERT`, and sends them to the server in portions.
///
/// Rows that return nothing and may be in conflict with nothing are copied where they are many; others are sent one after
/// the other without waiting for answers.
final class RowTarget: _RowTarget {
  /// From how many rows on `COPY` takes less time than statements.
  static let leastCopied = 32
  /// How many rows are kept before they are sent.
  private static let portion = 4_096

  private let db: PostgresConnection
  /// Whether no row returns or replaces anything.
  private let mayCopy: Bool
  private let takeRows: ((borrowing PostgresResult, PostgresStatement) throws -> Void)?
  private(set) var template: _RowTemplate?
  /// The statement for one row, with the values of the first; and those beside the values of rows, as an update binds them.
  private var query = QueryFragment()
  private var keyPlaces: [Int] = []
  private var row: [QueryBinding] = []
  private var rows: [[QueryBinding]] = []
  /// How the rows that are kept are written.
  private var plan: RowPlan?

  init(
    _ db: PostgresConnection,
    mayCopy: Bool,
    takeRows: ((borrowing PostgresResult, PostgresStatement) throws -> Void)?
  ) {
    self.db = db
    self.mayCopy = mayCopy
    self.takeRows = takeRows
  }

  func prepare(_ query: QueryFragment, template: _RowTemplate?) throws {
    try flush()
    let text = StatementTexts.shared.text(of: query)
    if let problem = text.problem { throw PostgresError(problem, sql: nil) }
    self.query = query
    self.template = template
    keyPlaces = text.keyPlaces
    plan = nil
    row = query.bindings
  }

  func bind(_ value: Int64, at index: Int) { bind(.int(value), at: index) }
  func bind(_ value: Double, at index: Int) { bind(.double(value), at: index) }
  func bind(_ value: String, at index: Int) { bind(.text(value), at: index) }

  func bind(_ value: QueryBinding, at index: Int) {
    if row.indices.contains(index - 1) { row[index - 1] = value }
  }

  func step() throws {
    let keysMade = keyPlaces.map { row[$0] == .null }
    if plan?.keysMade != keysMade {
      try flush()
      plan = RowPlan(query.binding(row), keysMade: keysMade, mayCopy: mayCopy)
    }
    rows.append(row)
    row = query.bindings
    if rows.count >= Self.portion { try flush() }
  }

  /// Sends the rows that are kept.
  func flush() throws {
    guard let plan, !rows.isEmpty else { return }
    defer { rows.removeAll(keepingCapacity: true) }
    let statement = try db.prepare(plan.text.sql)
    let all = try rows.map { row in try plan.values(row, statement) }
    if let columns = plan.columns, rows.count >= Self.leastCopied, try copy(all, to: columns) {
      return
    }
    if rows.count == 1 {
      let result = try db.execute(statement, all[0])
      try takeRows?(result, statement)
      return
    }
    try db.pipeline { pipeline in
      for values in all {
        guard let takeRows else {
          try pipeline.execute(statement.sql, values)
          continue
        }
        try pipeline.execute(statement.sql, values) { result in try takeRows(result, statement) }
      }
    }
  }

  /// Copies rows, where that does what statements do.
  ///
  /// - Returns: Whether they were copied. Not where a value has no binary form as its column's type, and where the table
  ///   has row security, rules, or keys that it always makes itself.
  private func copy(_ rows: [[PostgresValue]], to columns: CopiedColumns) throws -> Bool {
    let table = PostgresTable(columns.table, schema: columns.schema)
    let target = try db.copyTarget(table, columns: columns.names)
    var check = PostgresCopyCheck(target)
    guard target.isLikeInsert, rows.allSatisfy({ check.takes($0) }) else { return false }
    try db.copyIn(to: target) { writer in for row in rows { try writer.append(row) } }
    return true
  }
}

/// How rows are written: those with keys of their own, and those to which the server gives keys.
private struct RowPlan {
  let text: PostgresStatementText
  /// Which columns of the key the server makes.
  let keysMade: [Bool]
  let columns: CopiedColumns?

  init(_ query: QueryFragment, keysMade: [Bool], mayCopy: Bool) {
    text = StatementTexts.shared.text(of: query)
    self.keysMade = keysMade
    columns = mayCopy ? CopiedColumns(text) : nil
  }

  func values(_ row: [QueryBinding], _ statement: PostgresStatement) throws -> [PostgresValue] {
    try statement.values(of: text.bindings(of: row))
  }
}

/// The table and the columns of an `INSERT` of plain values, which `COPY` takes too.
private struct CopiedColumns {
  let table: String
  let schema: String?
  let names: [String]

  /// Takes a statement apart; `nil` for one that does more than to store values.
  init?(_ text: PostgresStatementText) {
    guard
      let match = text.sql.wholeMatch(
        of:
          /INSERT INTO (?:("(?:[^"]|"")*")\.)?("(?:[^"]|"")*") \((.*)\) VALUES \(((?:\$\d+|DEFAULT|, )*)\)/
      )
    else { return nil }
    table = Self.unquoted(match.2)
    schema = match.1.map { Self.unquoted($0) }
    let all = match.3.matches(of: /"(?:[^"]|"")*"/).map { Self.unquoted($0.output) }
    let values = match.4.split(separator: ", ")
    names = zip(all, values).filter { $1 != "DEFAULT" }.map(\.0)
    guard all.count == values.count, names.count == text.order.count, !names.isEmpty else {
      return nil
    }
  }

  private static func unquoted(_ name: Substring) -> String {
    String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }
}
