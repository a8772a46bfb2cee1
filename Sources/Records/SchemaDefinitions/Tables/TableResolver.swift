import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// The statements that create a table and its indexes.
struct TableStatements {
  var create: QueryFragment
  var indexes: [IndexDefinition]
}

/// A translation of a table's definition into statements of a database's dialect.
struct TableResolver {
  let builder: TableBuilder
  let options: TableOptions
  let name: DefinedName
  let target: any DefinitionTarget
  private let finder: KeyFinder

  init(_ builder: TableBuilder, _ options: TableOptions, on target: any DefinitionTarget) throws {
    self.builder = builder
    self.options = options
    self.target = target
    name = try DefinedName(builder.table, on: target)
    let ownSchema = options.contains(.temporary) ? "temp" : "main"
    finder = KeyFinder(
      target: target,
      table: DefinedName(
        schema: name.schema ?? (target.isPostgres ? nil : ownSchema),
        name: name.name
      ),
      ownKey: builder.keyColumns(in: target.dialect)
    )
  }

  init(_ builder: TableBuilder, _ options: TableOptions, on db: Database) throws {
    try self.init(builder, options, on: SQLiteDefinitions(db: db))
  }

  /// Creates a resolver for columns that are added to an existing table.
  init(addingTo table: DefinedName, on target: any DefinitionTarget) throws {
    let found = try target.tableToAlter(table)
    builder = TableBuilder(table: table.name)
    name = table
    self.target = target
    options = found.isStrict ? [.strict] : []
    finder = KeyFinder(
      target: target,
      table: found.name,
      ownKey: try target.keyColumns(of: found.name) ?? []
    )
  }

  /// Returns the statements that create the table.
  ///
  /// - Throws: ``DatabaseError`` for an invalid definition.
  func statements() throws -> TableStatements {
    var parts = TableParts()
    for item in builder.items { try add(item, to: &parts) }
    try check(parts)
    var elements = parts.elements
    if let key = try primaryKey(parts) { elements.append(key) }
    elements += parts.constraints
    elements += try builder.constraints.map(fragment)
    return TableStatements(create: create(elements), indexes: parts.indexes)
  }

  private func create(_ elements: [QueryFragment]) -> QueryFragment {
    var fragment: QueryFragment = "CREATE "
    if options.contains(.temporary) { fragment.append("TEMPORARY ") }
    fragment.append("TABLE ")
    if options.contains(.ifNotExists) { fragment.append("IF NOT EXISTS ") }
    fragment.append("\(name.fragment) (\(elements.joined(separator: ", ")))")
    // Every table of PostgreSQL is strict, and none has row numbers.
    if target.isPostgres { return fragment }
    let suffixes: [QueryFragment] =
      (options.contains(.strict) ? ["STRICT"] : [])
      + (options.contains(.withoutRowID) ? ["WITHOUT ROWID"] : [])
    if !suffixes.isEmpty { fragment.append(" \(suffixes.joined(separator: ", "))") }
    return fragment
  }

  private func primaryKey(_ parts: TableParts) throws -> QueryFragment? {
    if let key = builder.primaryKeys.first {
      return try "PRIMARY KEY \(columnList(key.columns))\(clause(key.onConflict))"
    }
    guard let onConflict = builder.keyClosures.first, !parts.keyNames.isEmpty else { return nil }
    return try "PRIMARY KEY \(columnList(parts.keyNames))\(clause(onConflict))"
  }

  /// Returns the clause of a table constraint for a conflict resolution.
  private func clause(_ resolution: ConflictResolution?) throws -> QueryFragment {
    guard target.isPostgres else { return conflictClause(resolution) }
    if let resolution, resolution != .abort {
      throw DefinitionError.resolution(resolution, of: "table “\(builder.table)”")
    }
    return QueryFragment()
  }
}

/// The parts of a `CREATE TABLE` statement that the columns contribute.
private struct TableParts {
  var names: [String] = []
  var keyNames: [String] = []
  /// The definitions of the columns.
  var elements: [QueryFragment] = []
  var constraints: [QueryFragment] = []
  var indexes: [IndexDefinition] = []
  /// The number of columns that declare themselves the primary key.
  var keyColumnCount = 0
}

// MARK: - Columns

extension TableResolver {
  private func add(_ item: TableBuilder.Item, to parts: inout TableParts) throws {
    switch item {
    case .sql(let definition): parts.elements.append(definition)
    case .column(let column, let isInKey):
      if isInKey {
        parts.keyNames.append(column.name)
        if column.constraints.notNull == nil { column.notNull() }
      }
      if column.constraints.primaryKey != nil { parts.keyColumnCount += 1 }
      parts.names.append(column.name)
      parts.elements.append(try fragment(of: column))
      if column.constraints.isIndexed { parts.indexes.append(index(of: [column.name])) }
    case .belongsTo(let foreignKey, let isInKey):
      try add(foreignKey, isInKey, to: &parts)
    }
  }

  /// Returns the definition of a column: `"name" TEXT NOT NULL`.
  func fragment(of column: ColumnBuilder) throws -> QueryFragment {
    let references = try column.constraints.references.map { try self.fragment(of: $0, count: 1) }
    if target.isPostgres {
      return try column.postgresDefinition(
        references,
        in: builder.table,
        isKey: builder.isKey(column)
      )
    }
    if options.contains(.strict), column.type?.isStrict != true {
      throw DefinitionError.strictType(of: column, in: builder.table)
    }
    var fragment = QueryFragment(quote: column.name)
    if let type = column.type { fragment.append(" \(raw: type.rawValue)") }
    fragment.append(column.constraints.fragment(references))
    return fragment
  }

  func index(of columns: [String], isUnique: Bool = false) -> IndexDefinition {
    var options: IndexOptions = isUnique ? [.unique] : []
    if self.options.contains(.ifNotExists) { options.insert(.ifNotExists) }
    return IndexDefinition(on: name, columns: columns, options: options)
  }

  /// Returns `REFERENCES "author"("id")`, for a number of columns.
  private func fragment(of reference: TableReference, count: Int) throws -> QueryFragment {
    let table = try finder.reference(to: reference.table)
    let columns = try columns(of: reference, in: table, count: count)
    return reference.fragment(to: finder.fragment(of: table), columns: columns)
  }

  private func columns(of reference: TableReference, in table: DefinedName, count: Int) throws
    -> [String]
  {
    if let columns = reference.columns { return columns }
    let key = try finder.key(of: [table])
    if key.columns.count != count {
      throw DefinitionError.keySize(of: table.name, for: builder.table)
    }
    return key.columns.map(\.name)
  }

  private func fragment(of constraint: TableBuilder.Constraint) throws -> QueryFragment {
    switch constraint {
    case .sql(let sql): return sql
    case .uniqueKey(let columns, let onConflict):
      return try "UNIQUE \(columnList(columns))\(clause(onConflict))"
    case .foreignKey(let key):
      let references = try fragment(of: key.reference, count: key.columns.count)
      return "FOREIGN KEY \(columnList(key.columns)) \(references)"
    }
  }
}

// MARK: - belongsTo

extension TableResolver {
  /// Returns the column of a `belongsTo` that is added to an existing table, and its index.
  ///
  /// - Throws: ``DatabaseError`` if the key has several columns, which `ALTER TABLE` cannot add.
  func addition(of foreignKey: ForeignKeyBuilder) throws
    -> (column: QueryFragment, indexes: [IndexDefinition])
  {
    var parts = TableParts()
    try add(foreignKey, false, to: &parts)
    guard parts.elements.count == 1, let column = parts.elements.first else {
      throw DefinitionError.misuse(
        "`belongsTo(\"\(foreignKey.name)\")` adds \(parts.elements.count) columns to “\(builder.table)”, which "
          + "`ALTER TABLE` cannot do for one foreign key. Use `recreate(table:)`."
      )
    }
    return (column, parts.indexes)
  }

  private func add(
    _ foreignKey: ForeignKeyBuilder,
    _ isInKey: Bool,
    to parts: inout TableParts
  ) throws {
    let key = try finder.key(of: foreignKey.candidates.map { try finder.reference(to: $0) })
    let names = key.columns.map { foreignKey.name + $0.name.capitalizedFirst }
    let references = foreignKey.reference.fragment(
      to: finder.fragment(of: key.table),
      columns: key.columns.map(\.name)
    )
    for (name, column) in zip(names, key.columns) {
      var fragment = QueryFragment(quote: name)
      let type = declaredType(of: column)
      if !type.isEmpty { fragment.append(" \(raw: type)") }
      if isInKey || foreignKey.isNotNull { fragment.append(" NOT NULL") }
      if names.count == 1 {
        if foreignKey.isUnique, !foreignKey.isIndexed { fragment.append(" UNIQUE") }
        fragment.append(" \(references)")
      }
      parts.elements.append(fragment)
    }
    parts.names += names
    if isInKey { parts.keyNames += names }
    if names.count > 1 {
      parts.constraints.append("FOREIGN KEY \(columnList(names)) \(references)")
      if foreignKey.isUnique, !foreignKey.isIndexed {
        parts.constraints.append("UNIQUE \(columnList(names))")
      }
    }
    if foreignKey.isIndexed {
      parts.indexes.append(index(of: names, isUnique: foreignKey.isUnique))
    }
  }
}

extension TableResolver {
  /// Returns the type of a column that refers to a key; empty for none.
  private func declaredType(of column: KeyColumn) -> String {
    guard column.type.isEmpty else { return column.type }
    if target.isPostgres { return "text" }
    return options.contains(.strict) ? "ANY" : ""
  }
}

extension ForeignKeyBuilder {
  /// The tables that the reference may mean, in order.
  fileprivate var candidates: [String] {
    if let inTable { return [inTable] }
    return [name, name.pluralizedWithIrregulars, name.pluralized, name.singularized]
      + name.singularCandidates
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

// MARK: - Checks

extension TableResolver {
  private func check(_ parts: TableParts) throws {
    if parts.elements.isEmpty { throw DefinitionError.noColumns(builder.table) }
    for (index, name) in parts.names.enumerated()
    where parts.names[..<index].contains(where: { isSameIdentifier($0, name) }) {
      throw DefinitionError.duplicateColumn(name, of: builder.table)
    }
    let keyCount =
      parts.keyColumnCount + builder.primaryKeys.count + builder.keyClosures.count
    if keyCount > 1 { throw DefinitionError.primaryKeys(of: builder.table) }
  }
}
