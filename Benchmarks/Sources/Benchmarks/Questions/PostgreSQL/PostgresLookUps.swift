import CPostgreSQL
import PostgreSQL

/// The table for lookups, and raw lookups.
private struct LookUps {
  static let sql = "SELECT title FROM items WHERE id = $1"
  let pair: PostgresPair

  init() throws {
    pair = try PostgresPair(
      """
      CREATE TABLE items (id int PRIMARY KEY, title text NOT NULL);
      INSERT INTO items SELECT i, 'title ' || i FROM generate_series(1, 10000) i; ANALYZE
      """
    )
    try pair.prepare("item", Self.sql)
  }

  /// Calls a closure with the arguments that libpq needs for a key.
  func withKey<Result>(
    _ key: Int,
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>)
      throws ->
      Result
  ) rethrows -> Result {
    var bytes = Int32(truncatingIfNeeded: key).bigEndian
    var (length, format) = (Int32(4), Int32(1))
    return try withUnsafeBytes(of: &bytes) { bytes in
      var pointer = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return try body(&pointer, &length, &format)
    }
  }

  static func titleLength(_ result: OpaquePointer?) -> Int {
    guard let bytes = livesql_PQgetvalue(result, 0, 0) else { return 0 }
    let count = Int(livesql_PQgetlength(result, 0, 0))
    let text = String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: count),
      as: UTF8.self
    )
    return text.utf8.count
  }
}

/// The cost of looking up rows by key with a prepared statement, one after the other.
struct PostgresLookUpByKey: Question {
  static let name = "postgres-look-up-by-key"
  static let work = "PostgreSQL: looking up 10,000 rows by key"
  static let bar: Double? = 1.15

  private let lookUps: LookUps

  init(in folder: String) throws { lookUps = try LookUps() }

  func baseline() throws -> Int {
    var sum = 0
    for key in 1...10_000 {
      let result = lookUps.withKey(key) { values, lengths, formats in
        livesql_PQexecPrepared(lookUps.pair.raw, "item", 1, values, lengths, formats, 1)
      }
      defer { livesql_PQclear(result) }
      try lookUps.pair.check(result, is: LIVESQL_PGRES_TUPLES_OK)
      sum += LookUps.titleLength(result)
    }
    return sum
  }

  func ours() throws -> Int {
    let statement = try lookUps.pair.connection.prepare(LookUps.sql)
    var sum = 0
    for key in 1...10_000 {
      let result = try lookUps.pair.connection.execute(statement, [.integer(Int64(key))])
      sum += try result.first { row in try row.decode(String.self, at: 0) }?.utf8.count ?? 0
    }
    return sum
  }
}

/// The cost of looking up rows by key in a pipeline.
struct PostgresPipelined: Question {
  static let name = "postgres-pipelined"
  static let work = "PostgreSQL: looking up 10,000 rows by key in a pipeline"
  static let bar: Double? = 1.2

  private let lookUps: LookUps

  init(in folder: String) throws { lookUps = try LookUps() }

  func baseline() throws -> Int {
    let raw = lookUps.pair.raw
    try lookUps.pair.run("BEGIN")
    livesql_PQenterPipelineMode(raw)
    var (sum, read) = (0, 0)
    func readOne() throws {
      let result = livesql_PQgetResult(raw)
      try lookUps.pair.check(result, is: LIVESQL_PGRES_TUPLES_OK)
      sum += LookUps.titleLength(result)
      livesql_PQclear(result)
      livesql_PQclear(livesql_PQgetResult(raw))
      read += 1
    }
    for key in 1...10_000 {
      let isSent = lookUps.withKey(key) { values, lengths, formats in
        livesql_PQsendQueryPrepared(raw, "item", 1, values, lengths, formats, 1)
      }
      guard isSent == 1 else { throw RawPostgresError(message: "cannot send") }
      if key - read >= 512 {
        livesql_PQsendFlushRequest(raw)
        livesql_PQflush(raw)
        while key - read > 256 { try readOne() }
      }
    }
    livesql_PQpipelineSync(raw)
    while read < 10_000 { try readOne() }
    livesql_PQclear(livesql_PQgetResult(raw))
    livesql_PQexitPipelineMode(raw)
    try lookUps.pair.run("COMMIT")
    return sum
  }

  func ours() throws -> Int {
    var sum = 0
    try lookUps.pair.connection.pipeline { pipeline in
      for key in 1...10_000 {
        try pipeline.execute(LookUps.sql, [.integer(Int64(key))]) { result in
          sum += try result.first { row in try row.decode(String.self, at: 0) }?.utf8.count ?? 0
        }
      }
    }
    return sum
  }
}
