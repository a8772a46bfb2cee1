import DatabaseTypes
import SQLite

/// The cached schema of a connection.
///
/// - Invariant: The cached facts were read while the schemas had the cached versions.
struct SchemaCache {
  /// SQLite's version of the schema `main` when the cache was filled.
  var version: Int64?
  /// The versions of the attached schemas with cached facts.
  var attachedVersions: [ByteText: Int64] = [:]
  /// Whether the schema may have changed through other connections.
  var mayBeStale = false
  var shapes: [TableName: TableShape?] = [:]
  /// The names of all schemas; attaching a database empties the cache.
  var schemas: [String]?
  /// The answers of introspection, by key.
  var answers: [SchemaCacheKey: any Sendable] = [:]
}

/// A key to introspection.
enum SchemaCacheKey: Hashable {
  case exists(SchemaObject.Kind, TableName)
  case objects(schema: String)
  case tables(schema: String)
  case columns(TableName)
  case primaryKey(TableName)
  case indexes(TableName)
  case foreignKeys(TableName)
  case triggers(TableName)

  /// The schema that the key concerns.
  var schema: String {
    switch self {
    case .objects(let schema), .tables(let schema): schema
    case .exists(_, let name), .columns(let name), .primaryKey(let name), .indexes(let name),
      .foreignKeys(let name), .triggers(let name):
      name.schema
    }
  }
}

extension Database {
  /// The version of the main schema when the last transaction began.
  package var lastSchemaVersion: Int64? { schemaCache.version }

  /// Discards the cached schema if one of the schemas has changed, through any process.
  ///
  /// - Returns: Whether a schema has changed.
  @discardableResult
  func checkSchemaVersion() throws -> Bool {
    let version = try control(.schemaVersion)
    let hasChanged = schemaCache.version.map { $0 != version } ?? false
    if hasChanged {
      try forgetSchema(changedIn: "main")
    } else if schemaCache.mayBeStale {
      let attached = schemaCache.attachedVersions
      schemaCache = SchemaCache()
      schemaCache.attachedVersions = attached
    }
    schemaCache.version = version
    return try schemaCache.attachedVersions.keys.reduce(hasChanged) { try mayDiffer($1.text) || $0 }
  }

  /// Returns whether an attached schema changed, or cannot be checked now.
  ///
  /// A read of main alone must not fail because an attached file is locked or missing.
  private func mayDiffer(_ schema: String) throws -> Bool {
    do { return try busy.withoutWaiting { try checkAttached(schema) } } catch is DatabaseError {
      let main = schemaCache.version
      forgetSchema()
      schemaCache.version = main
      return true
    }
  }

  /// Discards the cached schema if one of the schemas has changed, and ensures that a schema
  /// exists.
  ///
  /// Only this connection changes temporary objects, but temporary views and triggers can refer to
  /// any schema.
  private func checkSchemaVersions(for schema: String) throws {
    try checkSchemaVersion()
    guard !isSameIdentifier(schema, "main") else { return }
    let schemas = try schemas()
    guard schemas.contains(where: { isSameIdentifier($0, schema) }) else {
      if isSameIdentifier(schema, "temp") { return }
      throw DatabaseError(code: .notFound, message: "No database is attached as “\(schema)”.")
    }
    let isTemporary = isSameIdentifier(schema, "temp")
    for name in schemas where !["main", "temp"].contains(name) {
      if isTemporary || isSameIdentifier(schema, name) { try checkAttached(name) }
    }
  }

  /// Records the version of an attached schema about which something becomes known.
  func noteVersion(ofSchema schema: String) throws {
    guard !["main", "temp"].contains(schema), schemaCache.attachedVersions[ByteText(schema)] == nil
    else {
      return
    }
    schemaCache.attachedVersions[ByteText(schema)] = try number(
      "schema_version",
      ofAttached: schema
    )
  }

  /// Checks whether an attached schema has changed.
  ///
  /// - Returns: Whether it has changed.
  @discardableResult
  private func checkAttached(_ schema: String) throws -> Bool {
    let version = try number("schema_version", ofAttached: schema)
    let hasChanged = schemaCache.attachedVersions[ByteText(schema)].map { $0 != version } ?? false
    if hasChanged {
      let main = schemaCache.version
      try forgetSchema(changedIn: schema)
      schemaCache.version = main
    }
    schemaCache.attachedVersions[ByteText(schema)] = version
    return hasChanged
  }

  /// Discards the cached schema, and makes SQLite load the new one.
  ///
  /// SQLite checks for a new schema only when a statement runs: statements compiled before that
  /// would use the old one.
  private func forgetSchema(changedIn schema: String) throws {
    forgetSchema()
    _ = try internalRows("SELECT 1 FROM \(quotedIdentifier(schema)).sqlite_schema LIMIT 1", [])
  }

  /// Discards everything that depends on the schema.
  package func forgetSchema() {
    schemaCache = SchemaCache()
    knownReads = KnownReads()
    capture.shapes = [:]
    internalStatements = [:]
    recordPlans.removeAll()
    schemaFacts = [:]
    statementCache.removeAll()
  }

  /// Handles the end of a savepoint, which may restore an earlier schema without a new version.
  func didUndoSavepoint() {
    guard capture.changesSchema else { return }
    capture.forgetShapes()
    forgetSchema()
  }

  /// Answers a key about the schema, from the cache if it is still valid.
  func cached<Answer: Sendable>(
    _ key: SchemaCacheKey,
    _ load: () throws -> Answer
  ) throws -> Answer {
    try checkAccess()
    if let cancellation, cancellation.isCancelled { throw CancellationError() }
    try checkSchemaVersions(for: key.schema)
    if let cached = schemaCache.answers[key], let answer = cached as? Answer { return answer }
    return try withReadTransaction {
      try checkSchemaVersions(for: key.schema)
      let answer = try load()
      schemaCache.answers[key] = answer
      return answer
    }
  }

  /// Runs a closure in a read transaction, unless a transaction or a cursor is open.
  func withReadTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    guard connection.isAutocommit, runningCount == 0 else { return try body() }
    try control(.begin(.deferred))
    let result: Result
    do { result = try body() } catch {
      // Commit, since observers would be notified of a rollback, but are not notified of the commit
      // of a read transaction.
      _ = try? control(.commit)
      throw error
    }
    try control(.commit)
    return result
  }
}
