public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

/// The changes to a table, given in the closure of ``DefinitionConnection/alter(table:_:)``.
public final class TableAlteration {
  enum Step {
    case add(ColumnBuilder)
    case addReference(ForeignKeyBuilder)
    case addSQL(QueryFragment)
    case rename(String, to: String)
    case drop(String)
  }

  var steps: [Step] = []

  init() {}

  /// Adds a column: `ALTER TABLE "item" ADD COLUMN "notes" TEXT`.
  ///
  /// Existing rows get its default, so a column that is `NOT NULL` needs one.
  @discardableResult
  public func add(column: String, _ type: ColumnType? = nil) -> ColumnBuilder {
    let builder = ColumnBuilder(name: column, type: type)
    steps.append(.add(builder))
    return builder
  }

  /// Adds a column that refers to a row of a table, and an index on it.
  ///
  /// ```swift
  /// try db.alter(table: "book") { t in t.belongsTo("translator", inTable: "author") }
  /// // ALTER TABLE "book" ADD COLUMN "translatorId" INTEGER REFERENCES "author"("id")
  /// // CREATE INDEX "index_book_on_translatorId" ON "book"("translatorId")
  /// ```
  ///
  /// Existing rows refer to no row. A key of several columns needs
  /// ``Database/recreate(table:options:_:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the referenced row. The table has that name, its plural, or its
  ///     singular.
  ///   - inTable: The table, if it has another name.
  ///   - onDelete: The action when the referenced row is deleted.
  ///   - onUpdate: The action when the key of the referenced row changes.
  ///   - deferred: Whether the row may be missing until the transaction ends.
  ///   - indexed: Whether the column is indexed.
  @discardableResult
  public func belongsTo(
    _ name: String,
    inTable: String? = nil,
    onDelete: ForeignKeyInfo.Action? = nil,
    onUpdate: ForeignKeyInfo.Action? = nil,
    deferred: Bool = false,
    indexed: Bool = true
  ) -> ForeignKeyBuilder {
    let builder = ForeignKeyBuilder(
      name: name,
      inTable: inTable,
      onDelete: onDelete,
      onUpdate: onUpdate,
      isDeferred: deferred,
      isIndexed: indexed
    )
    steps.append(.addReference(builder))
    return builder
  }

  /// Adds a column, written as SQL: `t.addColumn(sql: "notes TEXT")`.
  public func addColumn(sql: String) { steps.append(.addSQL(QueryFragment(sql))) }

  /// Adds a column, written as SQL with values, which become literals.
  public func addColumn(definition: QueryFragment) { steps.append(.addSQL(definition)) }

  /// Renames a column; indexes, views and triggers follow: `ALTER TABLE … RENAME COLUMN … TO …`.
  public func rename(column: String, to newName: String) {
    steps.append(.rename(column, to: newName))
  }

  /// Drops a column and its values: `ALTER TABLE … DROP COLUMN …`.
  ///
  /// SQLite refuses if a key, an index, a constraint, a view or a trigger uses the column; then use
  /// ``Database/recreate(table:options:_:)``.
  public func drop(column: String) { steps.append(.drop(column)) }
}

extension DefinitionConnection {
  /// Changes a table: applies all changes of the closure, or none.
  ///
  /// ```swift
  /// try db.alter(table: "item") { t in
  ///   t.add(column: "notes", .text)
  ///   t.rename(column: "quantity", to: "count")
  /// }
  /// ```
  ///
  /// On SQLite, ``Database/recreate(table:options:_:)`` makes the changes that `ALTER TABLE`
  /// cannot. PostgreSQL's `ALTER TABLE` can make most of them: write it with `execute(sql:)`.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - body: Declares the changes, which are applied in that order.
  /// - Throws: An error of `body`, or ``DatabaseError``.
  public func alter(table: String, _ body: (_ t: TableAlteration) throws -> Void) throws {
    let alteration = TableAlteration()
    try body(alteration)
    let target = try _definitions.target
    let name = try DefinedName(table, on: target)
    try target.runAsOne {
      for step in alteration.steps { try target.alter(name, step) }
    }
  }
}

extension DefinitionTarget {
  fileprivate func alter(_ table: DefinedName, _ step: TableAlteration.Step) throws {
    let alter: QueryFragment = "ALTER TABLE \(table.fragment)"
    switch step {
    case .addSQL(let definition): try run("\(alter) ADD COLUMN \(definition)")
    case .rename(let column, let newName):
      try run("\(alter) RENAME COLUMN \(quote: column) TO \(quote: newName)")
    case .drop(let column): try run("\(alter) DROP COLUMN \(quote: column)")
    case .add(let column):
      let resolver = try TableResolver(addingTo: table, on: self)
      try run("\(alter) ADD COLUMN \(resolver.fragment(of: column))")
      if column.constraints.isIndexed { try create(resolver.index(of: [column.name])) }
    case .addReference(let foreignKey):
      let added = try TableResolver(addingTo: table, on: self).addition(of: foreignKey)
      try run("\(alter) ADD COLUMN \(added.column)")
      for index in added.indexes { try create(index) }
    }
  }

  private func create(_ index: IndexDefinition) throws { try run(index.fragment(in: dialect)) }
}
