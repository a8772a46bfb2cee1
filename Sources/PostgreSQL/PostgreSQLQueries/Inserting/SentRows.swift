import DatabaseTypes
import PostgreSQL
import TypedSQL

/// A sender of the rows of an `INSERT` on a connection, in batches.
///
/// Many rows that return nothing and cannot conflict are copied; others are sent one after another
/// in a pipeline.
final class SentRows: RowSink {
  /// The number of rows from which `COPY` is faster than statements.
  static let leastCopied = 32
  /// The number of rows that are kept before they are sent.
  private static let portion = 4_096

  private let db: PostgresConnection
  /// Whether rows neither return nor replace anything.
  private var mayCopy: Bool
  /// Whether the caller undoes what was written before an error.
  private let isInFrame: Bool
  private let takeRows: PostgresPipeline.Receiver?
  /// The rows to be sent by statements.
  private var rows: [(plan: RowPlan, row: [QueryBinding])] = []
  /// The plan for writing the next rows.
  private var plan: RowPlan?
  /// The number of rows that were written with the current plan.
  private var plannedCount = 0
  /// The copy, if rows are copied.
  private var copy: RowCopy?

  init(
    _ db: PostgresConnection,
    mayCopy: Bool,
    isInFrame: Bool,
    takeRows: PostgresPipeline.Receiver?
  ) {
    self.db = db
    self.mayCopy = mayCopy
    self.isInFrame = isInFrame
    self.takeRows = takeRows
  }

  func beginStatement() throws {
    try endCopy()
    mayCopy = mayCopy && areAlike
    plan = nil
  }

  func begin(_ plan: RowPlan) throws {
    let areAlike = areAlike
    try endCopy()
    (self.plan, plannedCount) = (plan, 0)
    // If each row differs from the one before, each would be a separate copy.
    guard mayCopy, areAlike else { return }
    // The statement reports its own errors better.
    _ = try db.prepare(plan.text.sql)
    copy = try RowCopy(plan.text, on: db)
    if copy != nil { try flush() }
  }

  /// Whether enough rows were written by the current plan, if there is one.
  private var areAlike: Bool { plan == nil || plannedCount >= Self.leastCopied }

  func write(_ row: [QueryBinding]) throws {
    guard let plan else { return }
    plannedCount += 1
    if copy != nil {
      if try copy?.append(row) == true { return }
      // A value has no binary form as its column's type, so it and all following rows use
      // statements.
      try endCopy()
      mayCopy = false
    }
    rows.append((plan, row))
    if rows.count >= Self.portion { try flush() }
  }

  /// Sends the remaining rows.
  func finish() throws {
    try endCopy()
    try flush()
  }

  private func endCopy() throws {
    try copy?.finish()
    copy = nil
  }

  /// Sends the rows that are kept.
  ///
  /// All values are converted before anything is sent.
  private func flush() throws {
    guard !rows.isEmpty else { return }
    let sent = try boundRows()
    rows.removeAll(keepingCapacity: true)
    if sent.count == 1 {
      let (statement, values) = sent[0]
      let result = try db.execute(statement, values)
      try takeRows?(result, statement)
    } else if isInFrame || canOnlyFailOnServer(sent) {
      try db.pipelineInFrame { pipeline in try send(sent, in: &pipeline) }
    } else {
      try db.pipeline { pipeline in try send(sent, in: &pipeline) }
    }
  }

  /// Returns whether an error while rows are sent aborts a transaction, so that there is nothing to
  /// undo.
  private func canOnlyFailOnServer(_ sent: [BoundRow]) -> Bool {
    takeRows == nil && sent.allSatisfy { db.canSend($0.values, for: $0.statement) }
  }

  private typealias BoundRow = (statement: PostgresStatement, values: [PostgresValue])

  private func boundRows() throws -> [BoundRow] {
    var bound: [BoundRow] = []
    bound.reserveCapacity(rows.count)
    var last: (plan: RowPlan, statement: PostgresStatement)?
    for (plan, row) in rows {
      let statement: PostgresStatement
      if let last, last.plan === plan {
        statement = last.statement
      } else {
        statement = try db.prepare(plan.text.sql)
        last = (plan, statement)
      }
      bound.append((statement, try plan.values(row, statement)))
    }
    return bound
  }

  private func send(_ sent: [BoundRow], in pipeline: inout PostgresPipeline) throws {
    for (statement, values) in sent {
      try pipeline.execute(statement.sql, onResult: takeRows) { _ in values }
    }
  }

  /// Abandons an unfinished copy after an error.
  func abandon() { copy?.abandon() }
}

/// A copy of rows, used where it is equivalent to statements.
private struct RowCopy {
  private let copy: PostgresRowCopy
  /// The statement that the copy replaces.
  private let sql: String
  /// The index of each column's value in a row.
  private let places: [Int]

  /// Creates a copy; `nil` if it would not be equivalent to the statement.
  ///
  /// That is so if the statement does more than store values, or if the table has row security,
  /// rules, or always-generated keys.
  init?(_ text: PostgresStatementText, on db: PostgresConnection) throws {
    guard let columns = CopiedColumns(text) else { return nil }
    let table = PostgresTable(columns.table, schema: columns.schema)
    let target = try db.copyTarget(table, columns: columns.names)
    guard target.isLikeInsert else { return nil }
    (copy, sql, places) = (PostgresRowCopy(to: target, on: db), text.sql, text.order)
  }

  /// Appends a row.
  ///
  /// - Returns: Whether it was appended; `false` if a value has no binary form as its column's
  ///   type.
  func append(_ row: [QueryBinding]) throws -> Bool {
    try copy.append { rows in
      for column in places.indices {
        guard try append(row[places[column]], at: column, to: &rows) else { return false }
      }
      return true
    }
  }

  private func append(_ value: QueryBinding, at column: Int, to rows: inout PostgresCopyRows) throws
    -> Bool
  {
    switch value {
    case .null:
      rows.appendNull()
      return true
    case .int(let value) where rows.append(value, at: column): return true
    case .double(let value) where rows.append(value, at: column): return true
    case .text(let value) where rows.append(value, at: column): return true
    default:
      return try rows.append(stored(value, as: copy.target.types[column]), at: column)
    }
  }

  private func stored(_ value: QueryBinding, as type: PostgresType) throws(PostgresError)
    -> PostgresValue
  {
    do throws(QueryBindingError) { return try value.postgresValue(as: type) } catch {
      throw PostgresError(error, sql: sql)
    }
  }

  /// Sends the remaining rows, and waits for the server.
  func finish() throws(PostgresError) { try copy.finish() }

  /// Makes the server discard the rows that were sent.
  func abandon() { copy.abandon() }
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
