import CPostgreSQL
import LiveSQL
import LiveSQLPostgres
import PostgreSQL

/// A record that is inserted on a server.
@Table("others") private struct Ware: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "others"

  let id: Int
  let title: String
  let price: Double
}

/// 50,000 records, and a raw `COPY` of them.
private struct CopiedWares {
  let pair: PostgresPair
  let items = (1...50_000).map { Ware(id: $0, title: "title \($0)", price: Double($0)) }

  init() throws {
    pair = try PostgresPair(
      "CREATE TABLE items (id int8, title text, price float8); CREATE TABLE others (LIKE items)"
    )
  }

  func prepare() throws { try pair.run("TRUNCATE items, others") }

  func baseline() throws -> Int {
    let started = livesql_PQexec(
      pair.raw,
      "COPY items (id, title, price) FROM STDIN (FORMAT binary)"
    )
    defer { livesql_PQclear(started) }
    try pair.check(started, is: LIVESQL_PGRES_COPY_IN)
    var bytes: [UInt8] =
      Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
    bytes.reserveCapacity(70_000)
    for item in items {
      Self.append(Int16(3), to: &bytes)
      Self.append(Int32(8), to: &bytes)
      Self.append(Int64(item.id), to: &bytes)
      Self.append(Int32(item.title.utf8.count), to: &bytes)
      bytes.append(contentsOf: item.title.utf8)
      Self.append(Int32(8), to: &bytes)
      Self.append(item.price.bitPattern, to: &bytes)
      if bytes.count > 65_536 { send(&bytes) }
    }
    Self.append(Int16(-1), to: &bytes)
    send(&bytes)
    livesql_PQputCopyEnd(pair.raw, nil)
    var count = 0
    while let result = livesql_PQgetResult(pair.raw) {
      defer { livesql_PQclear(result) }
      try pair.check(result, is: LIVESQL_PGRES_COMMAND_OK)
      count = livesql_PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }
    return count
  }

  private func send(_ bytes: inout [UInt8]) {
    _ = bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      return livesql_PQputCopyData(pair.raw, start, Int32(buffer.count))
    }
    bytes.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }
}

/// The cost of inserting many records by `COPY`.
struct PostgresCopy: Question {
  static let name = "postgres-copy"
  static let work = "PostgreSQL: inserting 50,000 records by COPY"
  static let bar: Double? = 1.2

  private let wares: CopiedWares

  init(in folder: String) throws { wares = try CopiedWares() }

  mutating func prepare() throws { try wares.prepare() }

  func baseline() throws -> Int { try wares.baseline() }

  func ours() throws -> Int {
    try wares.pair.connection.copyIn("others", columns: ["id", "title", "price"]) { writer in
      for item in wares.items {
        try writer.append([.integer(Int64(item.id)), .text(item.title), .double(item.price)])
      }
    }
  }
}

/// The cost of inserting many records by one typed statement.
struct PostgresTypedInsert: Question {
  static let name = "postgres-typed-insert"
  static let work =
    "PostgreSQL: 50,000 records by Item.insert { records }.execute(db); baseline: COPY"
  static let bar: Double? = 1.2

  private let wares: CopiedWares

  init(in folder: String) throws { wares = try CopiedWares() }

  mutating func prepare() throws { try wares.prepare() }

  func baseline() throws -> Int { try wares.baseline() }

  func ours() throws -> Int {
    try Ware.insert { wares.items }.execute(wares.pair.connection)
    return wares.items.count
  }
}

/// The cost of inserting many records as an array.
struct PostgresRecordsInsert: Question {
  static let name = "postgres-records-insert"
  static let work =
    "PostgreSQL: 50,000 Codable records by Item.insertAll(db, records); baseline: COPY"
  static let bar: Double? = nil

  private let wares: CopiedWares

  init(in folder: String) throws { wares = try CopiedWares() }

  mutating func prepare() throws { try wares.prepare() }

  func baseline() throws -> Int { try wares.baseline() }

  func ours() throws -> Int {
    try Ware.insertAll(wares.pair.connection, wares.items)
    return wares.items.count
  }
}
