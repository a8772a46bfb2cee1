import SQLite
import SQLiteDatabase

/// The table of several questions: ten columns of integers.
enum Items {
  static let schema =
    "CREATE TABLE items (i0 INT, i1 INT, i2 INT, i3 INT, i4 INT, i5 INT, i6 INT, i7 INT, i8 INT, i9 INT)"
  static let insertion = "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

  /// Opens a new file with the empty table.
  static func open(_ path: String) throws -> DatabaseQueue {
    let database = try DatabaseQueue(path: path)
    try database.write { db in try db.execute(sql: schema) }
    return database
  }

  /// Inserts rows whose values are all the number of the row.
  static func insert(_ count: Int, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: insertion)
    for row in 1...count {
      try statement.execute { parameters in
        for index in 1...10 { try parameters.bind(row, at: index) }
      }
    }
  }

  /// Inserts rows, each in a separate transaction.
  ///
  /// - Returns: The number of rows.
  static func insertOneByOne(_ count: Int, _ database: DatabaseQueue) throws -> Int {
    for row in 1...count {
      try database.write { db in
        try db.cachedStatement(sql: insertion).execute { parameters in
          for index in 1...10 { try parameters.bind(row, at: index) }
        }
      }
    }
    return try database.read { db in db.totalChangesCount }
  }
}
