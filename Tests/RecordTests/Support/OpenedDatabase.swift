import LiveSQL
import LiveSQLTestSupport

/// A way to open a database.
enum Opening: String, CaseIterable, Sendable {
  case queue
  case pool
  case connection

  /// Opens a database in a folder, and creates its schema.
  func open(in scratch: ScratchDirectory, _ sql: String) async throws -> any DatabaseWriter {
    let path = scratch.path(of: "records.sqlite")
    let database: any DatabaseWriter =
      switch self {
      case .queue: try DatabaseQueue(path: path)
      case .pool: try DatabasePool(path: path)
      case .connection: try await SQLiteConnection.open(storage: .file(path: path))
      }
    try await database.write { try $0.execute(sql: sql) }
    return database
  }
}

/// Creates a database in memory with a schema.
func makeQueue(_ sql: String) throws -> DatabaseQueue {
  let queue = try DatabaseQueue()
  try queue.write { try $0.execute(sql: sql) }
  return queue
}
