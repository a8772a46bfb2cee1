import DatabaseTypes
import WebServer

/// The part of a commit that a page is told, so that a slow client costs little memory.
struct ListedChanges: Sendable {
  /// The changes, with the first rows of each table.
  let changes: ChangeSet
  /// The tables in which more rows changed.
  let shortened: Set<TableName>
  /// The number of bytes that they take, approximately.
  let size: Int

  /// The maximum number of rows of a table.
  static let maxRows = 200
  /// The maximum size of the rows' JSON in bytes.
  static let maxBytes = 65_536
  /// The size of a commit's or a table's other members, approximately.
  private static let headSize = 100

  init(_ changes: ChangeSet) {
    var (size, room) = (Self.headSize, Self.maxBytes)
    var tables: [TableName: ChangeSet.TableChanges] = [:]
    var shortened: Set<TableName> = []
    for (table, changes) in changes.tables.sorted(by: { $0.key.description < $1.key.description }) {
      size += Self.headSize
      guard case .rows(let all) = changes else {
        tables[table] = changes
        continue
      }
      let rows = Self.rows(all, within: &room) { $0 }
      size += rows.reduce(0) { $0 + max($1.json.utf8.count, $1.change.size) }
      tables[table] = .rows(rows.map(\.change))
      if rows.count < all.count { shortened.insert(table) }
    }
    self.changes = ChangeSet(
      number: changes.number,
      origin: changes.origin,
      tables: tables,
      mayChangeAnyTable: changes.mayChangeAnyTable,
      changesSchema: changes.changesSchema
    )
    (self.size, self.shortened) = (size, shortened)
  }

  /// The first rows, as many as fit.
  ///
  /// - Parameters:
  ///   - room: The number of bytes for the rows' JSON.
  ///   - completed: Returns a change with the values that it is shown with.
  static func rows(
    _ all: [Change],
    within room: inout Int,
    _ completed: (Change) -> Change
  ) -> [(change: Change, json: String)] {
    var rows: [(change: Change, json: String)] = []
    for change in all.prefix(maxRows) {
      let json = completed(change).rowJSON
      guard json.utf8.count < room else { break }
      room -= json.utf8.count + 1
      rows.append((change, json))
    }
    return rows
  }
}

extension Change {
  /// The number of bytes that the values take, approximately.
  fileprivate var size: Int {
    let values = key.values + (old.row?.values ?? []) + (new.row?.values ?? [])
    return values.reduce(0) { $0 + WireCell($1).size }
  }

  /// The JSON of a changed row.
  fileprivate var rowJSON: String {
    let places = differingPlaces
    return JSONText.object([
      "key": key.values.map { WireCell($0) }.keyJSON,
      "kind": "\"\(kindName)\"",
      "old": Self.json(old.row, only: places),
      "new": Self.json(new.row, only: places),
    ])
  }

  private var kindName: String {
    switch (kind, old) {
    case (.insert, _): "insert"
    // It is unknown whether the row existed before.
    case (.update, .unknown): "write"
    case (.update, _): "update"
    case (.delete, _): "delete"
    }
  }

  /// The places of the values that differ; `nil` unless both rows are known.
  private var differingPlaces: [Int]? {
    guard let old = old.row, let new = new.row else { return nil }
    return zip(old.values, new.values).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
  }

  private static func json(_ row: Row?, only places: [Int]?) -> String {
    guard let row else { return "null" }
    let names = row.columnNames
    let members = (places ?? Array(row.values.indices)).filter { $0 < names.count }
      .map { "\(JSONText.string(names[$0])):\(WireCell.json(row.values[$0]))" }
    return "{" + members.joined(separator: ",") + "}"
  }
}
