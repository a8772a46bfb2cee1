import SQLite
import SQLiteDatabase

/// The table of several questions: ten columns of integers.
enum Items {
  static let schema =
    "CREATE TABLE items (i0 INT, i1 INT, i2 INT, i3 INT, i4 INT, i5 INT, i6 INT, i7 INT, i8 INT, i9 INT)"
  static let insertion = "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

  static func create(_ db: Database) throws { try db.execute(sql: schema) }

  /// Inserts rows whose values are all the row's number.
  static func insert(_ count: Int, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: insertion)
    for row in 1...count {
      try statement.execute { parameters in
        for index in 1...10 { try parameters.bind(row, at: index) }
      }
    }
  }
}
