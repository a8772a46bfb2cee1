package import DatabaseTypes
import SQLSyntax
import SQLite

/// The facts about a table that change capture and decoding need.
///
/// It is a class, since it is passed on for each changed row, and is expensive to copy.
final class TableShape: Sendable {
  enum Kind: Sendable { case table, view, virtual, shadow }

  let name: TableName
  let kind: Kind
  let hasRowID: Bool
  /// The columns of `SELECT *`, in order.
  let layout: RowLayout
  /// The columns of the primary key, as indexes into the layout.
  let primaryKey: [Int]
  /// A name of the rowid that no column has; `nil` if all three are taken, or there is no rowid.
  let rowIDName: String?
  /// Whether some columns are computed from others.
  let hasGeneratedColumns: Bool
  /// Whether the indexes of values in a hook match the columns of the layout.
  let hasPlainColumns: Bool
  /// The columns with a default other than NULL.
  ///
  /// A hook shows NULL for them in a row that was stored before they were added.
  let columnsWithDefault: Set<Int>
  /// The values of these columns in a row that was stored before they were added, if known.
  let addedValues: [Int: DatabaseValue]
  /// The columns whose values are stored, as indexes into the layout: all but VIRTUAL generated
  /// ones.
  let storedColumns: [Int]
  /// The layout of the stored columns, unless all columns are stored.
  let storedLayout: RowLayout?
  /// The columns with REAL affinity; integers that a hook shows in them are read as reals.
  let realColumns: Set<Int>
  private let affinities: [ColumnAffinity]
  /// Whether the values in a hook determine the key of a row.
  let hasCapturedKeys: Bool

  /// The SQL that reads a row by key; `nil` if no usable key identifies the rows.
  let selectByKeySQL: String?

  /// Creates a shape from rows of `table_xinfo`: name, primary key position, hidden, default, type.
  ///
  /// - Parameter defaults: The values of literal defaults, by column name.
  init(
    _ table: TableName,
    kind: Kind,
    hasRowID: Bool,
    columns: [[DatabaseValue]],
    defaults: [ByteText: DatabaseValue] = [:]
  ) {
    // 1 means hidden, 2 a virtual generated column, 3 a stored one.
    // https://www.sqlite.org/pragma.html#pragma_table_xinfo
    let visible = columns.filter { $0[2] != 1 }
    let names = visible.map { $0[0].text(at: 0) ?? "" }
    name = table
    self.kind = kind
    self.hasRowID = hasRowID
    layout = RowLayout(
      columnNames: names,
      origins: names.map { ColumnOrigin(table: table, column: $0) },
      hasDecimals: false
    )
    primaryKey = visible.indices.filter { visible[$0][1] != 0 }.sorted {
      visible[$0][1].integer(at: 0) < visible[$1][1].integer(at: 0)
    }
    rowIDName = hasRowID ? SQLiteDatabase.rowIDName(besides: names) : nil
    selectByKeySQL =
      hasRowID && rowIDName == nil
      ? nil : Self.selectByKeySQL(table, names, primaryKey: primaryKey, rowIDName: rowIDName)
    hasGeneratedColumns = columns.contains { $0[2] == 2 || $0[2] == 3 }
    hasPlainColumns = kind == .table && columns.allSatisfy { $0[2] == 0 || $0[2] == 3 }
    columnsWithDefault = Set(
      visible.indices.filter { visible[$0][3] != .null && visible[$0][3] != "NULL" }
    )
    affinities = visible.map { ColumnAffinity(declaredType: $0[4].text(at: 0) ?? "") }
    addedValues = Self.addedValues(visible, defaults)
    storedColumns = visible.indices.filter { visible[$0][2] != 2 }
    storedLayout =
      storedColumns.count == visible.count
      ? nil : RowLayout(columnNames: storedColumns.map { names[$0] }, hasDecimals: false)
    realColumns = Set(
      visible.indices.filter { Self.hasRealAffinity(visible[$0][4].text(at: 0) ?? "") }
    )
    // A table without rowids stores the columns of its key first, and a hook looks up a column's
    // affinity by where it is stored. After a virtual column it counts differently for old values
    // than for new ones. So a key is known whose columns come first and before any virtual column,
    // and any other key if no column's affinity changes what the hook shows.
    let firstVirtual = visible.firstIndex { $0[2] == 2 } ?? visible.count
    let comesFirst = primaryKey == Array(primaryKey.indices)
    let isBeforeVirtual = primaryKey.allSatisfy { $0 < firstVirtual }
    let isStoredInOrder = kind == .table && comesFirst && isBeforeVirtual
    hasCapturedKeys = hasRowID || isStoredInOrder || (realColumns.isEmpty && isBeforeVirtual)
  }
}

extension TableShape {
  private static func selectByKeySQL(
    _ name: TableName,
    _ columnNames: [String],
    primaryKey: [Int],
    rowIDName: String?
  ) -> String? {
    let columns = columnNames.map(quotedIdentifier).joined(separator: ", ")
    let select =
      "SELECT \(columns) FROM \(quotedIdentifier(name.schema)).\(quotedIdentifier(name.name)) WHERE "
    if let rowIDName { return "\(select)\(rowIDName) = ?1" }
    let conditions = primaryKey.enumerated().map { position, index in
      "\(quotedIdentifier(columnNames[index])) IS ?\(position + 1)"
    }
    return conditions.isEmpty ? nil : select + conjunction(of: conditions)
  }
}

extension TableShape {
  /// Returns whether the SQL of a default is a number, a quoted string, or a blob.
  fileprivate static func isLiteral(_ sql: String) -> Bool {
    let kinds = SQLTokens(sql, grammar: .sqlite).map(\.kind)
    // Of the signs, only `+` and `-` can be evaluated.
    let literal = kinds.first == .sign ? kinds.dropFirst() : kinds[...]
    let literals: Set<SQLTextToken.Kind> = [.number, .text, .bytes]
    return literal.count == 1 && literal.allSatisfy(literals.contains)
  }

  /// Returns the values of columns in a row stored before they were added.
  ///
  /// It omits defaults that need a conversion.
  private static func addedValues(
    _ columns: [[DatabaseValue]],
    _ defaults: [ByteText: DatabaseValue]
  ) -> [Int: DatabaseValue] {
    var values: [Int: DatabaseValue] = [:]
    for (index, column) in columns.enumerated() {
      guard let value = defaults[ByteText(column[0].text(at: 0) ?? "")] else { continue }
      let affinity = ColumnAffinity(declaredType: column[4].text(at: 0) ?? "")
      switch (affinity, value) {
      case (.real, .integer(let integer)): values[index] = .real(Double(integer))
      case (.text, .integer(let integer)): values[index] = .text(String(integer))
      case (.integer, .integer), (.numeric, .integer), (.real, .real), (.text, .text):
        values[index] = value
      case (_, .blob): values[index] = value
      // In a STRICT table, `ANY` would not convert anything, which is not known here.
      case (.blob, _): values[index] = value
      default: break
      }
    }
    return values
  }

  /// Returns a value from a hook as a statement would read it.
  func readValue(_ value: DatabaseValue, at index: Int) -> DatabaseValue {
    // To save space, SQLite stores a real without a fraction as an integer.
    if case .integer(let integer) = value, realColumns.contains(index) {
      return .real(Double(integer))
    }
    return value
  }
}

extension TableShape {
  /// Returns the stored form of a value for which a hook used the type of another column.
  ///
  /// The hook shows an integer as a real if the other column has REAL affinity.
  ///
  /// - Returns: `nil` if an integer and a real would look the same.
  func storedValue(_ value: DatabaseValue, of column: Int, takenFor other: Int) -> DatabaseValue? {
    guard column != other, realColumns.contains(other), !realColumns.contains(column),
      case .real(let real) = value, let integer = Int64(exactly: real)
    else { return readValue(value, at: column) }
    switch affinities[column] {
    case .integer, .numeric: return integer.magnitude < 1 << 53 ? .integer(integer) : nil
    case .text, .real: return value
    case .blob: return nil
    }
  }
}

/// Returns a quoted SQL identifier for any name.
package func quotedIdentifier(_ name: String) -> String { name.quoted(by: "\"") }

extension Database {
  /// Returns the shape of a table, or `nil` if it does not exist.
  func shape(of table: TableName) throws -> TableShape? {
    if let known = schemaCache.shapes[table] { return known }
    // Cached facts need a version with which they are invalidated.
    if schemaCache.version == nil { schemaCache.version = try control(.schemaVersion) }
    try noteVersion(ofSchema: table.schema)
    let shape = try loadShape(of: table)
    schemaCache.shapes[table] = .some(shape)
    return shape
  }

  private func loadShape(of table: TableName) throws -> TableShape? {
    let listed = try internalRows(
      "SELECT type, wr, name FROM pragma_table_list(?1) WHERE schema = ?2 COLLATE NOCASE",
      [.text(table.name), .text(table.schema)]
    )
    guard let entry = listed.first else { return nil }
    let columns = try internalRows(
      "SELECT name, pk, hidden, dflt_value, type FROM pragma_table_xinfo(?1, ?2) ORDER BY cid",
      [.text(table.name), .text(table.schema)]
    )
    let kind: TableShape.Kind =
      switch entry[0] {
      case "view": .view
      case "virtual": .virtual
      case "shadow": .shadow
      default: .table
      }
    return TableShape(
      table,
      kind: kind,
      hasRowID: entry[1] != 1 && kind != .view,
      columns: columns,
      defaults: kind == .table ? try literalDefaults(of: columns) : [:]
    )
  }

  /// Returns the values of literal defaults.
  private func literalDefaults(of columns: [[DatabaseValue]]) throws -> [ByteText: DatabaseValue] {
    let literals = columns.compactMap { column -> (name: String, sql: String)? in
      guard let name = column[0].text(at: 0), let sql = column[3].text(at: 0),
        TableShape.isLiteral(sql)
      else { return nil }
      return (name, sql)
    }
    guard !literals.isEmpty else { return [:] }
    let sql = "SELECT " + literals.map(\.sql).joined(separator: ", ")
    // An expression that SQLite cannot evaluate on its own is not a literal.
    guard let values = try? internalRows(sql, []).first, values.count == literals.count else {
      return [:]
    }
    return Dictionary(zip(literals.map { ByteText($0.name) }, values)) { first, _ in first }
  }

  /// Returns the rows of an internal statement, which observers and caches do not see.
  package func internalRows(_ sql: String, _ arguments: [DatabaseValue]) throws -> [[DatabaseValue]]
  {
    do throws(SQLiteError) { return try uncheckedRows(sql, arguments) } catch {
      throw databaseError(error)
    }
  }

  /// Returns the rows of an internal statement, or SQLite's own error.
  func uncheckedRows(_ sql: String, _ arguments: [DatabaseValue]) throws(SQLiteError)
    -> [[DatabaseValue]]
  {
    recorder.start()
    tracer.ownCount += 1
    defer {
      _ = recorder.finish()
      tracer.ownCount -= 1
    }
    let statement = try Statement(sql, on: connection)
    for (index, argument) in arguments.enumerated() {
      try statement.bind(argument, at: index + 1)
    }
    var rows: [[DatabaseValue]] = []
    while try statement.step() == .row {
      rows.append((0..<statement.columnCount).map { (try? statement.value(at: $0)) ?? .null })
    }
    return rows
  }
}

extension TableShape {
  // https://www.sqlite.org/datatype3.html#determination_of_column_affinity
  private static func hasRealAffinity(_ type: String) -> Bool {
    let type = type.uppercased()
    if ["INT", "CHAR", "CLOB", "TEXT", "BLOB"].contains(where: type.contains) { return false }
    return ["REAL", "FLOA", "DOUB"].contains(where: type.contains)
  }
}
