public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

/// The definition of a table, given in the closure of
/// ``DefinitionConnection/create(table:options:_:)``.
///
/// ```swift
/// try db.create(table: "book") { t in
///   t.autoIncrementedPrimaryKey("id")
///   t.column("title", .text).notNull()
///   t.belongsTo("author", onDelete: .cascade).notNull()
/// }
/// // CREATE TABLE "book" (
/// //   "id" INTEGER PRIMARY KEY AUTOINCREMENT,
/// //   "title" TEXT NOT NULL,
/// //   "authorId" INTEGER NOT NULL REFERENCES "author"("id") ON DELETE CASCADE
/// // )
/// // CREATE INDEX "index_book_on_authorId" ON "book"("authorId")
/// ```
public class TableBuilder {
  /// An element of the definition, before the table constraints.
  enum Item {
    case column(ColumnBuilder, isInKey: Bool)
    case sql(QueryFragment)
    case belongsTo(ForeignKeyBuilder, isInKey: Bool)
  }

  struct PrimaryKeyConstraint {
    var columns: [String]
    var onConflict: ConflictResolution?
  }

  struct ForeignKey {
    var columns: [String]
    var reference: TableReference
  }

  /// A constraint after the columns.
  enum Constraint {
    case sql(QueryFragment)
    case uniqueKey([String], onConflict: ConflictResolution?)
    case foreignKey(ForeignKey)
  }

  let table: String
  var items: [Item] = []
  var constraints: [Constraint] = []
  /// The primary keys that were declared by column names.
  ///
  /// The closure form marks its items instead.
  var primaryKeys: [PrimaryKeyConstraint] = []
  /// The conflict resolutions of the primary keys that were declared by closures.
  var keyClosures: [ConflictResolution?] = []
  private var isInKey = false

  init(table: String) { self.table = table }

  func add(_ column: ColumnBuilder) { items.append(.column(column, isInKey: isInKey)) }

  func add(_ foreignKey: ForeignKeyBuilder) {
    items.append(.belongsTo(foreignKey, isInKey: isInKey))
  }

  func collectingKey(_ body: () throws -> Void) rethrows {
    isInKey = true
    defer { isInKey = false }
    try body()
  }
}

// MARK: - Columns

extension TableBuilder {
  /// Adds a column: `"name" TEXT`.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type; none unless given.
  /// - Returns: The column, whose definition can be continued.
  @discardableResult
  public func column(_ name: String, _ type: ColumnType? = nil) -> ColumnBuilder {
    let column = ColumnBuilder(name: name, type: type)
    add(column)
    return column
  }

  /// Adds a column, written as SQL: `t.column(sql: "name TEXT NOT NULL")`.
  public func column(sql: String) { items.append(.sql(QueryFragment(sql))) }

  /// Adds a column, written as SQL with values, which become literals.
  public func column(definition: QueryFragment) { items.append(.sql(definition)) }
}

// MARK: - Keys

extension TableBuilder {
  /// Adds a primary key whose numbers the database generates and never reuses.
  ///
  /// ```swift
  /// t.autoIncrementedPrimaryKey("id")
  /// // "id" INTEGER PRIMARY KEY AUTOINCREMENT
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - onConflict: The conflict resolution if a row with the key exists.
  @discardableResult
  public func autoIncrementedPrimaryKey(
    _ name: String,
    onConflict: ConflictResolution? = nil
  ) -> ColumnBuilder {
    column(name, .integer).primaryKey(onConflict: onConflict, autoincrement: true)
  }

  /// Adds a column that is the primary key: `"id" TEXT PRIMARY KEY NOT NULL`.
  ///
  /// A key of type `INTEGER` is the row number, which the database generates.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - type: The type.
  ///   - onConflict: The conflict resolution if a row with the key exists.
  @discardableResult
  public func primaryKey(
    _ name: String,
    _ type: ColumnType,
    onConflict: ConflictResolution? = nil
  ) -> ColumnBuilder {
    let column = column(name, type).primaryKey(onConflict: onConflict)
    // SQLite allows NULL in other keys, for historical reasons.
    // https://www.sqlite.org/lang_createtable.html#the_primary_key
    return type == .integer ? column : column.notNull()
  }

  /// Adds columns that together are the primary key.
  ///
  /// ```swift
  /// t.primaryKey {
  ///   t.belongsTo("citizen")
  ///   t.belongsTo("country")
  /// }
  /// // "citizenId" INTEGER NOT NULL REFERENCES …, …, PRIMARY KEY ("citizenId", "countryCode")
  /// ```
  ///
  /// - Parameters:
  ///   - onConflict: The conflict resolution if a row with the key exists.
  ///   - body: Adds the columns.
  public func primaryKey(
    onConflict: ConflictResolution? = nil,
    _ body: () throws -> Void
  ) rethrows {
    keyClosures.append(onConflict)
    try collectingKey(body)
  }

  /// Makes columns the primary key: `PRIMARY KEY ("a", "b")`.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - onConflict: The conflict resolution if a row with the key exists.
  public func primaryKey(_ columns: [String], onConflict: ConflictResolution? = nil) {
    primaryKeys.append(PrimaryKeyConstraint(columns: columns, onConflict: onConflict))
  }

  /// Rejects two rows with the same values in some columns: `UNIQUE ("a", "b")`.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - onConflict: The conflict resolution if a row has the values.
  public func uniqueKey(_ columns: [String], onConflict: ConflictResolution? = nil) {
    constraints.append(.uniqueKey(columns, onConflict: onConflict))
  }
}

// MARK: - Foreign keys

extension TableBuilder {
  /// Makes columns a foreign key: `FOREIGN KEY ("a", "b") REFERENCES "t"("a", "b")`.
  ///
  /// - Parameters:
  ///   - columns: The columns of this table.
  ///   - table: The referenced table.
  ///   - destinationColumns: The referenced columns. Without them it is the primary key, so the
  ///     table must exist.
  ///   - onDelete: The action when the referenced row is deleted.
  ///   - onUpdate: The action when the key of the referenced row changes.
  ///   - deferred: Whether the row may be missing until the transaction ends.
  public func foreignKey(
    _ columns: [String],
    references table: String,
    columns destinationColumns: [String]? = nil,
    onDelete: ForeignKeyInfo.Action? = nil,
    onUpdate: ForeignKeyInfo.Action? = nil,
    deferred: Bool = false
  ) {
    let reference = TableReference(
      table: table,
      columns: destinationColumns,
      onDelete: onDelete,
      onUpdate: onUpdate,
      isDeferred: deferred
    )
    constraints.append(.foreignKey(ForeignKey(columns: columns, reference: reference)))
  }

  /// Adds columns that refer to a row of a table, and an index on them.
  ///
  /// They are named after the reference and the primary key of the other table:
  /// `belongsTo("author")` adds `authorId`.
  ///
  /// - Parameters:
  ///   - name: The name of the referenced row. The table has that name, its plural, or its
  ///     singular.
  ///   - inTable: The table, if it has another name.
  ///   - onDelete: The action when the referenced row is deleted.
  ///   - onUpdate: The action when the key of the referenced row changes.
  ///   - deferred: Whether the row may be missing until the transaction ends.
  ///   - indexed: Whether the columns are indexed.
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
    add(builder)
    return builder
  }
}

// MARK: - Other constraints

extension TableBuilder {
  /// Rejects rows for which a condition is false: `CHECK ("a" < "b")`.
  ///
  /// - Parameter condition: The condition. Its columns are written without their table.
  public func check(_ condition: some QueryExpression) {
    constraints.append(.sql("CHECK (\(condition.queryFragment.withoutTables))"))
  }

  /// Rejects rows for which a condition is false: `t.check(Column("a") < Column("b"))`.
  public func check(_ condition: some SQLExpressible) {
    constraints.append(.sql("CHECK (\(condition.definition))"))
  }

  /// Rejects rows for which a condition is false: `CHECK (a < b)`.
  ///
  /// - Parameter sql: The condition, as SQL.
  public func check(sql: String) { constraints.append(.sql("CHECK (\(raw: sql))")) }

  /// Adds a constraint, written as SQL: `t.constraint(sql: "UNIQUE (a, b)")`.
  public func constraint(sql: String) { constraints.append(.sql(QueryFragment(sql))) }

  /// Adds a constraint, written as SQL with values, which become literals.
  public func constraint(definition: QueryFragment) { constraints.append(.sql(definition)) }
}
