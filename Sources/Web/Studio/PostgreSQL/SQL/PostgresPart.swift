import DatabaseTypes
import PostgreSQL
import PostgreSQLTools
import SQLSyntax
import WebServer

/// A statement of a text that a user wrote for PostgreSQL.
struct PostgresPart: Sendable {
  private let statement: PostgresScript.Statement

  var sql: String { statement.text }
  /// The position of its first byte in the text, in UTF-8.
  var offset: Int { statement.offset }

  /// The statements of a text.
  ///
  /// - Throws: `RequestError` if it has none.
  static func parts(of sql: String) throws(RequestError) -> [PostgresPart] {
    let parts = PostgresScript.statements(in: sql).map { PostgresPart(statement: $0) }
    guard !parts.isEmpty else { throw SQLRequest.noStatement }
    return parts
  }

  private var keyword: String { statement.keyword }

  /// Whether it is a query of rows, and no explanation or setting.
  var isQuery: Bool {
    guard statement.beginsLikeQuery else { return false }
    return !SQLTokens(sql, grammar: .postgres).hasWritingWord
  }

  /// Whether its remaining rows need not be read, because it changes nothing.
  var canBeLeft: Bool { isQuery || ["SHOW", "EXPLAIN"].contains(keyword) }

  /// Whether it inserts, updates or deletes rows.
  var changesRows: Bool { ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(keyword) }

  /// Why it is not run at all; `nil` if it is.
  func refusal(isWritable: Bool) -> String? {
    if keyword == "COPY" { return "COPY is not supported here. Use the export, or psql's \\copy." }
    guard !isWritable, statement.controlsTransactions else { return nil }
    return "\(keyword) is not allowed: \(SQLSentence.readOnly)"
  }
}

extension StatementResult {
  /// Runs a statement on PostgreSQL.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows that are shown.
  ///   - isLive: Whether a query's result is to be kept up to date.
  ///   - now: The clock that measures it.
  init(
    running part: PostgresPart,
    limit: Int,
    isLive: Bool,
    now: () -> ContinuousClock.Instant,
    _ db: PostgresConnection
  ) throws {
    let start = now()
    let prepared = try db.prepare(part.sql)
    guard prepared.parameterTypes.isEmpty else {
      throw PostgresError.hasParameters
    }
    columns = prepared.columns.names
    var cost = LiveOutlook.Cost()
    if columns.isEmpty {
      let count = try db.execute(prepared).affectedRowCount
      changedCount = part.changesRows ? count : nil
    } else {
      try read(part, limit, isLive: isLive, now: now, &cost, db)
      changedCount = part.changesRows ? cost.rows : nil
    }
    cost.time = start.duration(to: now())
    duration = cost.time
    guard isLive, part.isQuery else { return }
    let isOpen = db.transactionStatus != .idle && !db.isReadingOnly
    let refusal = isOpen ? "it runs within a transaction" : cost.refusal
    outlook = refusal.map { LiveOutlook(reason: $0) }
  }

  private mutating func read(
    _ part: PostgresPart,
    _ limit: Int,
    isLive: Bool,
    now: () -> ContinuousClock.Instant,
    _ cost: inout LiveOutlook.Cost,
    _ db: PostgresConnection
  ) throws {
    let layout = RowLayout(columnNames: columns)
    let begin = now()
    var stream = try db.stream(part.sql)
    while let row = try stream.next() {
      cost.rows += 1
      guard cost.rows <= limit else {
        hasMore = true
        cost.time = begin.duration(to: now())
        // A statement that writes runs to its end; all rows of a live query are kept in memory.
        if part.canBeLeft, !isLive || cost.isTooHigh { break }
        continue
      }
      for values in try row.values() {
        let cells = values.map { WireCell($0.shownValue) }
        rows.append(Row(layout: layout, values: cells.map(\.value)))
        rowsJSON.append("[" + cells.map { $0.json() }.joined(separator: ",") + "]")
        cost.bytes += cells.reduce(0) { $0 + $1.postgresSize }
      }
    }
  }
}

extension PostgresConnection {
  /// Whether the transaction that is open is the console's own, which cannot write.
  fileprivate var isReadingOnly: Bool {
    let answer = try? execute("SHOW transaction_read_only")
      .first { row in try row.decode(String.self, at: 0) }
    return answer == "on"
  }
}

extension WireCell {
  /// The number of bytes that the value takes, approximately.
  fileprivate var postgresSize: Int {
    switch value {
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    default: 8
    }
  }
}
