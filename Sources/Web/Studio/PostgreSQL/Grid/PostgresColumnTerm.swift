import DatabaseTypes

extension StudioTable {
  /// The column of a name as SQL on PostgreSQL compares and sorts it.
  ///
  /// Values of types without an order, such as `json` and `point`, are compared by their texts.
  func term(_ name: String) -> PostgresTerm {
    let column = columns.first { $0.name == name }
    let plain = PostgresName.plain(name)
    guard let column, !column.isOrdered else {
      return PostgresTerm(sql: plain, type: column?.valueType ?? "text")
    }
    return PostgresTerm(sql: "CAST(\(plain) AS text)", type: "text")
  }

  /// The column as it is compared with a value that the user saw: no two values are equal that are
  /// shown as different texts.
  func exactTerm(_ name: String) -> PostgresTerm {
    guard let exact = columns.first(where: { $0.name == name })?.exactComparison else {
      return term(name)
    }
    let text = "CAST(\(PostgresName.plain(name)) AS text)"
    return PostgresTerm(sql: exact == .bytes ? text + " COLLATE \"C\"" : text, type: "text")
  }

  /// The condition that a row has a key.
  func postgresIsKey(_ values: [WireCell]) -> PostgresPiece {
    zip(key, values).map { term($0).equals($1) }.joined(separator: " AND ")
  }
}

/// The expression that is compared, and the type that values are cast to for that.
struct PostgresTerm: Sendable, Hashable {
  var sql: String
  var type: String

  /// A value of its type.
  func value(_ cell: WireCell) -> PostgresPiece { PostgresPiece(cell, as: type) }

  /// The condition that it is a value, or NULL.
  func equals(_ cell: WireCell) -> PostgresPiece {
    cell.value == .null ? PostgresPiece("\(sql) IS NULL") : "\(sql) = " + value(cell)
  }
}
