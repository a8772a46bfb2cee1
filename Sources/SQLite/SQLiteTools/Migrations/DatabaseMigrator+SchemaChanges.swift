import DatabaseTypes
public import SQLiteDatabase

extension DatabaseMigrator {
  /// Returns whether the schema of a database differs from the one that the migrations create.
  ///
  /// It differs if the database has had an unknown migration, or if the same migrations create
  /// another schema in an empty in-memory database: one of them was changed, or something was added
  /// by hand.
  ///
  /// Only `main` is compared. A file that the configuration attaches is replaced by an empty
  /// in-memory database while the migrations run for the comparison.
  ///
  /// - Throws: An error of a migration, or ``DatabaseError``.
  public func hasSchemaChanges(_ db: Database) throws -> Bool {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    guard applied.isSubset(of: knownIdentifiers) else { return true }
    guard let last = migrations.last(where: applied.contains) else { return false }
    let comparison = try DatabaseQueue(configuration: db.configuration.forComparison)
    let expected = try comparison.writeWithoutTransaction { db in
      try db.emptyAttachedDatabases()
      try run(db, upTo: last)
      return try db.comparableSchema()
    }
    return try db.comparableSchema() != expected
  }
}

extension Configuration {
  /// The configuration of the in-memory database that is compared with.
  var forComparison: Configuration {
    var configuration = self
    configuration.label = (label ?? "LiveSQL") + ".comparison"
    configuration.journalMode = .unchanged
    configuration.observesExternalChanges = false
    configuration.vfs = nil
    return configuration
  }
}

extension Database {
  /// Replaces attached databases by empty in-memory databases.
  func emptyAttachedDatabases() throws {
    for schema in try schemas() where !["main", "temp"].contains(schema) {
      let name = quotedIdentifier(schema)
      try execute(sql: "DETACH \(name)")
      try execute(sql: "ATTACH ':memory:' AS \(name)")
    }
  }

  /// Returns the objects of the schema, except SQLite's own and those that record migrations.
  fileprivate func comparableSchema() throws -> Set<SchemaObject> {
    Set(
      try objects().filter { object in
        ![object.name.name, object.table].contains { isInternalName($0) || $0.hasPrefix("grdb_") }
      }
    )
  }
}
