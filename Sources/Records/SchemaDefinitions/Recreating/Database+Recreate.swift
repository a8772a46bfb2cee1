public import SQLiteDatabase
public import TypedSQL
import TypedSQLExtras

extension Database {
  /// Rebuilds a table with its rows, for changes that `ALTER TABLE` cannot make.
  ///
  /// ```swift
  /// try db.recreate(table: "item") { t in
  ///   t.autoIncrementedPrimaryKey("id")
  ///   t.column("title", .text).notNull().check(sql: "title <> ''")
  ///   t.column("quantity", .integer).notNull().defaults(to: 1)
  ///   t.copy(column: "title", from: "name")
  ///   t.copy(column: "quantity", sql: "ifnull(quantity, 1)")
  /// }
  /// ```
  ///
  /// It follows SQLite's procedure: it creates the new table, copies the rows with their numbers,
  /// and drops the old table. Indexes, triggers and views of the table stay, and so do the foreign
  /// keys of other tables and the sequence of `AUTOINCREMENT`. It is done as a whole or not at all,
  /// and may be called in a migration, in a transaction or outside of one. Foreign keys are not
  /// enforced meanwhile; if the connection enforces them, they are checked at the end.
  ///
  /// https://www.sqlite.org/lang_altertable.html#otheralter
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - options: The options of the new table: `strict`, `withoutRowID`, or neither, whatever
  ///     those of the old table are.
  ///   - body: Declares the columns, the constraints, and the sources of the values. A column gets
  ///     the values of the old column with its name unless another source is given.
  /// - Throws: An error of `body`; ``DatabaseError`` for an invalid definition, for rows that
  ///   violate a new constraint, for an index, a trigger or a view that needs a removed column, and
  ///   for a broken foreign key.
  public func recreate(
    table: String,
    options: TableOptions = [],
    _ body: (_ t: TableRecreation) throws -> Void
  ) throws {
    let builder = TableRecreation(table: table)
    try body(builder)
    let old = try RecreatedTable(table, on: self)
    var options = options.subtracting(.ifNotExists)
    if old.isTemporary { options.insert(.temporary) }
    let statements = try TableResolver(builder, options, on: self).statements()
    try recreate(old, statements, builder.copy)
  }

  /// Rebuilds a table from its SQL, with its rows.
  ///
  /// ```swift
  /// try db.recreate(
  ///   table: "item", as: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
  /// ```
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - definition: The `CREATE TABLE` statement.
  ///   - body: Declares the sources of values that do not come from the old column with the same
  ///     name.
  /// - Throws: An error of `body`, or ``DatabaseError``.
  public func recreate(
    table: String,
    as definition: QueryFragment,
    _ body: (_ t: TableCopy) throws -> Void = { _ in }
  ) throws {
    let copy = TableCopy()
    try body(copy)
    let old = try RecreatedTable(table, on: self)
    try recreate(old, TableStatements(create: definition, indexes: []), copy)
  }

  /// Rebuilds the table of a type with its rows, as far as the type determines it: see
  /// `createTable`.
  ///
  /// - Parameters:
  ///   - table: The type.
  ///   - isStrict: Whether columns reject values of other types than their own.
  ///   - expressions: The expressions that compute generated columns, by column name.
  ///   - body: Declares the sources of values that do not come from the old column with the same
  ///     name.
  /// - Throws: An error of `body`, or ``DatabaseError``.
  public func recreate<T: Table>(
    table: T.Type,
    isStrict: Bool = false,
    generated expressions: [String: QueryFragment] = [:],
    _ body: (_ t: TableCopy) throws -> Void = { _ in }
  ) throws {
    let create = T.createTable(isStrict: isStrict, generated: expressions)
    try recreate(table: T.tableName, as: create.query, body)
  }
}
