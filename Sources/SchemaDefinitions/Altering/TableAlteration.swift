public import SQLiteDatabase
public import TypedSQL

/// What is to be changed of a table, in the closure of ``Database/alter(table:_:)``.
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
  /// The rows that are there get its default: where it is `NOT NULL`, it needs one.
  @discardableResult
  public func add(column: String, _ type: ColumnType? = nil) -> ColumnBuilder {
    let builder = ColumnBuilder(name: column, type: type)
    steps.append(.add(builder))
    return builder
  }

  /// Adds the column that refers to a row of a table, and an index of it.
  ///
  /// ```swift
  /// try db.alter(table: "book") { t in t.belongsTo("translator", inTable: "author") }
  /// // ALTER TABLE "book" ADD COLUMN "translatorId" INTEGER REFERENCES "author"("id")
  /// // CREATE INDEX "index_book_on_translatorId" ON "book"("translatorId")
  /// ```
  ///
  /// The rows that are there refer to none. A key of several columns needs ``Database/recreate(table:options:_:)``.
  ///
  /// - Parameters:
  ///   - name: What the row is here. The table is the one of that name, of its plural, or of its singular.
  ///   - inTable: The table, where it is called otherwise.
  ///   - onDelete: What a deletion of the row does.
  ///   - onUpdate: What another key of the row does.
  ///   - deferred: Whether the row may be missing until the transaction ends.
  ///   - indexed: Whether there is an index.
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

  /// Adds a column, as SQL: `t.addColumn(sql: "notes TEXT")`.
  public func addColumn(sql: String) { steps.append(.addSQL(QueryFragment(sql))) }

  /// Adds a column, as SQL with values, which become literals.
  public func addColumn(definition: QueryFragment) { steps.append(.addSQL(definition)) }

  /// Renames a column; indexes, views and triggers follow: `ALTER TABLE … RENAME COLUMN … TO …`.
  public func rename(column: String, to newName: String) {
    steps.append(.rename(column, to: newName))
  }

  /// Drops a column and its values: `ALTER TABLE … DROP COLUMN …`.
  ///
  /// SQLite refuses where a key, an index, a constraint, a view or a trigger uses it: see ``Database/recreate(table:options:_:)``.
  public func drop(column: String) { steps.append(.drop(column)) }
}

extension Database {
  /// Changes a table: all that is said, or nothing.
  ///
  /// ```swift
  /// try db.alter(table: "item") { t in
  ///   t.add(column: "notes", .text)
  ///   t.rename(column: "quantity", to: "count")
  /// }
  /// ```
  ///
  /// What `ALTER TABLE` cannot do, ``recreate(table:options:_:)`` can.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - body: Says what to change. It is done in that order.
  /// - Throws: What `body` throws, or ``DatabaseError``.
  public func alter(table: String, _ body: (_ t: TableAlteration) throws -> Void) throws {
    let alteration = TableAlteration()
    try body(alteration)
    let name = try DefinedName(table, on: self)
    try inDefinition {
      for step in alteration.steps { try alter(name, step) }
    }
  }

  private func alter(_ table: DefinedName, _ step: TableAlteration.Step) throws {
    let alter: QueryFragment = "ALTER TABLE \(table.fragment)"
    switch step {
    case .addSQL(let definition): try define("\(alter) ADD COLUMN \(definition)")
    case .rename(let column, let newName):
      try define("\(alter) RENAME COLUMN \(quote: column) TO \(quote: newName)")
    case .drop(let column): try define("\(alter) DROP COLUMN \(quote: column)")
    case .add(let column):
      let resolver = try TableResolver(addingTo: table, on: self)
      try define("\(alter) ADD COLUMN \(resolver.fragment(of: column))")
      if column.constraints.isIndexed { try define(resolver.index(of: [column.name]).fragment) }
    case .addReference(let foreignKey):
      let added = try TableResolver(addingTo: table, on: self).addition(of: foreignKey)
      try define("\(alter) ADD COLUMN \(added.column)")
      for index in added.indexes { try define(index.fragment) }
    }
  }
}
