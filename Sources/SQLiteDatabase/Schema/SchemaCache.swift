import DatabaseTypes
import SQLite

/// What is known of a connection's schema.
///
/// - Invariant: what is kept was read while the schemas had the versions that are kept with it.
struct SchemaCache {
  /// SQLite's number of the schema `main` when the cache was filled.
  var version: Int64?
  /// The numbers of attached schemas, as far as they were asked for.
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

  /// Forgets what is known of the schema where it changed, perhaps in another process.
  ///
  /// - Returns: Whether it changed.
  @discardableResult
  func checkSchemaVersion() throws -> Bool {
    let version = try control(.schemaVersion)
    let hasChanged = schemaCache.version.map { $0 != version } ?? false
    // A suspicion can be of an attached database, whose number this is not.
    if hasChanged {
      forgetSchema()
      // SQLite looks for a new schema only when a statement runs: what is compiled before would be of the old one.
      _ = try internalRows("SELECT 1 FROM sqlite_schema LIMIT 1", [])
    } else if schemaCache.isSuspect {
      schemaCache = SchemaCache()
    }
    schemaCache.version = version
    return hasChanged
  }

  /// Forgets what is known of the schema where one changed that matters for a schema.
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

  private func checkAttached(_ schema: String) throws {
    let rows = try internalRows("PRAGMA \(quotedIdentifier(schema)).schema_version", [])
    let version = rows.first?[0].integer(at: 0) ?? 0
    let known = schemaCache.attachedVersions[schema]
    // Shapes may have been kept before anybody asked for the number.
    if known != version, known != nil || !schemaCache.shapes.isEmpty {
      let main = schemaCache.version
      forgetSchema()
      schemaCache.version = main
    }
    schemaCache.attachedVersions[schema] = version
  }

  /// Forgets all that depends on the schema.
  package func forgetSchema() {
    schemaCache = SchemaCache()
    knownReads = KnownReads()
    capture.shapes = [:]
    internalStatements = [:]
    recordPlans.removeAll()
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
