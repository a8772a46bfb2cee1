import DatabaseTypes
import PostgreSQL
import TypedSQL

/// A target for the rows of an `INSERT`, which sends them to the server in batches.
///
/// Many rows that return nothing and cannot conflict are copied; others are sent one after another
/// in a pipeline.
final class RowTarget: _RowTarget {
  /// The number of rows from which `COPY` is faster than statements.
  static let leastCopied = 32
  /// The number of rows that are kept before they are sent.
  private static let portion = 4_096

  private let db: PostgresConnection
  /// Whether rows neither return nor replace anything.
  private var mayCopy: Bool
  private let takeRows: ((borrowing PostgresResult, PostgresStatement) throws -> Void)?
  private(set) var template: _RowTemplate?
  /// The statement for one row, with the values of the first row.
  ///
  /// It also has any other values that an update binds.
  private var query = QueryFragment()
  private var keyPlaces: [Int] = []
  private var row: [QueryBinding] = []
  /// The rows to be sent by statements.
  private var rows: [[QueryBinding]] = []
  /// The plan for writing the next rows.
  private var plan: RowPlan?
  /// The number of rows that were written with the current plan.
  private var plannedCount = 0
  /// The copy, if rows are copied.
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
    let text = StatementTextCache.shared.text(of: query)
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
      // A value has no binary form as its column's type, so it and all following rows use
      // statements.
      try flush()
      self.copy = nil
      mayCopy = false
    }
    rows.append(row)
    if rows.count >= Self.portion { try flush() }
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

  /// Makes a plan for rows like the current one.
  private func makePlan() throws {
    let areAlike = plan == nil || plannedCount >= Self.leastCopied
    try flush()
    let plan = RowPlan(query.binding(row), keysMade: keyPlaces.map { row[$0] == .null })
    (self.plan, plannedCount) = (plan, 0)
    // The statement reports its own errors better.
    _ = try db.prepare(plan.text.sql)
    // If each row differs from the one before, each would be a separate copy.
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

  /// Abandons an unfinished copy after an error.
  func abandon() { copy?.abandon() }
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

/// A copy of rows, used where it is equivalent to statements.
///
/// The rows are sent while they are written, so that the server works in parallel.
private struct RowCopy {
  private let db: PostgresConnection
  private let target: PostgresCopyTarget
  /// The statement that the copy replaces.
  private let sql: String
  /// The index of each column's value in a row.
  private let places: [Int]
  private var rows: PostgresCopyRows
  private var open: PostgresOpenCopy?

  /// Creates a copy; `nil` if it would not be equivalent to the statement.
  ///
  /// That is so if the statement does more than store values, or if the table has row security,
  /// rules, or always-generated keys.
  init?(_ text: PostgresStatementText, on db: PostgresConnection) throws {
    guard let columns = CopiedColumns(text) else { return nil }
    let table = PostgresTable(columns.table, schema: columns.schema)
    target = try db.copyTarget(table, columns: columns.names)
    guard target.isLikeInsert else { return nil }
    (self.db, sql, places, rows) = (db, text.sql, text.order, PostgresCopyRows(target))
  }

  /// Appends a row.
  ///
  /// - Returns: Whether it was appended; `false` if a value has no binary form as its column's
  ///   type.
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

  /// Sends the remaining rows, and waits for the server.
  mutating func finish() throws {
    if !rows.isEmpty { try send() }
    guard let copy = open else { return }
    open = nil
    _ = try copy.end()
  }

  /// Makes the server discard the rows that were sent.
  mutating func abandon() {
    open?.abandon()
    open = nil
  }
}

/// The table and columns of an `INSERT` of plain values, for which `COPY` can be used.
private struct CopiedColumns {
  let table: String
  let schema: String?
  let names: [String]

  /// Parses a statement; `nil` if it does more than store values.
  init?(_ text: PostgresStatementText) {
    guard
      let match = text.sql.wholeMatch(
        of:
          /INSERT INTO (?:("(?:[^"]|"")*")\.)?("(?:[^"]|"")*") \((.*)\) VALUES \(((?:\$\d+|DEFAULT|, )*)\)/
          .matchingSemantics(.unicodeScalar)
      ), let table = String(match.2).unquoted(by: "\"")
    else { return nil }
    self.table = table
    schema = match.1.flatMap { String($0).unquoted(by: "\"") }
    let name = /"(?:[^"]|"")*"/.matchingSemantics(.unicodeScalar)
    let all = match.3.matches(of: name).compactMap { String($0.output).unquoted(by: "\"") }
    let values = match.4.split(separator: ", ")
    names = zip(all, values).filter { $1 != "DEFAULT" }.map(\.0)
    guard all.count == values.count, names.count == text.order.count, !names.isEmpty else {
      return nil
    }
  }
}
