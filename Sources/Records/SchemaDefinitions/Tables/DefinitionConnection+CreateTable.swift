public import SQLQueries
import SQLiteDatabase
public import TypedSQL
import TypedSQLExtras

extension DefinitionConnection {
  /// Creates a table, and the indexes that its definition declares.
  ///
  /// ```swift
  /// migrator.registerMigration("create items") { db in
  ///   try db.create(table: "item") { t in
  ///     t.autoIncrementedPrimaryKey("id")
  ///     t.column("name", .text).notNull()
  ///     t.column("quantity", .integer)
  ///   }
  /// }
  /// // CREATE TABLE "item" (
  /// //   "id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL, "quantity" INTEGER
  /// // )
  /// ```
  ///
  /// Either the table and all its indexes are created, or nothing is. In PostgreSQL, the options
  /// `strict` and `withoutRowID` change nothing, and a key that is an integer is `bigint` with
  /// generated values.
  ///
  /// - Parameters:
  ///   - table: The name. For a table outside of the main database, the name of its schema comes
  ///     first: `archive.item`.
  ///   - options: The options of the table.
  ///   - body: Declares the columns and constraints.
  /// - Throws: An error of `body`; ``DatabaseError`` with `.misuse` for an invalid definition, with
  ///   `.notFound` if it refers to a table that does not exist.
  public func create(
    table: String,
    options: TableOptions = [],
    _ body: (_ t: TableBuilder) throws -> Void
  ) throws {
    let builder = TableBuilder(table: table)
    try body(builder)
    let target = try _definitions.target
    let statements = try TableResolver(builder, options, on: target).statements()
    try target.runAsOne {
      try target.run(statements.create)
      for index in statements.indexes { try target.run(index.fragment(in: target.dialect)) }
    }
  }

  /// Creates the table of a type, as far as the type determines it: see `createTable`.
  ///
  /// ```swift
  /// try db.create(table: Reminder.self)
  /// // CREATE TABLE "reminders" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL)
  /// ```
  ///
  /// It is meant for tests. A migration should list the columns itself: the type will change, but
  /// what a migration did must not.
  ///
  /// - Parameters:
  ///   - table: The type.
  ///   - ifNotExists: Whether to do nothing if a table with the name exists.
  ///   - isStrict: Whether columns reject values of other types than their own.
  ///   - expressions: The expressions that compute generated columns, by column name.
  public func create<T: Table>(
    table: T.Type,
    ifNotExists: Bool = false,
    isStrict: Bool = false,
    generated expressions: [String: QueryFragment] = [:]
  ) throws {
    let statement = T.createTable(
      ifNotExists: ifNotExists,
      isStrict: isStrict,
      generated: expressions
    )
    try _definitions.target.run(statement.query)
  }

  /// Drops a table with its rows, indexes and triggers: `DROP TABLE "item"`.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - ifExists: Whether to do nothing if there is no such table.
  public func drop(table: String, ifExists: Bool = false) throws {
    let target = try _definitions.target
    let name = try DefinedName(table, on: target)
    try target.run("DROP TABLE \(raw: ifExists ? "IF EXISTS " : "")\(name.fragment)")
  }

  /// Renames a table; views, triggers and foreign keys follow.
  ///
  /// ```swift
  /// try db.rename(table: "item", to: "product")
  /// // ALTER TABLE "item" RENAME TO "product"
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - newName: The new name.
  public func rename(table name: String, to newName: String) throws {
    let target = try _definitions.target
    let name = try DefinedName(name, on: target)
    try target.run("ALTER TABLE \(name.fragment) RENAME TO \(quote: newName)")
  }
}
