import DatabaseTypes
import Foundation
import WebServer

/// The JSON of a commit.
struct CommitJSON {
  let changes: ChangeSet
  let time: Date
  /// The number of earlier commits that the client missed.
  var missedCount = 0
  /// The number of commits that were counted up to this one.
  var count = 0
  /// The rows whose values the commit does not report.
  var touched: TouchedRows?

  /// The maximum number of rows of a table that are listed.
  static let maxRows = 200

  /// The members of the event's object.
  var members: String {
    let origin = changes.origin == .thisProcess || touched?.isOwn == true ? "this" : "other"
    var tables = changes.tables.sorted { $0.key.description < $1.key.description }.map(json)
    if changes.mayChangeAnyTable { tables.append(Self.anyTable) }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return
      "\"number\":\(changes.number),\"time\":\"\(time.formatted(style))\",\"origin\":\"\(origin)\""
      + ",\"count\":\(count),\"missed\":\(missedCount),\"tables\":\(JSONText.array(tables))"
  }

  /// A commit of another process about which nothing else is known.
  private static let anyTable =
    "{\"schema\":null,\"table\":\"any table\",\"rows\":[],\"whole\":true}"

  private func json(_ table: TableName, _ changes: ChangeSet.TableChanges) -> String {
    var rows: [Change] = []
    var isWhole = true
    if case .rows(let changes) = changes {
      rows = Array(changes.prefix(Self.maxRows))
      isWhole = changes.count > rows.count
    }
    return JSONText.object([
      "schema": JSONText.string(table.schema),
      "table": JSONText.string(table.name),
      "rows": JSONText.array(rows.map { json(touched?.completed($0, of: table) ?? $0) }),
      "whole": "\(isWhole)",
    ])
  }

  private func json(_ change: Change) -> String {
    let (old, new) = Self.images(change)
    let kind =
      switch (change.kind, change.old) {
      case (.insert, _): "insert"
      // It is unknown whether the row existed before.
      case (.update, .unknown): "write"
      case (.update, _): "update"
      case (.delete, _): "delete"
      }
    return JSONText.object([
      "key": change.key.values.map { WireCell($0) }.keyJSON,
      "kind": "\"\(kind)\"",
      "old": old,
      "new": new,
    ])
  }

  /// The values before and after; for an updated row, only those that differ.
  private static func images(_ change: Change) -> (old: String, new: String) {
    guard let old = change.old.row, let new = change.new.row else {
      return (json(change.old.row, only: nil), json(change.new.row, only: nil))
    }
    let places = zip(old.values, new.values).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    return (json(old, only: places), json(new, only: places))
  }

  private static func json(_ row: Row?, only places: [Int]?) -> String {
    guard let row else { return "null" }
    let names = row.columnNames
    let members = (places ?? Array(row.values.indices)).filter { $0 < names.count }
      .map { "\(JSONText.string(names[$0])):\(WireCell.json(row.values[$0]))" }
    return "{" + members.joined(separator: ",") + "}"
  }
}
