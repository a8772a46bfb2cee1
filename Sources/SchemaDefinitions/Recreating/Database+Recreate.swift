public import SQLiteDatabase
public import TypedSQL
import TypedSQLExtras

extension Database {
  /// Makes a table anew, with its rows: for what `ALTER TABLE` cannot change.
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
  /// These are SQLite's steps for it: the new table is made, the rows are copied with their numbers, the old table is
  /// dropped. Its indexes, triggers and views stay, and so do foreign keys of other tables and the numbers that
  /// `AUTOINCREMENT` will give. It is done as a whole, or not at all, in a migration, in a transaction or outside of
  /// one. Foreign keys are not enforced meanwhile; where they are otherwise, they are checked at the end.
  ///
  /// https://www.sqlite.org/lang_altertable.html#otheralter
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - options: How it is made: `strict`, `withoutRowID`, or neither, whatever the old one was.
  ///   - body: Says which columns and constraints it has, and where their values come from. A column gets the values of
  ///     the old column of its name unless something else is said.
  /// - Throws: What `body` throws; ``DatabaseError``: for a definition that cannot be right, for rows that break a new
  ///   constraint, for an index, a trigger or a view that needs a column that is gone, and for a broken foreign key.
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

  /// Makes a table anew of its SQL, with its rows.
  ///
  /// ```swift
  /// try db.recreate(table: "item", as: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
  /// ```
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - definition: The `CREATE TABLE` statement.
  ///   - body: Says where the values come from that are not those of the old column of the name.
  /// - Throws: What `body` throws, or ``DatabaseError``.
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

  /// Makes the table of a type anew, with its rows, as far as the type tells what stands in it: see `createTable`.
  ///
  /// - Parameters:
  ///   - table: The type.
  ///   - isStrict: Whether the table refuses values of other types than its columns'.
  ///   - expressions: What computes generated columns, by their names.
  ///   - body: Says where the values come from that are not those of the old column of the name.
  /// - Throws: What `body` throws, or ``DatabaseError``.
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
