import DatabaseDependencies
import DatabaseTypes
import LiveEngine
import SQLiteDatabase

/// Where a property is fetched from: a database that is named, or the default one of where the property was made.
struct FetchSource: Sendable {
  private let named: (any LiveDatabase)?
  @Dependency(\.defaultLiveDatabase) private var defaultDatabase

  init(_ named: (any LiveDatabase)?) { self.named = named }

  /// The database.
  ///
  /// - Throws: `DefaultDatabaseError` where none is named and none was prepared.
  func database() throws -> FetchDatabase {
    let database = named ?? defaultDatabase
    if database is UnpreparedDatabase { throw DefaultDatabaseError() }
    if let writer = database as? any DatabaseWriter { return .sqlite(writer) }
    if let other = database as? any LiveRequestDatabase { return .other(other) }
    throw Self.changelessDatabase
  }

  /// The database, where only SQLite's serves.
  ///
  /// - Throws: `DefaultDatabaseError` where none is named and none was prepared.
  func writer() throws -> any DatabaseWriter {
    guard case .sqlite(let writer) = try database() else { throw Self.changelessDatabase }
    return writer
  }

  private static var changelessDatabase: DatabaseError {
    DatabaseError(
      code: .misuse,
      message:
        "A live query needs a database that tells its changes: a queue, a pool or a connection."
    )
  }
}

/// The database from which a property is fetched.
enum FetchDatabase: Sendable {
  /// SQLite's.
  case sqlite(any DatabaseWriter)
  /// One that makes a request of its own.
  case other(any LiveRequestDatabase)
}

extension FetchDatabase {
  /// What tells it from others.
  var identity: ObjectIdentifier {
    switch self {
    case .sqlite(let database): ObjectIdentifier(database)
    case .other(let database): ObjectIdentifier(database)
    }
  }

  /// Tells a sink of the results of a request, from now on.
  func subscribe<Value: Sendable>(
    _ request: QueryRequest<Value>,
    _ sink: any LiveSink<Value>
  ) throws -> LiveSubscription {
    switch self {
    case .sqlite(let database): LiveQueryEngine.subscribe(request.live, in: database, sink)
    case .other(let database): try database.subscribe(request.elsewhere, sink)
    }
  }

  /// Reads a request once, on this thread.
  func read<Value: Sendable>(_ request: QueryRequest<Value>) throws -> LiveReading<Value> {
    switch self {
    case .sqlite(let database): try database.read { db in try request.live.read(db) }
    case .other(let database): try database.readOnce(request.elsewhere)
    }
  }
}
