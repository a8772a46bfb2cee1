import DatabaseTypes
import SQLiteDatabase

extension StudioStructure {
  /// Reads the structure of a database.
  ///
  /// - Parameter isWritable: Whether rows may be edited at all.
  init(_ db: Database, isWritable: Bool) throws {
    let infos = try db.schemas().flatMap { try db.tables(in: $0) }.filter { !$0.isInternal }
    let counts = try Dictionary(
      uniqueKeysWithValues: db.schemas().map { ($0, try Self.estimatedRowCounts(db, of: $0)) }
    )
    let found = try infos.map { info in
      var table = try StudioTable(info, db, isWritable: isWritable)
      table.estimatedRowCount = counts[info.name.schema]?[info.name.name]
      return table
    }
    tables = found.map { $0.withNames(from: found) }
    triggers = try infos.flatMap { info in
      try db.triggers(on: info.name).map { trigger in
        StudioTrigger(
          name: trigger.name.name,
          schema: info.name.schema,
          table: trigger.table,
          sql: trigger.sql
        )
      }
    }
    version = try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? ""
  }

  /// The numbers of rows that a schema's tables had at the last `ANALYZE`.
  /// https://www.sqlite.org/fileformat2.html#stat1tab
  private static func estimatedRowCounts(_ db: Database, of schema: String) throws
    -> [String: Int]
  {
    guard try db.tableExists("sqlite_stat1", in: schema) else { return [:] }
    let table = quotedIdentifier(schema) + ".sqlite_stat1"
    let rows = try Row.fetchAll(db, sql: "SELECT tbl, stat FROM \(table)")
    return rows.reduce(into: [:]) { counts, row in
      guard case .text(let table) = row.values[0], case .text(let numbers) = row.values[1],
        let count = numbers.split(separator: " ").first.flatMap({ Int($0) })
      else { return }
      counts[table] = max(counts[table] ?? 0, count)
    }
  }
}

extension StudioTable {
  /// The columns that identify the rows of a table; none for a view.
  ///
  /// A declared key may have NULL several times, unless its columns are NOT NULL: then rows are
  /// identified by their rowids. https://www.sqlite.org/lang_createtable.html#the_primary_key
  static func key(of table: TableName, _ db: Database) throws -> [String] {
    let key = try db.primaryKey(table)
    let areNotNull = (key.columnInfos ?? []).allSatisfy(\.isNotNull)
    if !key.hasRowID || key.isRowID || areNotNull { return key.columns }
    let columns = try db.columns(in: table).map(\.name)
    return rowIDName(besides: columns).map { [$0] } ?? key.columns
  }

  fileprivate init(_ info: TableInfo, _ db: Database, isWritable: Bool) throws {
    name = info.name
    kind =
      switch info.kind {
      case .view: .view
      case .virtual: .virtual
      case .table, .shadow: .table
      }
    sql = try db.createSQL(of: info.name)
    let columns: [ColumnInfo]
    var problem: String?
    do {
      columns = try db.columns(in: info.name).filter { !$0.isHidden }
    } catch let error as DatabaseError where info.kind != .table {
      // A view that reads a table that does not exist, or a virtual table without its module.
      (columns, problem) = ([], error.explanation)
    }
    self.columns = columns.map(Column.init)
    key = columns.isEmpty ? [] : try Self.key(of: info.name, db)
    foreignKeys = kind == .view ? [] : try Self.foreignKeys(of: info.name, db)
    indexes = kind == .view ? [] : try Self.indexes(of: info.name, db)
    if kind == .view, !columns.isEmpty {
      viewEdits = Set(try db.triggers(on: info.name).compactMap { ViewTrigger(sql: $0.sql).kind })
    }
    reasonForNoEditing = problem ?? reason(info, isWritable: isWritable)
  }

  private static func foreignKeys(of table: TableName, _ db: Database) throws -> [ForeignKey] {
    try db.foreignKeys(on: table).map { foreignKey in
      ForeignKey(
        columns: foreignKey.originColumns,
        table: foreignKey.destinationTable,
        schema: table.schema,
        references: foreignKey.destinationColumns
      )
    }
  }

  /// The same table, whose foreign keys have the names that other tables and their columns have.
  ///
  /// `REFERENCES` may spell them in other letter cases.
  fileprivate func withNames(from tables: [StudioTable]) -> StudioTable {
    var table = self
    table.foreignKeys = foreignKeys.map { key in
      let found = tables.first {
        isSameIdentifier($0.name.name, key.table) && isSameIdentifier($0.name.schema, key.schema)
      }
      guard let found else { return key }
      var key = key
      key.table = found.name.name
      key.references = key.references.map { name in
        found.columns.first { isSameIdentifier($0.name, name) }?.name ?? name
      }
      return key
    }
    return table
  }

  private static func indexes(of table: TableName, _ db: Database) throws -> [Index] {
    let objects = try db.objects(in: table.schema)
    return try db.indexes(on: table).map { index in
      let sql = objects.first { $0.kind == .index && $0.name.name == index.name }?.sql
      return Index(name: index.name, columns: index.columns, isUnique: index.isUnique, sql: sql)
    }
  }

  private func reason(_ info: TableInfo, isWritable: Bool) -> String? {
    if !isWritable { return "The database is open for reading: start livesql studio with --write." }
    return switch info.kind {
    case .view where viewEdits.isEmpty: Self.viewsNeedTriggers
    case .view: nil
    case .virtual: "The rows of a virtual table are edited by SQL."
    case .shadow: "A virtual table keeps its data in this table."
    case .table where key.isEmpty: "The table has no key that identifies a row."
    case .table: nil
    }
  }
}

extension StudioTable.Column {
  fileprivate init(_ column: ColumnInfo) {
    self.init(
      name: column.name,
      type: column.type,
      isNotNull: column.isNotNull,
      keyIndex: column.primaryKeyIndex,
      isGenerated: column.isGenerated,
      defaultSQL: column.defaultValueSQL
    )
  }
}
