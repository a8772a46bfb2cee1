import LiveSQL

extension ShoppingDatabase {
  /// The steps from an empty database to the present one.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("createLists", migrate: createLists)
    migrator.registerMigration("createItems", migrate: createItems)
    migrator.registerMigration("addCategories") { db in
      try ItemCategory.insert { ItemCategory.defaults }.execute(db)
    }
    return migrator
  }

  private static func createLists(_ db: Database) throws {
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

  private static func createItems(_ db: Database) throws {
    try db.create(table: "shopping_items") { table in
      table.primaryKey("id", .text)
      table.column("name", .text).notNull()
      table.column("quantity", .integer).notNull().defaults(to: 1)
      table.column("is_completed", .integer).notNull().defaults(to: false)
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
}
