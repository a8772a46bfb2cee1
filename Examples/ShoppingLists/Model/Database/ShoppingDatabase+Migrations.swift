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
    return migrator
  }

  // snippet.create
  /// Creates the tables of lists and categories, with the same definition for both databases.
  private static func createLists(_ db: any SQLConnection) throws {
    try db.create(table: "shopping_lists") { table in
      table.primaryKey("id", .text)
      table.column("title", .text).notNull()
      table.column("created_at", .real).notNull()
      table.column("updated_at", .real).notNull()
    }
    try db.create(table: "item_categories") { table in
      table.primaryKey("id", .integer)
      table.column("name", .text).notNull()
      table.column("emoji", .text).notNull()
      table.column("sort_order", .integer).notNull()
    }
  }
  // snippet.end

  /// Creates the table of items.
  private static func createItems(_ db: any SQLConnection) throws {
    try db.create(table: "shopping_items") { table in
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
    try db.create(
      index: "shopping_items_by_list",
      on: "shopping_items",
      columns: ["shopping_list_id", "created_at"]
    )
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
