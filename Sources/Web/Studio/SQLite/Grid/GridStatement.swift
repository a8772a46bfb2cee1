import DatabaseTypes
import SQLite
import SQLiteDatabase
import WebServer

/// A piece of SQL with its values.
struct SQLPiece: Sendable, Hashable {
  var sql: String
  var arguments: [DatabaseValue] = []

  var statementArguments: StatementArguments { StatementArguments(values: arguments) }
}

/// The SQL of a grid, for SQLite.
///
/// It contains only names of the table's columns and bound values, so that nothing that the
/// page sends becomes SQL.
struct GridStatement: Sendable, Hashable {
  typealias Term = GridTerm

  let table: StudioTable
  /// The columns that are shown.
  let columns: [String]
  /// The terms of the order: the requested ones, and then the key, so that no two rows have
  /// the same position.
  let terms: [Term]
  /// The columns that are read for a window: those of the terms, and then the shown ones.
  ///
  /// No column is read twice if there would be too many.
  let read: [String]
  /// The place of each shown column among those that are read.
  let shownPlaces: [Int]
  private let filter: GridFilter?

  /// - Throws: `RequestError` for unknown columns, and conditions without their
  ///   values.
  init(_ request: GridRequest, of table: StudioTable) throws(RequestError) {
    self.table = table
    columns = try table.known(request.columns ?? table.columns.map(\.name))
    filter = try GridFilter(request, of: table)
    terms = try table.terms(request.sort)
    (read, shownPlaces) = Self.reading(columns, after: terms.map(\.column))
  }

  private static func reading(_ columns: [String], after terms: [String]) -> ([String], [Int]) {
    let all = terms + columns
    guard StoredColumns.areTooMany(all.count) else { return (all, Array(terms.count..<all.count)) }
    var read = terms
    var known = Dictionary(
      terms.enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for name in columns where known[name] == nil {
      known[name] = read.count
      read.append(name)
    }
    return (read, columns.compactMap { known[$0] })
  }

  /// Whether each row has its own position in the order, which can be found by values.
  var hasKey: Bool { !table.key.isEmpty }

  /// Whether only some rows are shown.
  var isFiltered: Bool { filter != nil }

  private var source: String {
    quotedIdentifier(table.name.schema) + "." + quotedIdentifier(table.name.name)
  }

  /// The statement in readable form, with its values.
  var text: String {
    let names =
      columns == table.columns.map(\.name) ? "*" : columns.map(plainName).joined(separator: ", ")
    let schema = table.name.schema == "main" ? "" : plainName(table.name.schema) + "."
    let order = terms.map { plainName($0.column) + ($0.isDescending ? " DESC" : "") }
    return "SELECT \(names) FROM \(schema)\(plainName(table.name.name))"
      + (filter.map { " WHERE \($0.text)" } ?? "")
      + (order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", "))
  }
}

// MARK: - Statements

extension GridStatement {
  typealias Start = GridStart

  /// The rows of a window: the values of the order's terms, those of the columns, and which of them
  /// are blobs.
  func window(from start: Start, count: Int, offset: Int = 0) -> SQLPiece {
    rows(where: condition(start, isReversed: false), isReversed: false, count, offset, list: list)
  }

  /// The position of the row that is some rows after a start, or before it if
  /// `isReversed`.
  ///
  /// - Parameter offset: The number of rows in between.
  func place(from start: Start, offset: Int, isReversed: Bool) -> SQLPiece {
    rows(
      where: condition(start, isReversed: isReversed),
      isReversed: isReversed,
      1,
      offset,
      list: termList
    )
  }

  /// The positions of all rows, in order.
  var places: SQLPiece { rows(where: nil, isReversed: false, nil, 0, list: termList) }

  /// The number of rows.
  var count: SQLPiece { counting(where: nil) }

  /// Nothing but a row for each row.
  var each: SQLPiece {
    SQLPiece(sql: "SELECT 1 FROM \(source)\(clause(nil))", arguments: arguments)
  }

  /// The number of rows before a place.
  func count(before values: [WireCell]) -> SQLPiece {
    counting(where: condition(.at(values), isReversed: true))
  }

  /// All shown columns of all rows.
  var export: SQLPiece {
    rows(
      where: nil,
      isReversed: false,
      nil,
      0,
      list: columns.map(quotedIdentifier).joined(separator: ", ")
    )
  }

  /// Whether the row of a key is among the rows.
  func has(key: [WireCell]) -> SQLPiece {
    let isKey = table.isKey(key)
    return SQLPiece(
      sql: "SELECT 1 FROM \(source)\(clause(isKey))",
      arguments: arguments + isKey.arguments
    )
  }

  private var termList: String {
    StoredColumns.list(of: terms.map(\.column))
  }

  private var list: String { StoredColumns.list(of: read) }

  private var arguments: [DatabaseValue] { filter?.piece.arguments ?? [] }

  private func clause(_ condition: SQLPiece?) -> String {
    let all = [filter?.piece, condition].compactMap { $0.map { "(\($0.sql))" } }
    return all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND ")
  }

  private func counting(where condition: SQLPiece?) -> SQLPiece {
    SQLPiece(
      sql: "SELECT count(*) FROM \(source)\(clause(condition))",
      arguments: arguments + (condition?.arguments ?? [])
    )
  }

  private func rows(
    where condition: SQLPiece?,
    isReversed: Bool,
    _ count: Int?,
    _ offset: Int,
    list: String
  ) -> SQLPiece {
    var sql = "SELECT \(list) FROM \(source)\(clause(condition))"
    let order = terms.map { term in
      quotedIdentifier(term.column) + (term.isDescending != isReversed ? " DESC" : "")
    }
    if !order.isEmpty { sql += " ORDER BY " + order.joined(separator: ", ") }
    if let count { sql += " LIMIT \(count)" }
    if offset > 0 { sql += " OFFSET \(offset)" }
    return SQLPiece(sql: sql, arguments: arguments + (condition?.arguments ?? []))
  }

  private func condition(_ start: Start, isReversed: Bool) -> SQLPiece? {
    switch start {
    case .top: nil
    case .at(let values):
      OrderCondition(table: table, terms: terms, values: values).piece(isReversed: isReversed)
    }
  }
}

extension StudioTable {
  /// The condition that a row has a key.
  func isKey(_ values: [WireCell]) -> SQLPiece {
    SQLPiece(
      sql: zip(key, values).map { "\(quotedIdentifier($0)) IS \($1.placeholder)" }
        .joined(separator: " AND "),
      arguments: values.map(\.value)
    )
  }
}

/// A name as it is usually written: in quotation marks only if it needs them.
func plainName(_ name: String) -> String {
  let isPlain =
    name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (48...57).contains(byte) || (65...90).contains(byte)
        || (97...122).contains(byte)
    } && name.utf8.first.map { !(48...57).contains($0) } == true
    && !keywords.contains(name.uppercased())
  return isPlain ? name : quotedIdentifier(name)
}

private let keywords = Set(SQLiteLibrary.keywords)
