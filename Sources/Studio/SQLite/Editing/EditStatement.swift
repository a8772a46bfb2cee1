import DatabaseTypes
import SQLiteDatabase
import WebServer

/// The statement of a change, which must change exactly one row.
struct EditStatement: Sendable {
  /// With placeholders for values.
  let piece: SQLPiece
  /// With the values, in readable form.
  let text: String

  /// - Throws: `RequestError` for an incomplete change, and for a table whose rows cannot
  ///   be edited.
  init(_ change: StagedChange, of table: StudioTable) throws(RequestError) {
    if let reason = table.reasonForNoEditing { throw RequestError(400, reason) }
    let parts = try Self.parts(of: change, table)
    piece = SQLPiece(
      sql: parts.map { $0.sql { $0.placeholder } }.joined(),
      arguments: parts.compactMap(\.value)
    )
    text = parts.map { $0.sql { $0.literal } }.joined()
  }

  private enum Part {
    case sql(String)
    case cell(WireCell)

    var value: DatabaseValue? { if case .cell(let cell) = self { cell.value } else { nil } }

    func sql(_ write: (WireCell) -> String) -> String {
      switch self {
      case .sql(let sql): sql
      case .cell(let cell): write(cell)
      }
    }
  }

  private static func parts(of change: StagedChange, _ table: StudioTable) throws(RequestError)
    -> [Part]
  {
    let schema = table.name.schema == "main" ? "" : plainName(table.name.schema) + "."
    let name = schema + plainName(table.name.name)
    switch change.kind {
    case .update(let key, let column, let was, let value):
      try check([column], of: table)
      return [.sql("UPDATE \(name) SET \(plainName(column)) = "), .cell(value), .sql(" WHERE ")]
        + (try isRow(key, [(column, was)], of: table))
    case .insert(let values):
      return try insertion(of: values, into: name, table)
    case .delete(let key, let was):
      let seen = try table.known(was.keys.sorted()).map { ($0, was[$0] ?? WireCell(.null)) }
      return [.sql("DELETE FROM \(name) WHERE ")] + (try isRow(key, seen, of: table))
    }
  }

  private static func insertion(
    of values: [String: WireCell],
    into name: String,
    _ table: StudioTable
  ) throws(RequestError) -> [Part] {
    if values.isEmpty { return [.sql("INSERT INTO \(name) DEFAULT VALUES")] }
    try check(values.keys.sorted(), of: table)
    let columns = table.columns.map(\.name).filter { values[$0] != nil }
    let cells = columns.compactMap { values[$0] }.map { [Part.cell($0)] }
    let list = columns.map(plainName).joined(separator: ", ")
    return [.sql("INSERT INTO \(name) (\(list)) VALUES (")] + cells.joined(separator: [.sql(", ")])
      + [.sql(")")]
  }

  /// The condition that a row has the key and the values that the user saw.
  ///
  /// It uses `IS`, because NULL is not equal to NULL.
  private static func isRow(
    _ key: [WireCell],
    _ seen: [(String, WireCell)],
    of table: StudioTable
  ) throws(RequestError) -> [Part] {
    guard key.count == table.key.count else {
      throw RequestError(400, "The change does not specify its row of \(table.name).")
    }
    let conditions = (Array(zip(table.key, key)) + seen).map { name, value in
      [Part.sql("\(plainName(name)) IS "), .cell(value)]
    }
    return Array(conditions.joined(separator: [.sql(" AND ")]))
  }

  private static func check(_ columns: [String], of table: StudioTable) throws(RequestError) {
    _ = try table.known(columns)
    guard let computed = table.columns.first(where: { $0.isGenerated && columns.contains($0.name) })
    else { return }
    throw RequestError(
      400,
      "The column \(computed.name) is computed. Change the columns that it depends on."
    )
  }
}
