import CPostgreSQL
import LiveSQL
import LiveSQLPostgres
import PostgreSQL

/// A row of ten integers on a server, for typed statements.
@Table("items") struct ServerItem {
  let i0: Int
  let i1: Int
  let i2: Int
  let i3: Int
  let i4: Int
  let i5: Int
  let i6: Int
  let i7: Int
  let i8: Int
  let i9: Int

  /// A number computed from some of the values.
  var digest: Int { i0 &+ i9 }
}

extension ServerItem {
  /// Reads a row of a raw result.
  fileprivate init(_ result: OpaquePointer?, _ row: Int32) {
    i0 = rawLongInteger(result, row, 0)
    i1 = rawLongInteger(result, row, 1)
    i2 = rawLongInteger(result, row, 2)
    i3 = rawLongInteger(result, row, 3)
    i4 = rawLongInteger(result, row, 4)
    i5 = rawLongInteger(result, row, 5)
    i6 = rawLongInteger(result, row, 6)
    i7 = rawLongInteger(result, row, 7)
    i8 = rawLongInteger(result, row, 8)
    i9 = rawLongInteger(result, row, 9)
  }
}

/// Returns the raw integer of a column of eight bytes, in binary format.
@inline(__always)
private func rawLongInteger(_ result: OpaquePointer?, _ row: Int32, _ column: Int32) -> Int {
  guard let bytes = livesql_PQgetvalue(result, row, column) else { return 0 }
  return Int(Int64(bigEndian: UnsafeRawPointer(bytes).loadUnaligned(as: Int64.self)))
}

/// A table of 200,000 rows of ten integers of eight bytes, which can be read by raw calls.
private struct ServerItems {
  static let sql = "SELECT * FROM items"
  let pair: PostgresPair

  init() throws {
    let columns = (0..<10).map { "i\($0) bigint NOT NULL" }.joined(separator: ", ")
    let values = (0..<10).map { _ in "i" }.joined(separator: ", ")
    pair = try PostgresPair(
      """
      CREATE TABLE items (\(columns), PRIMARY KEY (i0));
      INSERT INTO items SELECT \(values) FROM generate_series(1, 200000) i; ANALYZE
      """
    )
    try pair.prepare("items", Self.sql)
    try pair.prepare("item", Self.sql + " WHERE i0 = $1")
  }

  func baseline() throws -> Int {
    let result = livesql_PQexecPrepared(pair.raw, "items", 0, nil, nil, nil, 1)
    defer { livesql_PQclear(result) }
    try pair.check(result, is: LIVESQL_PGRES_TUPLES_OK)
    var items: [ServerItem] = []
    items.reserveCapacity(Int(livesql_PQntuples(result)))
    for row in 0..<livesql_PQntuples(result) { items.append(ServerItem(result, row)) }
    return items.reduce(0) { $0 &+ $1.digest }
  }

  /// Looks up rows one after the other.
  func baselineOfLookUps(_ keys: ClosedRange<Int>) throws -> Int {
    var sum = 0
    for key in keys {
      var bytes = Int64(key).bigEndian
      var (length, format) = (Int32(8), Int32(1))
      let result = withUnsafeBytes(of: &bytes) { bytes in
        var pointer = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        return livesql_PQexecPrepared(pair.raw, "item", 1, &pointer, &length, &format, 1)
      }
      defer { livesql_PQclear(result) }
      try pair.check(result, is: LIVESQL_PGRES_TUPLES_OK)
      sum &+= ServerItem(result, 0).digest
    }
    return sum
  }
}

/// The cost of reading many rows with a typed statement.
struct PostgresTypedRead: Question {
  static let name = "postgres-typed-read"
  static let work = "PostgreSQL: 200,000 rows of 10 integers by Item.all.fetchAll(db)"
  static let bar: Double? = 1.15

  private let items: ServerItems

  init(in folder: String) throws { items = try ServerItems() }

  func baseline() throws -> Int { try items.baseline() }

  func ours() throws -> Int {
    try ServerItem.all.fetchAll(items.pair.connection).reduce(0) { $0 &+ $1.digest }
  }
}

/// The cost of reading many rows into `Codable` records.
struct PostgresRecordsRead: Question {
  static let name = "postgres-records-read"
  static let work = "PostgreSQL: reading 200,000 Codable records of 10 integers"
  static let bar: Double? = 2.5

  private let items: ServerItems

  init(in folder: String) throws { items = try ServerItems() }

  func baseline() throws -> Int { try items.baseline() }

  func ours() throws -> Int {
    try RecordItem.all().fetchAll(items.pair.connection).reduce(0) { $0 &+ $1.digest }
  }
}

/// The cost of looking up rows by key with a statement that is built each time.
struct PostgresTypedLookUp: Question {
  static let name = "postgres-typed-look-up"
  static let work = "PostgreSQL: 10,000 rows by Item.where { $0.i0.eq(key) }.fetchOne(db)"
  static let bar: Double? = 1.15

  private let items: ServerItems

  init(in folder: String) throws { items = try ServerItems() }

  func baseline() throws -> Int { try items.baselineOfLookUps(1...10_000) }

  func ours() throws -> Int {
    var sum = 0
    for key in 1...10_000 {
      let item = try ServerItem.where { $0.i0.eq(key) }.fetchOne(items.pair.connection)
      sum &+= item?.digest ?? 0
    }
    return sum
  }
}

/// The cost of looking up rows by key with a statement that is built once.
struct PostgresPreparedLookUp: Question {
  static let name = "postgres-prepared-look-up"
  static let work = "PostgreSQL: looking up 10,000 rows by key with a prepared query"
  static let bar: Double? = 1.15

  private static let query = PreparedQuery { (key: Parameter<Int>) in
    ServerItem.where { $0.i0.eq(key) }
  }
  private let items: ServerItems

  init(in folder: String) throws { items = try ServerItems() }

  func baseline() throws -> Int { try items.baselineOfLookUps(1...10_000) }

  func ours() throws -> Int {
    var sum = 0
    for key in 1...10_000 {
      sum &+= try Self.query.fetchOne(items.pair.connection, key)?.digest ?? 0
    }
    return sum
  }
}
