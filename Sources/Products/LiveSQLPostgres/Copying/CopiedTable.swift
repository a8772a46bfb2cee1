import DatabaseTypes
import PostgreSQL
import SQLSyntax
import SQLiteDatabase
import SQLiteTools

/// A table of a file, with the types to which its columns are copied.
struct CopiedTable: Sendable {
  /// A column.
  struct Column: Sendable {
    let name: String
    /// The type in PostgreSQL, in SQL.
    let type: String
    /// The kind of the type, which determines how values are written.
    let kind: PostgresType.Kind
    let isNotNull: Bool
    /// The default, in PostgreSQL's SQL.
    let defaultSQL: String?
    /// Whether the column generates row numbers.
    let isIdentity: Bool
    /// The number of digits after the point, if the file has integers and the server decimal
    /// numbers.
    var digits: Int?
  }

  /// The name.
  let name: String
  let columns: [Column]
  let primaryKey: [String]
  /// The key in the file, for messages.
  let rowKey: CopiedRowKey
  /// The columns of each `UNIQUE` constraint.
  let uniqueKeys: [[String]]
  let checks: [String]
  let foreignKeys: [ForeignKeyInfo]
  let indexes: [IndexInfo]
  let rowCount: Int
  /// The largest row number ever assigned, whose row may have been deleted.
  let lastNumber: Int
  /// Notes about differences from the original, as sentences.
  let notes: [CopyMessage]

  /// The SQL that reads the rows.
  var select: String {
    "SELECT \(columns.map { quotedIdentifier($0.name) }.joined(separator: ", ")) FROM main.\(quotedIdentifier(name))"
  }
}

extension CopiedTable {
  /// Examines a table and all of its values.
  ///
  /// - Parameter check: Called now and then. If it throws, this ends.
  init(
    _ description: TableDescription,
    in db: Database,
    options: DatabaseCopyOptions = DatabaseCopyOptions(),
    check: () throws -> Void = {}
  ) throws {
    let table = description.info.name.name
    let visible = description.columns.filter { !$0.isHidden }
    let shown = visible.filter { !options.skips($0.name, of: table) }
    let skipped = visible.filter { options.skips($0.name, of: table) }.map(\.name)
    guard !shown.isEmpty else {
      throw DatabaseCopyError(
        .unknownName,
        "No column of \(table) is left. Give \(CopyChoice.skips(table)) instead."
      )
    }
    /// Returns whether a key or an index has none of the columns that are left out.
    func isCopied(_ names: [String?]) -> Bool {
      !names.contains { name in skipped.contains { isSameIdentifier($0, name ?? "") } }
    }
    try Self.checkNames(of: table, columns: shown.map(\.name))
    // A check of a column with other numbers there would compare these with the file's.
    let unchanged = shown.map(\.name).filter { options.decimals.digits(of: $0, in: table) == nil }
    let checks = CheckTranslation(description.sql ?? "", columns: unchanged)
    let reason: CopyMessage =
      unchanged.count == shown.count
      ? "it is specific to SQLite."
      : "it is specific to SQLite, or about a column of \(CopyChoice.decimals)."
    var notes: [CopyMessage] = checks.leftOut.map {
      "\(table): CHECK (\($0)) is left out: \(reason)"
    }
    notes += skipped.map { "\(table).\($0) is left out, with keys and indexes that have it." }
    rowKey = CopiedRowKey(description.primaryKey, in: shown.map(\.name))
    let values = try ColumnValues.all(of: table, shown, rowKey, db, check)
    let hasNullInKey = description.primaryKey.contains { key in
      zip(shown, values).contains { isSameIdentifier($0.name, key) && $1.hasNull }
    }
    if hasNullInKey {
      notes.append("\(table): the primary key is left out, since it is NULL in some rows.")
    }
    let key = hasNullInKey || !isCopied(description.primaryKey) ? [] : description.primaryKey
    name = table
    columns = try zip(shown, values).map { column, values in
      let choice = try TypeChoice(
        column,
        values,
        table: table,
        isText: options.isText(column.name, of: table),
        digits: options.decimals.digits(of: column.name, in: table)
      )
      notes += choice.notes.map { "\(table).\(column.name): \($0)" }
      let isKey = key.count == 1 && isSameIdentifier(key[0], column.name)
      return Column(
        name: column.name,
        type: choice.type,
        kind: choice.kind,
        isNotNull: column.isNotNull,
        defaultSQL: choice.defaultSQL,
        isIdentity: isKey && description.info.hasRowID && column.type.uppercased() == "INTEGER"
          && choice.kind == .int8,
        digits: choice.digits
      )
    }
    primaryKey = key
    uniqueKeys = description.indexes
      .filter { $0.origin == .uniqueConstraint && isCopied($0.columns) }
      .map { $0.columns.compactMap(\.self) }
    self.checks = checks.conditions
    foreignKeys = description.foreignKeys.filter { isCopied($0.originColumns) }
    indexes = description.indexes.filter { index in
      guard index.origin == .createIndex, isCopied(index.columns) else { return false }
      let isPlain = !index.isPartial && index.columns.allSatisfy { $0 != nil }
      if !isPlain {
        notes.append(
          "\(table): the index \(index.name) is left out: it has an expression or a condition."
        )
      }
      return isPlain
    }
    if Self.ignoresCase(description.sql ?? "") {
      notes.append("\(table): COLLATE NOCASE is left out: comparisons become case-sensitive.")
    }
    rowCount = values.first?.count ?? 0
    lastNumber = try Self.lastNumber(of: table, db)
    self.notes = notes
  }
}

extension CopiedTable {
  /// Returns whether a definition has a collation that ignores case.
  static func ignoresCase(_ sql: String) -> Bool {
    let tokens = SQLTokens(sql, grammar: .sqlite)
    let all = Array(tokens)
    return zip(all, all.dropFirst()).contains { word, collation in
      tokens.isWord(word, "collate") && tokens.name(of: collation)?.uppercased() == "NOCASE"
    }
  }

  /// Returns the number that `AUTOINCREMENT` keeps; 0 if there is none.
  private static func lastNumber(of table: String, _ db: Database) throws -> Int {
    let sql = "SELECT count(*) FROM main.sqlite_schema WHERE name = 'sqlite_sequence'"
    guard try Int.fetchOne(db, sql: sql) == 1 else { return 0 }
    return try Int.fetchOne(
      db,
      sql: "SELECT max(seq) FROM main.sqlite_sequence WHERE name = ?",
      arguments: [table]
    ) ?? 0
  }

  /// - Throws: ``DatabaseCopyError`` for a name that PostgreSQL would truncate, or uses itself.
  private static func checkNames(of table: String, columns: [String]) throws(DatabaseCopyError) {
    if let long = ([table] + columns).first(where: { $0.utf8.count > 63 }) {
      throw DatabaseCopyError(
        .unusableName,
        "The name \(long) has more than 63 bytes, which PostgreSQL would truncate. Rename it first."
      )
    }
    guard let column = columns.first(where: systemColumns.contains) else { return }
    throw DatabaseCopyError(
      .unusableName,
      """
      The table \(table) has a column \(column), a name that each table of PostgreSQL uses itself. Rename \
      it in the file: ALTER TABLE \(quotedIdentifier(table)) RENAME COLUMN \(column) TO …; or leave it \
      out: \(CopyChoice.skips("\(table).\(column)")).
      """
    )
  }

  /// The names of the columns that each table has.
  private static let systemColumns: Set = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]
}

/// The kinds of values in a column.
struct ColumnValues: Sendable {
  /// The types that can store all values unchanged.
  private(set) var kinds: Set<PostgresType.Kind>
  private(set) var count = 0
  private(set) var hasNull = false
  /// Whether all values are NULL.
  private(set) var isEmpty = true
  /// The storage classes of the values.
  private(set) var classes: Set<StorageClass> = []
  private(set) var hasNUL = false
  /// For each type that cannot store all values, words for the first row that it cannot.
  private(set) var misfits: [PostgresType.Kind: CopyMessage] = [:]

  private init(_ kinds: Set<PostgresType.Kind>) { self.kinds = kinds }

  private mutating func add(_ value: DatabaseValue, row: () -> CopyMessage) {
    count += 1
    guard !value.isNull else {
      hasNull = true
      return
    }
    isEmpty = false
    classes.insert(value.storageClass)
    if case .text(let text) = value, text.utf8.contains(0) { hasNUL = true }
    for kind in kinds where value.converted(to: kind) == nil {
      kinds.remove(kind)
      misfits[kind] = row()
    }
  }

  /// Reads all rows of a table once.
  static func all(
    of table: String,
    _ columns: [ColumnInfo],
    _ key: CopiedRowKey,
    _ db: Database,
    _ check: () throws -> Void
  ) throws -> [ColumnValues] {
    var all = columns.map { ColumnValues(TypeChoice.candidates(for: $0)) }
    let names = columns.map { quotedIdentifier($0.name) }.joined(separator: ", ")
    let statement = try db.makeStatement(
      sql: "SELECT \(names) FROM main.\(quotedIdentifier(table))"
    )
    try statement.forEachRow { row in
      let values = try row.storedValues()
      let number = (all.first?.count ?? 0) + 1
      if number.isMultiple(of: 256) { try check() }
      for index in all.indices {
        all[index].add(values[index]) { key.text(of: values, number: number) }
      }
    }
    return all
  }
}
