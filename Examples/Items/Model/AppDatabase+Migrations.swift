public import LiveSQL

extension AppDatabase {
  /// The migrations from an empty database to the current schema.
  ///
  /// Never change a migration that was released; add another one at the end.
  public static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("createItem") { database in
      try database.create(table: "item") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull()
        table.column("quantity", .integer)
      }
    }
    migrator.registerMigration("addNotes") { database in
      try database.alter(table: "item") { table in
        table.add(column: "notes", .text).notNull().defaults(to: "")
      }
      try database.execute(sql: "UPDATE item SET notes = name")
    }
    return migrator
  }
}
