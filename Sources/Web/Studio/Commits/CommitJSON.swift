import DatabaseTypes
import Foundation
import WebServer

/// The JSON of a commit.
struct CommitJSON {
  let changes: ChangeSet
  let time: Date
  /// The tables in which more rows changed than the changes contain.
  var shortened: Set<TableName> = []
  /// The number of earlier commits that the client missed.
  var missedCount = 0
  /// The number of commits that were counted up to this one.
  var count = 0
  /// The rows whose values the commit does not report.
  var touched: TouchedRows?

  /// The members of the event's object.
  var members: String {
    let origin = changes.origin == .thisProcess || touched?.isOwn == true ? "this" : "other"
    var room = ListedChanges.maxBytes
    var tables = changes.tables.sorted { $0.key.description < $1.key.description }
      .map { json($0.key, $0.value, within: &room) }
    if changes.mayChangeAnyTable { tables.append(Self.anyTable) }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return
      "\"number\":\(changes.number),\"time\":\"\(time.formatted(style))\",\"origin\":\"\(origin)\""
      + ",\"count\":\(count),\"missed\":\(missedCount),\"tables\":\(JSONText.array(tables))"
  }

  /// A commit of another process about which nothing else is known.
  private static let anyTable =
    "{\"schema\":null,\"table\":\"any table\",\"rows\":[],\"whole\":true}"

  private func json(
    _ table: TableName,
    _ changes: ChangeSet.TableChanges,
    within room: inout Int
  ) -> String {
    var rows: [String] = []
    var isWhole = true
    if case .rows(let all) = changes {
      rows = ListedChanges.rows(all, within: &room) { touched?.completed($0, of: table) ?? $0 }
        .map(\.json)
      isWhole = rows.count < all.count || shortened.contains(table)
    }
    return JSONText.object([
      "schema": JSONText.string(table.schema),
      "table": JSONText.string(table.name),
      "rows": JSONText.array(rows),
      "whole": "\(isWhole)",
    ])
  }
}
