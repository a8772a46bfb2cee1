import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@Table("coin") private struct TypedCoin {
  let id: Int
  var name: String
}

/// Insertions of several rows in a transaction, and in each other.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct NestedInsertionTests {
  private struct Refusal: Error {}

  private struct Plain: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "coin"
    var id: Int64
    var name = "plain"
  }

  /// A record whose callback inserts others, which the server refuses.
  private struct Outer: Encodable, EitherDatabaseRecord {
    static let databaseTableName = "coin"
    var id: Int64
    var name = "outer"

    func willInsert(_ db: any SQLConnection) throws {
      guard id == 1_500 else { return }
      do { try Plain.insertAll(db, [Plain(id: -1), Plain(id: -1)]) } catch { throw Refusal() }
    }

    func willInsert(_ db: Database) throws { try willInsert(db as any SQLConnection) }
  }

  private let scratch: PostgresScratchDatabase
  private let db: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    db = try scratch.connect()
    try db.execute(script: "CREATE TABLE coin (id bigint PRIMARY KEY, name text NOT NULL); BEGIN")
  }

  /// The number of rows that were written in a savepoint of the current transaction.
  private func countInSavepoints() throws -> Int {
    let sql = "SELECT id FROM coin WHERE xmin::text <> txid_current()::text"
    return try db.execute(sql).count
  }

  @Test func `an insertion in a callback that fails leaves nothing of the records before`() throws {
    try Plain(id: 5_000).insert(db)
    var coins = (1...2_000).map { Outer(id: $0) }
    #expect(throws: Refusal.self) { try Outer.insertAll(db, &coins) }
    #expect(db.transactionStatus == .inTransaction)
    try db.execute(script: "COMMIT")
    #expect(try Plain.order(Column("id")).fetchAll(db).map(\.id) == [5_000])
  }

  @Test func `a few rows that return nothing are inserted without a savepoint`() throws {
    try TypedCoin.insert { (1...3).map { TypedCoin(id: $0, name: "typed") } }.execute(db)
    try Plain.insertAll(db, [Plain(id: 4)])
    #expect(try countInSavepoints() == 0)
    #expect(try Plain.fetchCount(db) == 4)
  }

  @Test func `a value that cannot be sent undoes the rows before it`() throws {
    let rows = (1...3).map { TypedCoin(id: $0, name: $0 == 3 ? "with\0NUL" : "typed") }
    #expect(throws: PostgresError.self) { try TypedCoin.insert { rows }.execute(db) }
    #expect(db.transactionStatus == .inTransaction)
    #expect(try Plain.fetchCount(db) == 0)
  }
}
