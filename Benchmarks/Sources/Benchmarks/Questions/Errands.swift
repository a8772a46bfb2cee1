import CSQLite
import LiveSQL

/// A row of eight columns with a key, for the questions about statements that are built each time.
@Table("errands")
struct Errand: Codable, Equatable {
  let id: Int
  var title: String
  var notes: String?
  var priority: Int
  var isDone: Bool
  var estimate: Double
  var listID: Int
  var position: Int
}

/// The same row as a record without a macro.
struct RecordErrand: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "errands"

  let id: Int
  var title: String
  var notes: String?
  var priority: Int
  var isDone: Bool
  var estimate: Double
  var listID: Int
  var position: Int

  init(_ errand: Errand) {
    id = errand.id
    title = errand.title
    notes = errand.notes
    priority = errand.priority
    isDone = errand.isDone
    estimate = errand.estimate
    listID = errand.listID
    position = errand.position
  }
}

/// Two files with the same 5,000 errands, one for each side, so that neither has to reread what the
/// other wrote.
///
/// Each round writes all of them once, in one transaction.
struct Errands {
  static let rows = (1...5_000).map { Errand(number: $0) }

  static let schema = """
    CREATE TABLE errands (id INTEGER PRIMARY KEY, title TEXT NOT NULL, notes TEXT, priority INTEGER NOT NULL, \
    isDone INTEGER NOT NULL, estimate REAL NOT NULL, listID INTEGER NOT NULL, position INTEGER NOT NULL)
    """

  let database: DatabaseQueue
  private let raw: RawConnection
  private let statement: OpaquePointer

  /// Creates the files.
  ///
  /// - Parameter sql: The statement that the raw side runs for each row; it stays compiled.
  init(in folder: String, running sql: String) throws {
    for name in ["ours", "raw"] {
      let database = try DatabaseQueue(path: "\(folder)/\(name).db")
      try database.write { db in
        try db.execute(sql: Self.schema)
        try Errand.insert { Self.rows }.execute(db)
      }
      try database.close()
    }
    database = try DatabaseQueue(path: folder + "/ours.db")
    raw = try RawConnection(folder + "/raw.db")
    statement = try raw.prepare(sql)
  }

  /// Runs the raw statement for each row.
  ///
  /// - Returns: The number of rows that it changed.
  func baseline(_ bind: (Errand, OpaquePointer) -> Void) throws -> Int {
    let before = sqlite3_total_changes64(raw.handle)
    try raw.execute("BEGIN IMMEDIATE")
    for row in Self.rows {
      bind(row, statement)
      try raw.check(sqlite3_step(statement), is: SQLITE_DONE)
      sqlite3_reset(statement)
    }
    try raw.execute("COMMIT")
    return Int(sqlite3_total_changes64(raw.handle) - before)
  }

  /// Does something with each row.
  ///
  /// - Returns: The number of rows that it changed.
  func ours(_ write: (Errand, Database) throws -> Void) throws -> Int {
    try database.write { db in
      let before = db.totalChangesCount
      for row in Self.rows { try write(row, db) }
      return db.totalChangesCount - before
    }
  }
}

extension Errand {
  /// Creates an errand whose values are derived from its key.
  fileprivate init(number: Int) {
    let notes: String? = number % 3 == 0 ? nil : "To be done in town, before noon"
    self.init(
      id: number,
      title: "Errand number \(number)",
      notes: notes,
      priority: number % 5,
      isDone: number % 2 == 0,
      estimate: Double(number) / 8,
      listID: number % 20,
      position: number
    )
  }

  /// Binds all values except the key, starting at a parameter.
  func bindValues(to statement: OpaquePointer, from first: Int32) {
    // SQLite copies the texts, as it does for the library.
    let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(statement, first, title, -1, copying)
    if let notes {
      sqlite3_bind_text(statement, first + 1, notes, -1, copying)
    } else {
      sqlite3_bind_null(statement, first + 1)
    }
    sqlite3_bind_int64(statement, first + 2, Int64(priority))
    sqlite3_bind_int64(statement, first + 3, isDone ? 1 : 0)
    sqlite3_bind_double(statement, first + 4, estimate)
    sqlite3_bind_int64(statement, first + 5, Int64(listID))
    sqlite3_bind_int64(statement, first + 6, Int64(position))
  }
}
