import DatabaseTypes
import IncrementalQueries
import LiveEngine
import WebServer

/// A query whose result the page shows and keeps up to date.
struct LiveStatement: Sendable {
  let sql: String
  /// Its place among the statements of its text.
  let index: Int
  /// The maximum number of rows that are shown.
  let limit: Int
  /// How it is kept up to date.
  var plan: LivePlan?
  /// The work that keeping it up to date has taken so far.
  var work: LiveQueryStatistics?
  /// The rows that the page shows.
  var columns: [String]
  var rows: [Row]
  var hasMore: Bool

  /// The members of the event that says why it is no longer live.
  func failure(_ message: String) -> String {
    StatementResult(error: "It is no longer live, because it fails now: \(message)")
      .members(statement: index, sql: sql, request: nil)
  }

  /// Updates the result.
  ///
  /// - Parameters:
  ///   - isFirst: Whether the page does not know yet how it is kept up to date.
  ///   - brokenTexts: Looks for texts that are not valid UTF-8.
  /// - Returns: The members of the event about it; `nil` if nothing that is shown
  ///   changed.
  mutating func take(
    _ update: LiveQueryUpdate,
    isFirst: Bool = false,
    _ brokenTexts: BrokenTexts.Finder = { _ in .init() }
  ) async throws -> String? {
    let new = Array(update.rows.prefix(limit))
    let hadMore = hasMore
    hasMore = update.rows.count > limit
    guard update.layout.columnNames == columns else {
      (columns, rows) = (update.layout.columnNames, new)
      return try await whole(update, brokenTexts)
    }
    let difference = Difference.between(rows, new, key: update.key)
    guard isFirst || !difference.isEmpty || hadMore != hasMore else { return nil }
    rows = new
    let broken = try await brokenTexts(difference.newElements)
    let patch = ResultPatch(difference).members { broken.json($0, column: $1) }
    return head(update, isFirst: isFirst) + patch + latency(of: update, isFirst: isFirst)
  }

  /// The time from noticing the commit until its rows are sent, as a member of the event.
  private func latency(of update: LiveQueryUpdate, isFirst: Bool) -> String {
    if isFirst || update.cause == .initial { return "" }
    return ",\"latency\":\(update.noticed.duration(to: .now).millisecondsJSON)"
  }

  private func head(_ update: LiveQueryUpdate, isFirst: Bool) -> String {
    head(duration: update.readDuration, reason: plan?.reasonForRerun)
      + (isFirst ? "" : "\"commit\":\(update.number),")
  }

  private func head(duration: Duration, reason: String?) -> String {
    "\"statement\":\(index),\"total\":\(rows.count),\"more\":\(hasMore),"
      + "\"ms\":\(duration.millisecondsJSON),\"plan\":\(JSONText.optional(plan?.words)),"
      + "\"reason\":\(JSONText.optional(reason)),"
      + (work.map { "\"work\":\($0.json)," } ?? "")
  }

  /// The members of the event that says why it is not kept up to date.
  func refusal(_ reason: String) -> String {
    head(duration: .zero, reason: reason)
      + ResultPatch(.between(rows, rows, key: .wholeRow)).members { value, _ in
        WireCell.json(value)
      }
  }

  /// The whole result, because its columns have changed.
  private func whole(_ update: LiveQueryUpdate, _ brokenTexts: BrokenTexts.Finder) async throws
    -> String
  {
    let broken = try await brokenTexts(rows)
    var result = StatementResult(rows: rows, columns: columns, hasMore: hasMore)
    result.rowsJSON = rows.map { row in
      let cells = row.values.enumerated().map { broken.json($1, column: $0) }
      return "[" + cells.joined(separator: ",") + "]"
    }
    result.duration = update.readDuration
    result.outlook = plan.map { LiveOutlook(plan: $0) }
    return result.members(statement: index, sql: sql, request: nil)
  }
}

extension LiveStatement {
  /// The query of a result that was just sent.
  init(_ result: StatementResult, sql: String, at index: Int, limit: Int) {
    self.init(
      sql: sql,
      index: index,
      limit: limit,
      plan: result.outlook?.plan,
      columns: result.columns,
      rows: result.rows,
      hasMore: result.hasMore
    )
  }

  /// The texts of a result that are no UTF-8, by their columns: live queries give them as blobs.
  struct BrokenTexts: Sendable {
    /// Finds them among new rows.
    typealias Finder = (_ rows: [Row]) async throws -> BrokenTexts

    var columns: [Int: Set<[UInt8]>] = [:]

    func json(_ value: DatabaseValue, column: Int) -> String {
      guard case .blob(let bytes) = value, columns[column]?.contains(bytes) == true else {
        return WireCell.json(value)
      }
      return WireCell(value, isInvalidText: true).json()
    }
  }
}

extension StatementResult {
  fileprivate init(rows: [Row], columns: [String], hasMore: Bool) {
    (self.rows, self.columns, self.hasMore) = (rows, columns, hasMore)
  }
}

extension LiveQueryStatistics {
  /// The counters that the page shows.
  fileprivate var json: String {
    JSONText.object([
      "patched": "\(patchCount)",
      "run": "\(runCount)",
      "rows": "\(steppedRowCount)",
      "ms": duration.millisecondsJSON,
    ])
  }
}

extension Difference {
  /// The new and changed elements.
  fileprivate var newElements: [Element] { inserted.map(\.element) + updated.map(\.newElement) }
}
