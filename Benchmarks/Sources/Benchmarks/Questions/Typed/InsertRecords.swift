import CSQLite
import LiveSQL

/// Inserting many records at once.
///
/// 50,000 rows of ten integers into an empty table of a new file that is not observed.
struct InsertRecords: Question {
  static let name = "insert-records"
  static let work = "Inserting 50,000 records in one transaction"
  static let bar: Double? = 1.25

  private static let items = (1...50_000).map { Item($0) }
  private var files: FreshItems

  init(in folder: String) throws { files = try FreshItems(in: folder) }

  mutating func prepare() throws { try files.renew() }

  func baseline() throws -> Int { try Self.items.insertInOneTransaction(files.raw) }

  func ours() throws -> Int {
    try files.database.write { db in
      try Item.insert { Self.items }.execute(db)
      return db.totalChangesCount
    }
  }
}

/// Inserting many records in one transaction, each by its own statement.
struct InsertRecordsOneByOne: Question {
  static let name = "insert-records-one-by-one"
  static let work = "Inserting 50,000 records in one transaction, each by its own statement"
  static let bar: Double? = 1.6

  private static let items = (1...50_000).map { Item($0) }
  private var files: FreshItems

  init(in folder: String) throws { files = try FreshItems(in: folder) }

  mutating func prepare() throws { try files.renew() }

  func baseline() throws -> Int { try Self.items.insertInOneTransaction(files.raw) }

  func ours() throws -> Int {
    try files.database.write { db in
      for item in Self.items { try Item.insert { item }.execute(db) }
      return db.totalChangesCount
    }
  }
}

/// Inserting one record per transaction.
struct InsertRecordTransactions: Question {
  static let name = "insert-record-transactions"
  static let work = "2,000 transactions that insert one record each"
  static let bar: Double? = 1.2

  private static let count = 2_000
  private var files: FreshItems

  init(in folder: String) throws { files = try FreshItems(in: folder) }

  mutating func prepare() throws { try files.renew() }

  func baseline() throws -> Int {
    let raw = files.raw
    let statement = try raw.prepare(Items.insertion)
    defer { sqlite3_finalize(statement) }
    for row in 1...Self.count {
      Item(row).bind(to: statement)
      try raw.check(sqlite3_step(statement), is: SQLITE_DONE)
      sqlite3_reset(statement)
    }
    return Int(sqlite3_total_changes64(raw.handle))
  }

  func ours() throws -> Int {
    for row in 1...Self.count {
      try files.database.write { db in try Item.insert { Item(row) }.execute(db) }
    }
    return try files.database.read { db in db.totalChangesCount }
  }
}

extension [Item] {
  /// Inserts the items by raw calls.
  fileprivate func insertInOneTransaction(_ raw: RawConnection) throws -> Int {
    let statement = try raw.prepare(Items.insertion)
    defer { sqlite3_finalize(statement) }
    try raw.execute("BEGIN IMMEDIATE")
    for item in self {
      item.bind(to: statement)
      try raw.check(sqlite3_step(statement), is: SQLITE_DONE)
      sqlite3_reset(statement)
    }
    try raw.execute("COMMIT")
    return Int(sqlite3_total_changes64(raw.handle))
  }
}

extension Item {
  fileprivate func bind(to statement: OpaquePointer) {
    sqlite3_bind_int64(statement, 1, Int64(i0))
    sqlite3_bind_int64(statement, 2, Int64(i1))
    sqlite3_bind_int64(statement, 3, Int64(i2))
    sqlite3_bind_int64(statement, 4, Int64(i3))
    sqlite3_bind_int64(statement, 5, Int64(i4))
    sqlite3_bind_int64(statement, 6, Int64(i5))
    sqlite3_bind_int64(statement, 7, Int64(i6))
    sqlite3_bind_int64(statement, 8, Int64(i7))
    sqlite3_bind_int64(statement, 9, Int64(i8))
    sqlite3_bind_int64(statement, 10, Int64(i9))
  }
}
