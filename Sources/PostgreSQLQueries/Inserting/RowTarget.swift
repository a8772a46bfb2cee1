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
  private var mayCopy: Bool
  private let takeRows: ((borrowing PostgresResult, PostgresStatement) throws -> Void)?
  private(set) var template: _RowTemplate?
  /// The statement for one row, with the values of the first; and those beside the values of rows, as an update binds them.
  private var query = QueryFragment()
  private var keyPlaces: [Int] = []
  private var row: [QueryBinding] = []
  /// The rows that are sent by statements.
  private var rows: [[QueryBinding]] = []
  /// How the rows that come next are written.
  private var plan: RowPlan?
  /// How many rows were written in that way so far.
  private var plannedCount = 0
  /// What copies rows, where they are copied.
  private var copy: RowCopy?

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
    mayCopy = mayCopy && (plan == nil || plannedCount >= Self.leastCopied)
    copy = nil
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
    if !isPlanned { try makePlan() }
    plannedCount += 1
    if copy != nil {
      if try copy?.append(row) == true { return }
      // A value has no binary form as its column's type: it and what comes next goes by statements.
      try flush()
      self.copy = nil
      mayCopy = false
    }
    rows.append(row)
    if rows.count >= Self.portion { try flush() }
  }

  /// Whether there is a plan for rows like this one, to which the server gives the same columns of the key.
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

  /// Decides how rows are written that are like this one.
  private func makePlan() throws {
    let areAlike = plan == nil || plannedCount >= Self.leastCopied
    try flush()
    let plan = RowPlan(query.binding(row), keysMade: keyPlaces.map { row[$0] == .null })
    (self.plan, plannedCount) = (plan, 0)
    // What is wrong with the statement is told by the statement.
    _ = try db.prepare(plan.text.sql)
    // Where each row is unlike the one before, each would be a copy.
    copy = mayCopy && areAlike ? try RowCopy(plan.text, on: db) : nil
  }

  /// Sends the rows that are kept.
  func flush() throws {
    try copy?.finish()
    guard let plan, !rows.isEmpty else { return }
    defer { rows.removeAll(keepingCapacity: true) }
    let statement = try db.prepare(plan.text.sql)
    let all = try rows.map { row in try plan.values(row, statement) }
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

  /// Gives up what was begun, after an error.
  func abandon() { copy?.abandon() }
}

/// How rows are written: those with keys of their own, and those to which the server gives keys.
///
/// An object, since each row is compared with it, and copying it would cost more than that.
private final class RowPlan {
  let text: PostgresStatementText
  /// Which columns of the key the server makes.
  let keysMade: [Bool]

  init(_ query: QueryFragment, keysMade: [Bool]) {
    text = StatementTexts.shared.text(of: query)
    self.keysMade = keysMade
  }

  func values(_ row: [QueryBinding], _ statement: PostgresStatement) throws -> [PostgresValue] {
    try statement.values(of: text.bindings(of: row))
  }
}

/// Rows that are copied, as far as that does what statements do.
///
/// They are sent while they are written, so that the server works on the first while the last are made.
private struct RowCopy {
  private let db: PostgresConnection
  private let target: PostgresCopyTarget
  /// The statement in whose place they are copied.
  private let sql: String
  /// Where the values of columns are in a row.
  private let places: [Int]
  private var rows: PostgresCopyRows
  private var open: PostgresOpenCopy?

  /// Makes it; `nil` where the statement does more than to store values, and where the table has row security, rules, or
  /// keys that it always makes itself.
  init?(_ text: PostgresStatementText, on db: PostgresConnection) throws {
    guard let columns = CopiedColumns(text) else { return nil }
    let table = PostgresTable(columns.table, schema: columns.schema)
    target = try db.copyTarget(table, columns: columns.names)
    guard target.isLikeInsert else { return nil }
    (self.db, sql, places, rows) = (db, text.sql, text.order, PostgresCopyRows(target))
  }

  /// Takes a row.
  ///
  /// - Returns: Whether it could be; not where a value has no binary form as its column's type.
  mutating func append(_ row: [QueryBinding]) throws -> Bool {
    rows.beginRow()
    for column in places.indices {
      guard try append(row[places[column]], at: column) else {
        rows.dropRow()
        return false
      }
    }
    if rows.isFull { try send() }
    return true
  }

  private mutating func append(_ value: QueryBinding, at column: Int) throws -> Bool {
    switch value {
    case .null:
      rows.appendNull()
      return true
    case .int(let value) where rows.append(value, at: column): return true
    case .double(let value) where rows.append(value, at: column): return true
    case .text(let value) where rows.append(value, at: column): return true
    default:
      return try rows.append(stored(value, as: target.types[column]), at: column)
    }
  }

  private func stored(_ value: QueryBinding, as type: PostgresType) throws(PostgresError)
    -> PostgresValue
  {
    do throws(QueryBindingError) { return try value.postgresValue(as: type) } catch {
      throw PostgresError(error, sql: sql)
    }
  }

  private mutating func send() throws {
    let copy = try open ?? db.beginCopy(to: target)
    open = copy
    try copy.send(&rows)
  }

  /// Sends what is left, and waits for the server.
  mutating func finish() throws {
    if !rows.isEmpty { try send() }
    guard let copy = open else { return }
    open = nil
    _ = try copy.end()
  }

  /// Has the server forget what was sent.
  mutating func abandon() {
    open?.abandon()
    open = nil
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
