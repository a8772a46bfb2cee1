import CSQLite
import SQLiteDatabase

/// The memory that an unused connection holds after it has read a table of 100 rows once.
///
/// It has no bar, and is shown next to the table.
struct IdleMemory: Encodable {
  static let name = "idle-memory"
  private static let connectionCount = 100
  private static let query = "SELECT count(*), sum(i9) FROM items"

  let baselineBytes: Int
  let ourBytes: Int

  init(in folder: String) throws {
    let path = folder + "/items.db"
    let database = try Items.open(path)
    try database.write { db in try Items.insert(100, db) }
    try database.close()
    // Once before each, so that memory which a process needs only once is not counted.
    _ = try Self.read(RawConnection(path))
    baselineBytes = try Self.bytes { try Self.read(RawConnection(path)) }
    _ = try Self.read(DatabaseQueue(path: path))
    ourBytes = try Self.bytes { try Self.read(DatabaseQueue(path: path)) }
  }

  var text: String {
    "Memory per idle connection: \(ourBytes / 1024) KiB; with raw calls \(baselineBytes / 1024) KiB."
  }

  /// Returns the bytes for one more connection, when many are open at once.
  private static func bytes<Connection>(_ open: () throws -> Connection) throws -> Int {
    let before = memoryInUse()
    let connections = try (0..<connectionCount).map { _ in try open() }
    return withExtendedLifetime(connections) {
      (memoryInUse() - before) / connectionCount
    }
  }

  private static func read(_ connection: RawConnection) throws -> RawConnection {
    let statement = try connection.prepare(query)
    try connection.check(sqlite3_step(statement), is: SQLITE_ROW)
    // The statement stays compiled as in the library; closing the connection leaves it to the end
    // of the process.
    sqlite3_reset(statement)
    return connection
  }

  private static func read(_ database: DatabaseQueue) throws -> DatabaseQueue {
    _ = try database.read { db in try Int.fetchOne(db, sql: query) }
    return database
  }
}
