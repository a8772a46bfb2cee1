import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import SQLiteDatabase

/// A PostgreSQL table as a file has it.
struct FileTable {
  private let table: PostgresTableInfo
  /// The copied schemas, with their enumerations.
  private let schema: PostgresSchema
  /// The columns of decimal numbers that are stored as texts, with all their digits.
  private let longNumbers: Set<String>
  /// The columns of decimal numbers that are stored as integers.
  private let decimals: [DecimalColumn]

  init(
    _ table: PostgresTableInfo,
    of schema: PostgresSchema,
    longNumbers: Set<String>,
    decimals: [DecimalColumn] = []
  ) {
    (self.table, self.schema, self.longNumbers) = (table, schema, longNumbers)
    self.decimals = decimals
  }

  /// The form in which the values of a column are stored.
  enum Form {
    case plain, text
    /// Integers that count fractions of one, with a number of digits after the point.
    case units(digits: Int)
  }

  /// The form of each column.
  var forms: [Form] {
    table.columns.map { column in
      if let digits = digits(of: column) { return .units(digits: digits) }
      return longNumbers.contains(column.name) ? .text : .plain
    }
  }

  /// The names of the columns.
  var columnNames: [String] { table.columns.map(\.name) }

  /// The key, for messages that say which row to change.
  var rowKey: CopiedRowKey { CopiedRowKey(table.primaryKey?.columns ?? [], in: columnNames) }

  private func digits(of column: PostgresColumnInfo) -> Int? {
    decimals.digits(of: column.name, in: table.name)
  }

  /// The name.
  var name: String { table.name }
  /// The name of the schema on the server, which a file does not have.
  var schemaName: String { table.schema }

  /// The SQL that reads the rows on the server.
  var select: String {
    let columns = table.columns.map { PostgresConnection.quoted($0.name) }.joined(separator: ", ")
    return "SELECT \(columns) FROM \(table.ownRows)"
  }

  /// Counts the rows on the server, which reads them all.
  func rowCount(on server: PostgresConnection) throws -> Int {
    let sql = "SELECT count(*) FROM \(table.ownRows)"
    return try server.execute(sql).first { row in try row.decode(Int.self, at: 0) } ?? 0
  }

  /// The SQL that reads the rows in the file.
  var fileSelect: String {
    "SELECT \(list(table.columns.map(\.name))) FROM \(quotedIdentifier(name))"
  }

  /// The SQL that writes a row in the file.
  var insertSQL: String {
    let places = Array(repeating: "?", count: table.columns.count).joined(separator: ", ")
    return
      "INSERT INTO \(quotedIdentifier(name)) (\(list(table.columns.map(\.name)))) VALUES (\(places))"
  }

  /// The SQL that creates the table.
  var createSQL: String {
    var lines = table.columns.map { "  " + sql(of: $0) }
    if let key = table.primaryKey, rowNumber == nil {
      lines.append("  PRIMARY KEY (\(list(key.columns)))")
    }
    lines += table.uniqueKeys.map { "  UNIQUE (\(list($0.columns)))" }
    lines += table.foreignKeys.filter(isCopied).map(sql)
    return "CREATE TABLE \(quotedIdentifier(name)) (\n\(lines.joined(separator: ",\n"))\n)"
  }

  /// Returns whether the table that a foreign key refers to is copied, too.
  private func isCopied(_ key: PostgresForeignKeyInfo) -> Bool {
    schema.table(key.destinationTable, schema: key.destinationSchema) != nil
  }

  /// The SQL that creates an index on plain columns.
  func indexSQL(_ index: PostgresIndexInfo, as indexName: String) -> String {
    let unique = index.isUnique ? "UNIQUE " : ""
    let columns = index.keys.compactMap(column).map(\.name)
    return
      "CREATE \(unique)INDEX \(quotedIdentifier(indexName)) ON \(quotedIdentifier(name)) (\(list(columns)))"
  }

  /// Notes about differences from the original.
  var notes: [CopyMessage] {
    let constraints = Set(
      table.uniqueKeys.map(\.name) + [table.primaryKey?.name].compactMap(\.self)
    )
    let known = constraints.union(indexes.map(\.name))
    var notes: [CopyMessage] = table.indexes.filter { !known.contains($0.name) }
      .map { "\(name): the index \($0.name) is left out: it is specific to PostgreSQL." }
    notes += table.foreignKeys.filter { !isCopied($0) }
      .map { key in
        "\(name): the foreign key \(key.name) is left out: the schema \(key.destinationSchema) is not copied."
      }
    notes += longNumbers.sorted().map {
      "\(name).\($0): its numbers have too many digits: it becomes TEXT."
    }
    for column in table.columns {
      if let expression = column.defaultExpression, defaultSQL(of: column) == nil {
        notes.append("\(name).\(column.name): the default \(expression) is left out.")
      }
      guard column.generatedExpression != nil else { continue }
      notes.append(
        "\(name).\(column.name): its expression is left out: it becomes an ordinary column."
      )
    }
    return notes
  }

  /// The indexes on plain columns.
  var indexes: [PostgresIndexInfo] {
    let constraints = Set(
      table.uniqueKeys.map(\.name) + [table.primaryKey?.name].compactMap(\.self)
    )
    return table.indexes.filter { index in
      index.method == "btree" && index.condition == nil && !constraints.contains(index.name)
        && index.keys.allSatisfy { column($0) != nil }
    }
  }

  /// Returns the column that a key of an index refers to; `nil` for an expression.
  private func column(_ key: String) -> PostgresColumnInfo? {
    table.columns.first { $0.name == key || PostgresConnection.quoted($0.name) == key }
  }

  /// The column that contains the row number.
  private var rowNumber: String? {
    guard let key = table.primaryKey?.columns, key.count == 1, let column = table.column(key[0]),
      ["smallint", "integer", "bigint"].contains(column.type)
    else { return nil }
    return column.name
  }

  private func sql(of column: PostgresColumnInfo) -> String {
    let name = quotedIdentifier(column.name)
    if column.name == rowNumber { return "\(name) INTEGER PRIMARY KEY" }
    let numberType = digits(of: column) == nil ? Self.type(of: column.type) : "INTEGER"
    let type = longNumbers.contains(column.name) ? "TEXT" : numberType
    var sql = "\(name) \(type)"
    if !column.isNullable { sql += " NOT NULL" }
    if let value = defaultSQL(of: column) { sql += " DEFAULT \(value)" }
    if let values = schema.enums.first(where: { $0.oid == column.typeOID })?.values {
      let texts = values.map { $0.quoted(by: "'") }.joined(separator: ", ")
      sql += " CHECK (\(name) IN (\(texts)))"
    }
    return sql
  }

  /// Returns the default of a column, if it is a literal.
  private func defaultSQL(of column: PostgresColumnInfo) -> String? {
    guard let literal = column.defaultExpression.flatMap(Self.literal) else { return nil }
    guard let digits = digits(of: column) else { return literal }
    return PostgresNumeric(literal.unquoted(by: "'") ?? literal)
      .flatMap { DecimalColumn.units(of: $0, digits: digits) }.map { "\($0)" }
  }

  private func sql(of key: PostgresForeignKeyInfo) -> String {
    let target = "\(quotedIdentifier(key.destinationTable)) (\(list(key.destinationColumns)))"
    return "  FOREIGN KEY (\(list(key.columns))) REFERENCES \(target)"
      + (key.onDelete == .noAction ? "" : " ON DELETE \(key.onDelete.sql)")
      + (key.onUpdate == .noAction ? "" : " ON UPDATE \(key.onUpdate.sql)")
  }

  private func list(_ names: [String]) -> String {
    names.map(quotedIdentifier).joined(separator: ", ")
  }

  /// Returns the declared type of a column, which `livesql schema --swift` maps back to the same
  /// type.
  private static func type(of type: String) -> String {
    switch type.replacing(/\([^)]*\)/, with: "") {
    case "boolean": "BOOLEAN"
    case "smallint", "integer", "bigint", "oid": "INTEGER"
    case "real", "double precision": "REAL"
    case "numeric": "NUMERIC"
    case "bytea": "BLOB"
    case "uuid": "UUID"
    case "timestamp with time zone", "timestamp without time zone": "TIMESTAMP"
    case "date": "DATE"
    case "json", "jsonb": "JSON TEXT"
    default: "TEXT"
    }
  }

  /// Returns a default that is a literal; `nil` for any other.
  private static func literal(_ sql: String) -> String? {
    let cast = /('(?:[^']|'')*')::[\w ."\[\]]+(?:\(\d+\))?/.matchingSemantics(.unicodeScalar)
    let text = sql.wholeMatch(of: cast).map { String($0.1) } ?? sql
    if ["true", "false"].contains(text) || Double(text) != nil { return text }
    if ["now()", "CURRENT_TIMESTAMP"].contains(text) { return "CURRENT_TIMESTAMP" }
    return text.unquoted(by: "'") == nil ? nil : text
  }
}
