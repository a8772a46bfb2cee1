import LiveSQL
import LiveSQLPostgres

extension ShoppingDatabase {
  /// The migrations from an empty database to the current schema, on either database.
  ///
  /// Never change a migration that was released; add another one at the end.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("createLists", onEither: createLists)
    migrator.registerMigration("createItems", onEither: createItems)
    migrator.registerMigration(
      "addCategories",
      onEither: { db in try ItemCategory.insert { ItemCategory.defaults }.execute(db) }
    )
    migrator.registerMigration("addRanks", onEither: { db in try db.execute(sql: ranks) })
    migrator.registerMigration("addPrices", onEither: { db in try db.execute(sql: prices) })
    migrator.registerMigration("repairRows", onEither: { db in try db.execute(sql: repairs) })
    migrator.registerMigration(
      "addChecks",
      sqlite: addChecks,
      postgres: { db in try db.execute(script: checksOnPostgres) }
    )
    return migrator
  }

  // snippet.create
  /// Creates the tables of lists and categories, with the same definitions for both databases.
  private static func createLists(_ db: any SQLConnection) throws {
    try db.create(table: "shopping_lists") { table in listColumns(table) }
    try db.create(table: "item_categories") { table in
      table.primaryKey("id", .integer)
      table.column("name", .text).notNull()
      table.column("emoji", .text).notNull()
      table.column("sort_order", .integer).notNull()
    }
  }

  private static func listColumns(_ table: TableBuilder) {
    table.primaryKey("id", .text)
    table.column("title", .text).notNull()
    table.column("created_at", .real).notNull()
    table.column("updated_at", .real).notNull()
  }
  // snippet.end

  /// Creates the table of items.
  private static func createItems(_ db: any SQLConnection) throws {
    try db.create(table: "shopping_items") { table in itemColumns(table) }
    try db.create(
      index: "shopping_items_by_list",
      on: "shopping_items",
      columns: ["shopping_list_id", "created_at"]
    )
  }

  private static func itemColumns(_ table: TableBuilder) {
    table.primaryKey("id", .text)
    table.column("name", .text).notNull()
    table.column("quantity", .integer).notNull().defaults(to: 1)
    table.column("is_completed", boolean).notNull().defaults(to: false)
    table.column("notes", .text).notNull().defaults(to: "")
    table.column("category_id", .integer).notNull().indexed().references("item_categories")
    table.column("shopping_list_id", .text).notNull()
      .references("shopping_lists", onDelete: .cascade)
    table.column("created_at", .real).notNull()
    table.column("updated_at", .real).notNull()
  }

  /// The type of Booleans, which the released migration called `INTEGER` on SQLite.
  private static let boolean = ColumnType(sqlite: "INTEGER", postgres: "boolean")

  /// Numbers the items of each list, oldest first; the same text on both databases.
  private static let ranks = """
    ALTER TABLE shopping_items ADD COLUMN rank double precision NOT NULL DEFAULT 0;
    UPDATE shopping_items SET rank = (
      SELECT count(*) FROM shopping_items AS older
      WHERE older.shopping_list_id = shopping_items.shopping_list_id
        AND (older.created_at, older.id) <= (shopping_items.created_at, shopping_items.id)
    )
    """

  /// Adds a column of hundredths, an integer on both databases; no price is known yet.
  private static let prices = "ALTER TABLE shopping_items ADD COLUMN price bigint"
}

// MARK: - Checks

extension ShoppingDatabase {
  /// Repairs rows of earlier versions, which did not check them.
  private static let repairs = """
    UPDATE shopping_lists SET title = 'No title' WHERE title = '';
    UPDATE shopping_items SET name = 'No name' WHERE name = '';
    UPDATE shopping_items SET quantity = 1 WHERE quantity < 1
    """

  /// The rules of rows, whoever writes them; ``RepositoryError`` has a sentence for each.
  private static let checks = (
    title: "CONSTRAINT list_has_title CHECK (title <> '')",
    name: "CONSTRAINT item_has_name CHECK (name <> '')",
    quantity: "CONSTRAINT item_has_quantity CHECK (quantity >= 1)"
  )

  /// Adds the checks on SQLite, which has to make the tables anew for that.
  private static func addChecks(_ db: Database) throws {
    try db.recreate(table: "shopping_lists") { table in
      listColumns(table)
      table.constraint(sql: checks.title)
    }
    try db.recreate(table: "shopping_items") { table in
      itemColumns(table)
      table.column("rank", .real).notNull().defaults(to: 0)
      table.column("price", .integer)
      table.constraint(sql: checks.name)
      table.constraint(sql: checks.quantity)
    }
  }

  private static let checksOnPostgres = """
    ALTER TABLE shopping_lists ADD \(checks.title);
    ALTER TABLE shopping_items ADD \(checks.name), ADD \(checks.quantity)
    """
}
