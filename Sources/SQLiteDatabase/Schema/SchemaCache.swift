import DatabaseTypes
import SQLite

/// What is known of a connection's schema.
///
/// - Invariant: what is kept was read while the schemas had the versions that are kept with it.
struct SchemaCache {
  /// SQLite's number of the schema `main` when the cache was filled.
  var version: Int64?
  /// The numbers of the attached schemas of which something is known.
  var attachedVersions: [String: Int64] = [:]
  /// Whether the schema may have changed without this connection's doing.
  var isSuspect = false
  var shapes: [TableName: TableShape?] = [:]
  /// The names of all schemas; attaching a database empties the cache.
  var schemas: [String]?
  /// What introspection has read, by its question.
  var answers: [SchemaQuestion: any Sendable] = [:]
}

/// What introspection can be asked.
enum SchemaQuestion: Hashable {
  case exists(SchemaObject.Kind, TableName)
  case objects(schema: String)
  case tables(schema: String)
  case columns(TableName)
  case primaryKey(TableName)
  case indexes(TableName)
  case foreignKeys(TableName)
  case triggers(TableName)

  /// The schema that it is about.
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
  /// The number of the main schema, as it was when a transaction last began.
  package var lastSchemaVersion: Int64? { schemaCache.version }

  /// Forgets what is known of the schemas where one of them changed, perhaps in another process.
  ///
  /// - Returns: Whether one changed.
  @discardableResult
  func checkSchemaVersion() throws -> Bool {
    let version = try control(.schemaVersion)
    let hasChanged = schemaCache.version.map { $0 != version } ?? false
    if hasChanged {
      try forgetSchema(changedIn: "main")
    } else if schemaCache.isSuspect {
      let attached = schemaCache.attachedVersions
      schemaCache = SchemaCache()
      schemaCache.attachedVersions = attached
    }
    schemaCache.version = version
    return try schemaCache.attachedVersions.keys.reduce(hasChanged) { try mayDiffer($1) || $0 }
  }

  /// Whether an attached schema changed, or cannot be asked now: what reads main alone needs no file that is locked or gone.
  private func mayDiffer(_ schema: String) throws -> Bool {
    do { return try busy.withoutWaiting { try checkAttached(schema) } } catch is DatabaseError {
      let main = schemaCache.version
      forgetSchema()
      schemaCache.version = main
      return true
    }
  }

  /// Forgets what is known of the schemas where one changed, and makes sure that this one is among them.
  ///
  /// What is temporary changes by this connection alone, but its views and triggers can refer to any schema.
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

  /// Notes the number of a schema of which something becomes known, where it is that of an attached database.
  func noteVersion(ofSchema schema: String) throws {
    guard !["main", "temp"].contains(schema), schemaCache.attachedVersions[schema] == nil else {
      return
    }
    schemaCache.attachedVersions[schema] = try number("schema_version", ofAttached: schema)
  }

  /// - Returns: Whether it changed.
  @discardableResult
  private func checkAttached(_ schema: String) throws -> Bool {
    let version = try number("schema_version", ofAttached: schema)
    let hasChanged = schemaCache.attachedVersions[schema].map { $0 != version } ?? false
    if hasChanged {
      let main = schemaCache.version
      try forgetSchema(changedIn: schema)
      schemaCache.version = main
    }
    schemaCache.attachedVersions[schema] = version
    return hasChanged
  }

  /// SQLite looks for a new schema only when a statement runs: what is compiled before would be of the old one.
  private func forgetSchema(changedIn schema: String) throws {
    forgetSchema()
    _ = try internalRows("SELECT 1 FROM \(quotedIdentifier(schema)).sqlite_schema LIMIT 1", [])
  }

  /// Forgets all that depends on the schema.
  package func forgetSchema() {
    schemaCache = SchemaCache()
    knownReads = KnownReads()
    capture.shapes = [:]
    internalStatements = [:]
    recordPlans.removeAll()
    schemaFacts = [:]
    keptStatements.removeAll()
  }

  /// A savepoint ended, perhaps by rolling back: then the schema is what it was before, without a new number.
  func didUndoSavepoint() {
    guard capture.changesSchema else { return }
    capture.forgetShapes()
    forgetSchema()
  }

  /// Answers a question about the schema: what is kept, if it still holds, else what is read now.
  func answer<Answer: Sendable>(
    _ question: SchemaQuestion,
    _ load: () throws -> Answer
  ) throws -> Answer {
    try checkAccess()
    if let cancellation, cancellation.isCancelled { throw CancellationError() }
    try checkSchemaVersions(for: question.schema)
    if let kept = schemaCache.answers[question], let answer = kept as? Answer { return answer }
    return try atOneMoment {
      try checkSchemaVersions(for: question.schema)
      let answer = try load()
      schemaCache.answers[question] = answer
      return answer
    }
  }

  /// Runs a closure in a read transaction, unless a transaction is open or a cursor would outlive it.
  func atOneMoment<Result>(_ body: () throws -> Result) throws -> Result {
    guard connection.isAutocommit, runningCount == 0 else { return try body() }
    try control(.begin(.deferred))
    let result: Result
    do { result = try body() } catch {
      // Observers would be told of a rollback, but are not told that a transaction that only read was committed.
      _ = try? control(.commit)
      throw error
    }
    try control(.commit)
    return result
  }
}
