public import DynamicColumns
public import SQLQueries
import SQLiteDatabase
public import TypedSQL

extension DefinitionConnection {
  /// Creates an index on columns: `CREATE INDEX "byName" ON "item"("name") WHERE "quantity" > 0`.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: The columns to index.
  ///   - options: The options of the index.
  ///   - condition: A condition on the rows to index, as SQL or an expression's `queryFragment`;
  ///     all rows unless given. Its columns are written without their table.
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

  /// Creates an index on columns: `CREATE INDEX "byName" ON "item"("name") WHERE "quantity" > 0`.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: The columns to index.
  ///   - options: The options of the index.
  ///   - condition: A condition on the rows to index. Its columns are written without their table.
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

  /// Creates an index on expressions: `CREATE INDEX "byLength" ON "item"(length("name"))`.
  ///
  /// ```swift
  /// let terms: [QueryFragment] = ["name COLLATE NOCASE DESC", "length(name)"]
  /// try db.create(index: "byName", on: "item", expressions: terms)
  /// ```
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - expressions: The terms to index, as SQL or an expression's `queryFragment`.
  ///   - options: The options of the index.
  ///   - condition: A condition on the rows to index; all rows unless given.
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
    let target = try _definitions.target
    let (index, table) = try (DefinedName(index, on: target), DefinedName(table, on: target))
    let definition = IndexDefinition(
      name: index.name,
      schema: table.schema ?? index.schema,
      table: table.name,
      terms: expressions,
      options: options,
      condition: condition
    )
    try target.run(definition.fragment(in: target.dialect))
  }

  /// Creates an index on columns, of the rows for which a condition holds.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - columns: The columns to index.
  ///   - options: The options of the index.
  ///   - condition: A condition on the rows to index: `Column("isDone") == false`.
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

  /// Creates an index on expressions: `[Column("name").desc, Column("name").length]`.
  ///
  /// - Parameters:
  ///   - index: The name.
  ///   - table: The table.
  ///   - expressions: The terms to index: columns or expressions, each with or without a direction.
  ///   - options: The options of the index.
  ///   - condition: A condition on the rows to index; all rows unless given.
  /// - Throws: ``DatabaseError``.
  @_disfavoredOverload  // String literals in an array are SQL.
  public func create(
    index: String,
    on table: String,
    expressions: [any SQLOrderingTerm],
    options: IndexOptions = [],
    condition: (any SQLExpressible)? = nil
  ) throws {
    let dialect = try _definitions.target.dialect
    try create(
      index: index,
      on: table,
      expressions: expressions.map { $0.definition(in: dialect) },
      options: options,
      condition: condition?.definition
    )
  }

  /// Creates an index on columns, named after them.
  ///
  /// ```swift
  /// try db.create(indexOn: "item", columns: ["name"])
  /// // CREATE INDEX "index_item_on_name" ON "item"("name")
  /// ```
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: The columns to index.
  ///   - options: The options of the index.
  ///   - condition: A condition on the rows to index; all rows unless given.
  /// - Throws: ``DatabaseError``.
  public func create(
    indexOn table: String,
    columns: [String],
    options: IndexOptions = [],
    condition: QueryFragment? = nil
  ) throws {
    try create(
      index: IndexDefinition.name(
        on: DefinedName(table, on: _definitions.target).name,
        columns: columns
      ),
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
  ///   - ifExists: Whether to do nothing if there is no such index.
  public func drop(index: String, ifExists: Bool = false) throws {
    let target = try _definitions.target
    let name = try DefinedName(index, on: target)
    try target.run("DROP INDEX \(raw: ifExists ? "IF EXISTS " : "")\(name.fragment)")
  }

  /// Drops the index on columns, whatever its name.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: All columns of the index, in its order.
  /// - Throws: ``DatabaseError`` with `.notFound` if `CREATE INDEX` has made no such index.
  public func drop(indexOn table: String, columns: [String]) throws {
    let target = try _definitions.target
    let name = try DefinedName(table, on: target)
    let named = IndexDefinition.name(on: name.name, columns: columns)
    let found = try target.createdIndexes(on: name).filter { index in
      index.columns.count == columns.count
        && zip(index.columns, columns).allSatisfy { target.isSame($0.0 ?? "", $0.1) }
    }
    guard let index = found.first(where: { target.isSame($0.name, named) }) ?? found.first else {
      throw DefinitionError.missing("index of “\(table)” on", columns.joined(separator: ", "))
    }
    try drop(index: (name.schema.map { $0 + "." } ?? "") + index.name)
  }
}
