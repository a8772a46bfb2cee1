import DatabaseQueries
public import SQLiteDatabase
public import TypedSQL
import TypedSQLExtras

extension Database {
  /// Makes a table: `CREATE TABLE "item" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL)`.
  ///
  /// ```swift
  /// migrator.registerMigration("create items") { db in
  ///   try db.create(table: "item") { t in
  ///     t.autoIncrementedPrimaryKey("id")
  ///     t.column("name", .text).notNull()
  ///     t.column("quantity", .integer)
  ///   }
  /// }
  /// ```
  ///
  /// The table and its indexes are made, or nothing is.
  ///
  /// - Parameters:
  ///   - table: The name, after that of an attached schema where it is not one of the main database: `archive.item`.
  ///   - options: How it is made.
  ///   - body: Says which columns and constraints it has.
  /// - Throws: What `body` throws; ``DatabaseError`` with `.misuse` for a definition that cannot be right, with
  ///   `.notFound` where it refers to a table that does not exist.
  public func create(
    table: String,
    options: TableOptions = [],
    _ body: (_ t: TableBuilder) throws -> Void
  ) throws {
    let builder = TableBuilder(table: table)
    try body(builder)
    let statements = try TableResolver(builder, options, on: self).statements()
    try inDefinition {
      try define(statements.create)
      for index in statements.indexes { try define(index.fragment) }
    }
  }

  /// Makes the table of a type, as far as the type tells what stands in it: see `createTable`.
  ///
  /// ```swift
  /// try db.create(table: Reminder.self)
  /// // CREATE TABLE "reminders" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL)
  /// ```
  ///
  /// For tests. A migration should say the columns itself: the type will change, what a migration did will not.
  ///
  /// - Parameters:
  ///   - table: The type.
  ///   - ifNotExists: Whether nothing happens where there is a table of the name.
  ///   - isStrict: Whether the table refuses values of other types than its columns'.
  ///   - expressions: What computes generated columns, by their names.
  public func create<T: Table>(
    table: T.Type,
    ifNotExists: Bool = false,
    isStrict: Bool = false,
    generated expressions: [String: QueryFragment] = [:]
  ) throws {
    try T.createTable(ifNotExists: ifNotExists, isStrict: isStrict, generated: expressions)
      .execute(self)
  }

  /// Drops a table with its rows, indexes and triggers: `DROP TABLE "item"`.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - ifExists: Whether nothing happens where there is no such table.
  public func drop(table: String, ifExists: Bool = false) throws {
    let name = try DefinedName(table, on: self)
    try define("DROP TABLE \(raw: ifExists ? "IF EXISTS " : "")\(name.fragment)")
  }

  /// Renames a table; views, triggers and foreign keys follow: `ALTER TABLE "item" RENAME TO "product"`.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - newName: Its name afterwards.
  public func rename(table name: String, to newName: String) throws {
    let name = try DefinedName(name, on: self)
    try define("ALTER TABLE \(name.fragment) RENAME TO \(quote: newName)")
  }
}

extension Database {
  /// Runs a statement that defines something: SQLite takes no parameters in it.
  func define(_ statement: QueryFragment) throws {
    let literal = statement.withLiterals
    switch literal.bindings.first {
    case nil: try SQLQueryExpression<()>(literal).execute(self)
    case .invalid(let error): throw DefinitionError.misuse(error.description)
    default:
      throw DefinitionError.misuse(
        "SQL has no literal for a value of the definition: a number that is none or too large, or a date out of range."
      )
    }
  }

  /// Runs several such statements: all of them, or none.
  func inDefinition(_ body: () throws -> Void) throws {
    try inSavepoint {
      try body()
      return .commit
    }
  }
}
