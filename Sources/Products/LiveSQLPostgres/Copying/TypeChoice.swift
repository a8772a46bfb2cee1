import DatabaseTypes
import PostgreSQL
import PostgreSQLTools
import SQLiteDatabase

/// The PostgreSQL type for a column of a file, chosen by its declaration and its values.
struct TypeChoice {
  let kind: PostgresType.Kind
  /// The default in PostgreSQL's SQL.
  private(set) var defaultSQL: String?
  /// Notes about differences from the original.
  private(set) var notes: [CopyMessage] = []

  /// The number of digits after the point, if integers become decimal numbers.
  let digits: Int?

  /// The type in SQL.
  var type: String { digits.map(DecimalColumn.typeSQL) ?? Self.names[kind] ?? "text" }

  /// Chooses the first type that can store all values.
  ///
  /// - Parameters:
  ///   - isText: Whether it shall be `text`.
  ///   - digits: The number of digits after the point, if integers shall become decimal numbers.
  /// - Throws: ``DatabaseCopyError`` if no type can.
  init(
    _ column: ColumnInfo,
    _ values: ColumnValues,
    table: String,
    isText: Bool = false,
    digits: Int? = nil
  ) throws(DatabaseCopyError) {
    self.digits = digits
    if let digits {
      guard values.kinds.contains(.int8) else { throw Self.noIntegers(column, values, table) }
      kind = .numeric
      addDefault(of: column) { Self.defaultSQL($0, digits: digits) }
      return
    }
    let wanted: [PostgresType.Kind] = isText ? [.text] : Self.wanted(for: column, values)
    guard let kind = wanted.first(where: values.kinds.contains) else {
      throw Self.refusal(column, values, table: table, isText: isText)
    }
    self.kind = kind
    if let first = wanted.first, kind != first, !values.isEmpty, column.affinity != .blob {
      let place: CopyMessage? = values.misfits[first].map { " The first one is in \($0)." }
      notes.append(
        "it is declared \(column.type), but holds other values: it becomes \(type).\(place ?? "")"
      )
    }
    if values.classes.count > 1, kind == .text || kind == .bytea {
      notes.append("numbers, texts or bytes in one column become \(type).")
    }
    if column.isGenerated {
      notes.append("its expression is left out: it becomes an ordinary column.")
    }
    addDefault(of: column) { Self.defaultSQL($0, kind) }
  }

  /// Adds the default of a column, or a note if it cannot be written.
  private mutating func addDefault(of column: ColumnInfo, _ written: (String) -> String?) {
    guard let sql = column.defaultValueSQL, sql.uppercased() != "NULL" else { return }
    defaultSQL = written(sql)
    if defaultSQL == nil { notes.append("the default \(sql) is left out.") }
  }

  private static func noIntegers(_ column: ColumnInfo, _ values: ColumnValues, _ table: String)
    -> DatabaseCopyError
  {
    let place: CopyMessage? = values.misfits[.int8].map { " (such as in \($0))" }
    return DatabaseCopyError(
      .valueDoesNotFit,
      """
      The column \(column.name) of \(table), which \(CopyChoice.decimals) names, holds values that are no \
      integers\(place ?? ""). Correct them, or copy the column without \(CopyChoice.decimals).
      """
    )
  }

  /// Returns the default of a column whose integers become decimal numbers.
  private static func defaultSQL(_ sql: String, digits: Int) -> String? {
    guard case .integer(let units)? = literal(sql) else { return nil }
    return DecimalColumn.number(units, digits: digits)?.description
  }

  private static func refusal(
    _ column: ColumnInfo,
    _ values: ColumnValues,
    table: String,
    isText: Bool
  ) -> DatabaseCopyError {
    let example: CopyMessage? = values.misfits[.text].map { " (such as in \($0))" }
    let place = example ?? ""
    let reason: CopyMessage =
      isText
      ? "The column \(column.name) of \(table) holds bytes, or texts with a NUL\(place), which text cannot hold. "
      : "The column \(column.name) of \(table) holds bytes and numbers\(place), but no PostgreSQL type takes both. "
    let skips = CopyChoice.skips("\(table).\(column.name)")
    return DatabaseCopyError(
      .valueDoesNotFit,
      "\(reason)Convert them to one kind first, or leave the column out: \(skips)."
    )
  }

  /// Returns the types to try with the values of a column.
  static func candidates(for column: ColumnInfo) -> Set<PostgresType.Kind> {
    Set(declared(column) + [.int8, .float8, .numeric, .text, .bytea])
  }

  /// Returns the types for a column, the best one first.
  private static func wanted(for column: ColumnInfo, _ values: ColumnValues) -> [PostgresType.Kind]
  {
    let declared = declared(column)
    guard declared.isEmpty else { return declared + [.int8, .float8, .text, .bytea] }
    // Without a declared type, the values decide.
    let holdsBytes = column.type.uppercased().contains("BLOB") && values.isEmpty
    return holdsBytes || values.classes == [.blob]
      ? [.bytea] : [.int8, .float8, .text, .bytea]
  }

  /// Returns the types that match a declaration.
  private static func declared(_ column: ColumnInfo) -> [PostgresType.Kind] {
    let type = column.type.uppercased()
    if type.contains("BOOL") { return [.bool] }
    if ["UUID", "GUID", "UNIQUEIDENTIFIER"].contains(where: type.contains) { return [.uuid] }
    if type.contains("TIMESTAMP") || type.contains("DATETIME") { return [.timestamptz] }
    if type.contains("DATE") { return [.date, .timestamptz] }
    if type.contains("JSON") { return [.jsonb] }
    switch column.affinity {
    case .integer: return [.int8]
    case .real: return [.float8]
    case .text: return [.text]
    case .numeric: return [.numeric]
    case .blob: return []
    }
  }

  /// Returns a default in PostgreSQL's SQL; `nil` if it is not a literal of the type.
  private static func defaultSQL(_ sql: String, _ kind: PostgresType.Kind) -> String? {
    let sql = sql.hasPrefix("(") && sql.hasSuffix(")") ? String(sql.dropFirst().dropLast()) : sql
    let now = ["CURRENT_TIMESTAMP", "CURRENT_DATE"].contains(sql.uppercased())
    if now { return [.date, .timestamptz].contains(kind) ? sql.uppercased() : nil }
    guard let value = literal(sql)?.converted(to: kind) else { return nil }
    switch value {
    case .null: return nil
    case .bool(let value): return value ? "true" : "false"
    // Not as it is written: `TRUE` is a number in SQLite, and `9e999` too large for a literal.
    case .integer(let value): return "\(value)"
    case .double(let value):
      return value.isFinite ? "\(value)" : "'\(value < 0 ? "-" : "")Infinity'"
    case .numeric(let value): return value.isFinite ? value.description : "'\(value)'"
    case .bytes(let bytes): return "'\\x\(hexadecimal(bytes[...]))'"
    default:
      guard case .text(let text) = value.shownValue else { return sql }
      return text.quoted(by: "'")
    }
  }

  /// Returns the value of a literal.
  private static func literal(_ sql: String) -> DatabaseValue? {
    switch sql.uppercased() {
    case "TRUE": return .integer(1)
    case "FALSE": return .integer(0)
    default: break
    }
    let value = DatabaseValue(sqlLiteral: sql[...])
    // A text that is not a literal is returned unchanged.
    if case .text(let text) = value, text == sql { return Double(sql).map { .real($0) } }
    return value
  }

  private static let names: [PostgresType.Kind: String] = [
    .bool: "boolean", .int8: "bigint", .float8: "double precision", .numeric: "numeric",
    .text: "text", .bytea: "bytea", .uuid: "uuid", .date: "date",
    .timestamptz: "timestamp with time zone", .jsonb: "jsonb",
  ]
}
