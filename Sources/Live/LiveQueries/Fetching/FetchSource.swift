import DatabaseDependencies
import DatabaseTypes
import LiveEngine
import SQLiteDatabase

/// The database of a property: the one it names, or the default where the property was created.
struct FetchSource: Sendable {
  private let named: (any LiveDatabase)?
  @Dependency(\.defaultLiveDatabase) private var defaultDatabase

  init(_ named: (any LiveDatabase)?) {
    self.named = (named as? AnyDatabaseReader)?.base ?? named
  }

  /// The database.
  ///
  /// - Throws: `DefaultDatabaseError` if no database is named and no default was prepared.
  func database() throws -> FetchDatabase {
    let database = named ?? defaultDatabase
    if database is UnpreparedDatabase { throw DefaultDatabaseError() }
    if let writer = database as? any DatabaseWriter { return .sqlite(writer) }
    if let other = database as? any LiveRequestDatabase { return .other(other) }
    throw Self.changelessDatabase
  }

  /// The database, which must be a SQLite database.
  ///
  /// - Throws: `DefaultDatabaseError` if no database is named and no default was prepared.
  func writer() throws -> any DatabaseWriter {
    guard case .sqlite(let writer) = try database() else { throw Self.changelessDatabase }
    return writer
  }

  private static var changelessDatabase: DatabaseError {
    DatabaseError(
      code: .misuse,
      message:
        "A live query needs a database that reports its changes: a queue, a pool or a connection."
    )
  }
}

/// The database from which a property is fetched.
enum FetchDatabase: Sendable {
  /// A SQLite database.
  case sqlite(any DatabaseWriter)
  /// Another database, which makes its own request.
  case other(any LiveRequestDatabase)
}

extension FetchDatabase {
  /// The identity of the database object.
  var identity: ObjectIdentifier {
    switch self {
    case .sqlite(let database): ObjectIdentifier(database)
    case .other(let database): ObjectIdentifier(database)
    }
  }

  /// Delivers the results of a request to a sink, from now on.
  func subscribe<Value: Sendable>(
    _ request: QueryRequest<Value>,
    _ sink: any LiveSink<Value>
  ) throws -> LiveSubscription {
    switch self {
    case .sqlite(let database): LiveQueryEngine.subscribe(request.live, in: database, sink)
    case .other(let database): try database.subscribe(request.description, sink)
    }
  }

  /// Reads a request once, on the calling thread.
  func read<Value: Sendable>(_ request: QueryRequest<Value>) throws -> LiveReading<Value> {
    switch self {
    case .sqlite(let database): try database.read { db in try request.live.read(db) }
    case .other(let database): try database.readOnce(request.description)
    }
  }
}
