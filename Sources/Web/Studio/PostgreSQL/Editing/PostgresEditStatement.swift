import DatabaseTypes
import WebServer

/// The statement of a change on PostgreSQL, which must change exactly one row.
struct PostgresEditStatement: Sendable {
  /// The statement in readable form.
  let piece: PostgresPiece
  /// The columns that the statement returns: their values after it, or before a deletion.
  let returned: [String]

  /// The statement with its RETURNING clause.
  var returning: PostgresPiece {
    piece + " RETURNING " + returned.map(PostgresName.plain).joined(separator: ", ")
  }

  /// - Parameter isUndo: Whether a row is restored with the number that the server had generated.
  /// - Throws: `RequestError` for an incomplete change, and for a table whose rows cannot
  ///   be edited.
  init(_ change: StagedChange, of table: StudioTable, isUndo: Bool = false) throws(RequestError) {
    if let reason = table.refusal(of: change.editKind) { throw RequestError(400, reason) }
    let name = PostgresName.plain(table.name)
    let all = table.columns.map(\.name)
    switch change.kind {
    case .update(let key, let cells):
      try Self.check(cells.map(\.column), of: table, isUndo: isUndo)
      for cell in cells { try Self.check(cell.value, in: cell.column, of: table) }
      let new = cells.map {
        "\(PostgresName.plain($0.column)) = " + table.value($0.value, of: $0.column)
      }
      let isRow = try Self.isRow(key, cells.map { ($0.column, $0.was) }, of: table)
      piece = "UPDATE \(name) SET " + new.joined(separator: ", ") + " WHERE " + isRow
      returned = table.editKey + cells.map(\.column)
    case .insert(let values):
      piece = try Self.insertion(of: values, into: name, table, isUndo: isUndo)
      returned = all
    case .delete(let key, let was):
      let seen = try table.known(was.keys.sorted()).map { ($0, was[$0] ?? .whole(WireCell(.null))) }
      piece = "DELETE FROM \(name) WHERE " + (try Self.isRow(key, seen, of: table))
      returned = all
    }
  }

  private static func insertion(
    of values: [String: WireCell],
    into name: String,
    _ table: StudioTable,
    isUndo: Bool
  ) throws(RequestError) -> PostgresPiece {
    if values.isEmpty { return PostgresPiece("INSERT INTO \(name) DEFAULT VALUES") }
    try check(values.keys.sorted(), of: table, isUndo: isUndo)
    for (column, value) in values { try check(value, in: column, of: table) }
    let columns = table.columns.map(\.name).filter { values[$0] != nil }
    let list = columns.map(PostgresName.plain).joined(separator: ", ")
    let cells = columns.compactMap { name in values[name].map { table.value($0, of: name) } }
    return "INSERT INTO \(name) (\(list)) \(isUndo ? "OVERRIDING SYSTEM VALUE " : "")VALUES ("
      + cells.joined(separator: ", ") + ")"
  }

  /// The condition that a row has the key and the values that the user saw; a row of a view is
  /// named by all its values.
  private static func isRow(_ key: [WireCell], _ seen: [(String, SeenCell)], of table: StudioTable)
    throws(RequestError) -> PostgresPiece
  {
    guard key.count == table.editKey.count else {
      throw RequestError(400, "The change does not specify its row of \(table.name).")
    }
    let isKey =
      table.kind == .view
      ? zip(table.editKey, key).map { table.hasSeenOnPostgres(.whole($1), in: $0) }
      : [table.postgresIsKey(key)]
    let same = seen.map { name, value in table.hasSeenOnPostgres(value, in: name) }
    return (isKey + same).joined(separator: " AND ")
  }

  private static func check(_ columns: [String], of table: StudioTable, isUndo: Bool)
    throws(RequestError)
  {
    _ = try table.known(columns)
    let generated = table.columns.first { $0.isGenerated && columns.contains($0.name) }
    guard let generated, !(isUndo && generated.isNumbered) else { return }
    throw RequestError(
      400,
      generated.isNumbered
        ? "The server numbers the column \(generated.name). Leave it out."
        : "The column \(generated.name) is computed. Change the columns that it depends on."
    )
  }

  /// Refuses bytes for a text: the server would store their hexadecimal digits.
  private static func check(_ cell: WireCell, in column: String, of table: StudioTable)
    throws(RequestError)
  {
    guard case .blob = cell.value else { return }
    let type = table.columns.first { $0.name == column }?.valueType ?? "text"
    guard cell.isInvalidText || ["text", "character varying", "character"].contains(type) else {
      return
    }
    throw RequestError(
      400,
      cell.isInvalidText
        ? "The text for \(column) is not valid UTF-8, which PostgreSQL does not store."
        : "The column \(column) holds texts, and no bytes."
    )
  }
}

extension StudioTable {
  /// The condition that a column has the value that the user saw, in the same form.
  ///
  /// NULL is not equal to NULL, so IS NOT DISTINCT FROM is needed.
  fileprivate func hasSeenOnPostgres(_ seen: SeenCell, in column: String) -> PostgresPiece {
    switch seen {
    case .whole(let cell):
      let term = exactTerm(column)
      return "\(term.sql) IS NOT DISTINCT FROM " + term.value(cell)
    case .digest(let digest):
      let plain = PostgresName.plain(column)
      let bytes = digest.isText ? "convert_to(CAST(\(plain) AS text), 'UTF8')" : plain
      return "length(\(bytes)) = \(digest.count) AND sha256(\(bytes)) = "
        + PostgresPiece(WireCell(.blob(digest.hash)), as: "bytea")
    }
  }

  /// A new value of a column.
  fileprivate func value(_ cell: WireCell, of column: String) -> PostgresPiece {
    let type = columns.first { $0.name == column }?.valueType ?? "text"
    return PostgresPiece(cell, as: type)
  }
}

extension StudioTable.Column {
  /// Whether it is GENERATED ALWAYS AS IDENTITY.
  var isNumbered: Bool { isGenerated && defaultSQL == Self.alwaysNumbered }

  /// The text of an identity column's default.
  static let alwaysNumbered = "GENERATED ALWAYS AS IDENTITY"
}
