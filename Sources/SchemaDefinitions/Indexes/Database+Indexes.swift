import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

extension Database {
  /// Makes an index of columns: `CREATE INDEX "byName" ON "item"("name") WHERE "quantity" > 0`.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: Its columns.
  ///   - options: How it is made.
  ///   - condition: Which rows are in it, as SQL or an expression's `queryFragment`; all unless given. Columns stand in
  ///     it without their table.
  /// - Throws: ``DatabaseError``.
  public func create(
    index: String,
    on table: String,
    columns: [String],
    options: IndexOptions = [],
    condition: QueryFragment? = nil
  ) throws {
    try create(
      index: index,
      on: table,
      expressions: columns.map { QueryFragment(quote: $0) },
      options: options,
      condition: condition
    )
  }

  /// Makes an index of columns: `CREATE INDEX "byName" ON "item"("name") WHERE "quantity" > 0`.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: Its columns.
  ///   - options: How it is made.
  ///   - condition: Which rows are in it. Columns stand in it without their table.
  /// - Throws: ``DatabaseError``.
  @_disfavoredOverload
  public func create(
    index: String,
    on table: String,
    columns: [String],
    options: IndexOptions = [],
    condition: some QueryExpression
  ) throws {
    try create(
      index: index,
      on: table,
      columns: columns,
      options: options,
      condition: condition.queryFragment
    )
  }

  /// Makes an index of expressions: `CREATE INDEX "byLength" ON "item"(length("name"))`.
  ///
  /// ```swift
  /// try db.create(index: "byName", on: "item", expressions: ["name COLLATE NOCASE DESC", "length(name)"])
  /// ```
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - expressions: What is indexed, as SQL or an expression's `queryFragment`.
  ///   - options: How it is made.
  ///   - condition: Which rows are in it; all unless given.
  /// - Throws: ``DatabaseError``.
  public func create(
    index: String,
    on table: String,
    expressions: [QueryFragment],
    options: IndexOptions = [],
    condition: QueryFragment? = nil
  ) throws {
    if expressions.isEmpty {
      throw DefinitionError.misuse("The index “\(index)” has no columns. Name at least one.")
    }
    let (index, table) = try (DefinedName(index, on: self), DefinedName(table, on: self))
    let definition = IndexDefinition(
      name: index.name,
      schema: table.schema ?? index.schema,
      table: table.name,
      terms: expressions,
      options: options,
      condition: condition
    )
    try define(definition.fragment)
  }

  /// Makes an index of columns: of the rows that a condition holds for.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: Its columns.
  ///   - options: How it is made.
  ///   - condition: Which rows are in it: `Column("isDone") == false`.
  /// - Throws: ``DatabaseError``.
  public func create(
    index: String,
    on table: String,
    columns: [String],
    options: IndexOptions = [],
    condition: some SQLExpressible
  ) throws {
    try create(
      index: index,
      on: table,
      columns: columns,
      options: options,
      condition: condition.definition
    )
  }

  /// Makes an index of expressions: `[Column("name").desc, Column("name").length]`.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - expressions: What is indexed: columns, expressions, and those with a direction.
  ///   - options: How it is made.
  ///   - condition: Which rows are in it; all unless given.
  /// - Throws: ``DatabaseError``.
  @_disfavoredOverload  // Texts in an array are SQL.
  public func create(
    index: String,
    on table: String,
    expressions: [any SQLOrderingTerm],
    options: IndexOptions = [],
    condition: (any SQLExpressible)? = nil
  ) throws {
    try create(
      index: index,
      on: table,
      expressions: expressions.map(\.definition),
      options: options,
      condition: condition?.definition
    )
  }

  /// Makes an index of columns, named after them: `CREATE INDEX "index_item_on_name" ON "item"("name")`.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: Its columns.
  ///   - options: How it is made.
  ///   - condition: Which rows are in it; all unless given.
  /// - Throws: ``DatabaseError``.
  public func create(
    indexOn table: String,
    columns: [String],
    options: IndexOptions = [],
    condition: QueryFragment? = nil
  ) throws {
    try create(
      index: IndexDefinition.name(on: DefinedName(table, on: self).name, columns: columns),
      on: table,
      columns: columns,
      options: options,
      condition: condition
    )
  }

  /// Drops an index: `DROP INDEX "byName"`.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - ifExists: Whether nothing happens where there is no such index.
  public func drop(index: String, ifExists: Bool = false) throws {
    let name = try DefinedName(index, on: self)
    try define("DROP INDEX \(raw: ifExists ? "IF EXISTS " : "")\(name.fragment)")
  }

  /// Drops the index of columns, whatever its name.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: All columns of the index, in its order.
  /// - Throws: ``DatabaseError`` with `.notFound` where there is none that `CREATE INDEX` made.
  public func drop(indexOn table: String, columns: [String]) throws {
    let name = try DefinedName(table, on: self)
    let named = IndexDefinition.name(on: name.name, columns: columns)
    let found = try indexes(on: name.name, in: name.schema).filter { index in
      index.origin == .createIndex && index.columns.count == columns.count
        && zip(index.columns, columns).allSatisfy { isSameIdentifier($0.0 ?? "", $0.1) }
    }
    guard let index = found.first(where: { isSameIdentifier($0.name, named) }) ?? found.first else {
      throw DefinitionError.missing("index of “\(table)” on", columns.joined(separator: ", "))
    }
    try drop(index: (name.schema.map { $0 + "." } ?? "") + index.name)
  }

  /// Makes the indexes that use a collation anew: `REINDEX "localized"`.
  ///
  /// It has to be done when the collation compares otherwise than before.
  public func reindex(collation: Collation) throws {
    try define("REINDEX \(quote: collation.rawValue)")
  }

  /// Makes the indexes that use a collation of the application's anew.
  @_disfavoredOverload  // A name that both types have is the other's.
  public func reindex(collation: DatabaseCollation) throws {
    try define("REINDEX \(quote: collation.name)")
  }
}
