import DatabaseTypes
import SQLiteDatabase
import WebServer

/// The statement of a change, which must change exactly one row.
struct EditStatement: Sendable {
  /// With placeholders for values.
  let piece: SQLPiece
  /// With the values, in readable form.
  let text: String
  /// The query of how many rows of a view it changes, up to 2; `nil` for a table, and for a new
  /// row.
  let viewRows: SQLPiece?

  /// - Throws: `RequestError` for an incomplete change, and for a table whose rows cannot
  ///   be edited.
  init(_ change: StagedChange, of table: StudioTable) throws(RequestError) {
    if let reason = table.refusal(of: change.editKind) { throw RequestError(400, reason) }
    let parts = try Self.parts(of: change, table)
    piece = SQLPiece(parts)
    text = parts.map { $0.sql { $0.literal } }.joined()
    viewRows = try Self.viewRows(change, table)
  }

  private static func name(of table: StudioTable) -> String {
    let schema = table.name.schema == "main" ? "" : plainName(table.name.schema) + "."
    return schema + plainName(table.name.name)
  }

  private static func viewRows(_ change: StagedChange, _ view: StudioTable) throws(RequestError)
    -> SQLPiece?
  {
    guard view.kind == .view else { return nil }
    let key: [WireCell]
    switch change.kind {
    case .insert: return nil
    case .update(let row, _), .delete(let row, _): key = row
    }
    let begin = EditPart.sql("SELECT count(*) FROM (SELECT 1 FROM \(name(of: view)) WHERE ")
    return SQLPiece([begin] + (try isRow(key, [], of: view)) + [.sql(" LIMIT 2)")])
  }

  private static func parts(of change: StagedChange, _ table: StudioTable) throws(RequestError)
    -> [EditPart]
  {
    let name = name(of: table)
    switch change.kind {
    case .update(let key, let cells):
      try check(cells.map { ($0.column, $0.value) }, of: table)
      let new = cells.map { [EditPart.sql("\(plainName($0.column)) = "), .cell($0.value)] }
      let list = Array(new.joined(separator: [.sql(", ")]))
      let isRow = try isRow(key, cells.map { ($0.column, $0.was) }, of: table)
      return [.sql("UPDATE \(refusal(table))\(name) SET ")] + list + [.sql(" WHERE ")] + isRow
    case .insert(let values):
      return try insertion(of: values, into: name, table)
    case .delete(let key, let was):
      let seen = try table.known(was.keys.sorted()).map { ($0, was[$0] ?? .whole(WireCell(.null))) }
      return [.sql("DELETE FROM \(name) WHERE ")] + (try isRow(key, seen, of: table))
    }
  }

  /// The clause by which a value that another row has is an error.
  ///
  /// With `UNIQUE ON CONFLICT REPLACE` the other row would be deleted without a word. The clause
  /// also decides about the statements of triggers, so it is left out if it is not needed.
  /// https://www.sqlite.org/lang_conflict.html
  private static func refusal(_ table: StudioTable) -> String {
    table.mentions("conflict") ? "OR ABORT " : ""
  }

  private static func insertion(
    of values: [String: WireCell],
    into name: String,
    _ table: StudioTable
  ) throws(RequestError) -> [EditPart] {
    let insert = "INSERT \(refusal(table))INTO \(name)"
    if values.isEmpty { return [.sql("\(insert) DEFAULT VALUES")] }
    try check(values.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }, of: table)
    let columns = table.columns.map(\.name).filter { values[$0] != nil }
    let cells = columns.compactMap { values[$0] }.map { [EditPart.cell($0)] }
    let list = columns.map(plainName).joined(separator: ", ")
    return [.sql("\(insert) (\(list)) VALUES (")] + cells.joined(separator: [.sql(", ")])
      + [.sql(")")]
  }

  /// The condition that a row has the key and the values that the user saw; a row of a view is
  /// named by all its values.
  private static func isRow(
    _ key: [WireCell],
    _ seen: [(String, SeenCell)],
    of table: StudioTable
  ) throws(RequestError) -> [EditPart] {
    guard key.count == table.editKey.count else {
      throw RequestError(400, "The change does not specify its row of \(table.name).")
    }
    let isKey = zip(table.editKey, key).map { name, value in
      table.kind == .view
        ? table.hasSeen(.whole(value), in: name)
        : [EditPart.sql("\(plainName(name)) IS "), .cell(value)]
    }
    let all = isKey + seen.map { name, value in table.hasSeen(value, in: name) }
    return grouped(all[...], by: .sql(" AND "), .sql("("), .sql(")"))
  }

  private static func check(_ values: [(String, WireCell)], of table: StudioTable)
    throws(RequestError)
  {
    let columns = try table.known(values.map { $0.0 })
    if let odd = values.first(where: { $0.1.value.isNaN }) {
      throw RequestError(
        400,
        "SQLite would store NULL instead of NaN in the column \(odd.0). Set it to NULL."
      )
    }
    guard let computed = table.columns.first(where: { $0.isGenerated && columns.contains($0.name) })
    else { return }
    throw RequestError(
      400,
      "The column \(computed.name) is computed. Change the columns that it depends on."
    )
  }
}

extension SQLPiece {
  /// The SQL of parts, with placeholders for their values.
  fileprivate init(_ parts: [EditPart]) {
    self.init(
      sql: parts.map { $0.sql { $0.placeholder } }.joined(),
      arguments: parts.compactMap(\.value)
    )
  }
}
