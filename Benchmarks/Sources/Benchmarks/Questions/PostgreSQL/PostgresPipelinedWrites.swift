import CPostgreSQL
import LiveSQL
import LiveSQLPostgres
import PostgreSQL

/// A row that is updated by key.
@Table("counters") private struct Counter: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "counters"

  let id: Int
  var value: Int
}

/// 10,000 rows, and a raw pipeline that updates each of them.
private struct Counters {
  static let count = 10_000
  let pair: PostgresPair

  init() throws {
    pair = try PostgresPair(
      """
      CREATE TABLE counters (id int8 PRIMARY KEY, value int8 NOT NULL);
      INSERT INTO counters SELECT i, 0 FROM generate_series(1, \(Self.count)) i; ANALYZE
      """
    )
    try pair.prepare("update", "UPDATE counters SET value = $1 WHERE id = $2")
  }

  func prepare() throws { try pair.run("VACUUM counters") }

  func baseline() throws -> Int {
    let raw = pair.raw
    try pair.run("BEGIN")
    livesql_PQenterPipelineMode(raw)
    var read = 0
    func readOne() throws {
      let result = livesql_PQgetResult(raw)
      try pair.check(result, is: LIVESQL_PGRES_COMMAND_OK)
      livesql_PQclear(result)
      livesql_PQclear(livesql_PQgetResult(raw))
      read += 1
    }
    for id in 1...Self.count {
      try send(id)
      if id - read >= 512 {
        livesql_PQsendFlushRequest(raw)
        livesql_PQflush(raw)
        while id - read > 256 { try readOne() }
      }
    }
    livesql_PQpipelineSync(raw)
    while read < Self.count { try readOne() }
    livesql_PQclear(livesql_PQgetResult(raw))
    livesql_PQexitPipelineMode(raw)
    try pair.run("COMMIT")
    return Self.count
  }

  private func send(_ id: Int) throws {
    var bytes = (Int64(id * 2).bigEndian, Int64(id).bigEndian)
    let isSent = withUnsafeBytes(of: &bytes) { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var values = [start, start.map { $0 + 8 }]
      var (lengths, formats) = ([Int32(8), 8], [Int32(1), 1])
      return livesql_PQsendQueryPrepared(pair.raw, "update", 2, &values, &lengths, &formats, 1)
    }
    guard isSent == 1 else { throw RawPostgresError(message: "cannot send") }
  }
}

/// The cost of typed updates in a pipeline.
struct PostgresPipelinedUpdates: Question {
  static let name = "postgres-pipelined-updates"
  static let work = "PostgreSQL: 10,000 typed updates by key in a pipeline"
  static let bar: Double? = 1.3

  private let counters: Counters

  init(in folder: String) throws { counters = try Counters() }

  mutating func prepare() throws { try counters.prepare() }

  func baseline() throws -> Int { try counters.baseline() }

  func ours() throws -> Int {
    try counters.pair.connection.pipeline { pipeline in
      for id in 1...Counters.count {
        try pipeline.execute(Counter.find(id).update { $0.value = id * 2 })
      }
    }
    return Counters.count
  }
}

/// The cost of updating records in a pipeline.
struct PostgresPipelinedRecords: Question {
  static let name = "postgres-pipelined-records"
  static let work = "PostgreSQL: 10,000 records updated in a pipeline"
  static let bar: Double? = 1.3

  private let counters: Counters

  init(in folder: String) throws { counters = try Counters() }

  mutating func prepare() throws { try counters.prepare() }

  func baseline() throws -> Int { try counters.baseline() }

  func ours() throws -> Int {
    try counters.pair.connection.pipeline { pipeline in
      for id in 1...Counters.count { try pipeline.update(Counter(id: id, value: id * 2)) }
    }
    return Counters.count
  }
}
