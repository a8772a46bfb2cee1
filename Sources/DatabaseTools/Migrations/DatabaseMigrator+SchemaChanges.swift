import DatabaseTypes
public import SQLiteDatabase

extension DatabaseMigrator {
  /// Whether the schema of a database is not the one that the migrations make.
  ///
  /// It is another one where the database has had a migration that is not known here, or where the same migrations, run
  /// on an empty database in memory, make something else: one of them was changed, or something was added by hand.
  ///
  /// The comparison is of `main` alone. A file that the configuration attaches is replaced by an empty database in
  /// memory while the migrations run for it.
  ///
  /// - Throws: What a migration throws, or ``DatabaseError``.
  public func hasSchemaChanges(_ db: Database) throws -> Bool {
    try checkRegistrations()
    let applied = try appliedIdentifiers(db)
    guard applied.isSubset(of: knownIdentifiers) else { return true }
    guard let last = migrations.last(where: applied.contains) else { return false }
    let witness = try DatabaseQueue(configuration: db.configuration.forWitness)
    let expected = try witness.writeWithoutTransaction { db in
      try db.emptyAttachedDatabases()
      try run(db, upTo: last)
      return try db.comparableSchema()
    }
    return try db.comparableSchema() != expected
  }
}

extension Configuration {
  /// The configuration of a database in memory that nobody else sees.
  fileprivate var forWitness: Configuration {
    var configuration = self
    configuration.label = (label ?? "LiveSQL") + ".witness"
    configuration.journalMode = .unchanged
    configuration.observesExternalChanges = false
    configuration.vfs = nil
    return configuration
  }
}

extension Database {
  /// Puts empty databases in memory in the place of attached ones.
  fileprivate func emptyAttachedDatabases() throws {
    for schema in try schemas() where !["main", "temp"].contains(schema) {
      let name = quotedIdentifier(schema)
      try execute(sql: "DETACH \(name)")
      try execute(sql: "ATTACH ':memory:' AS \(name)")
    }
  }

  /// The objects of the schema, without SQLite's own and those that remember migrations.
  fileprivate func comparableSchema() throws -> Set<SchemaObject> {
    Set(
      try objects().filter { object in
        ![object.name.name, object.table].contains { isInternalName($0) || $0.hasPrefix("grdb_") }
      }
    )
  }
}
