import LiveSQL
import LiveSQLTestSupport
import Testing

/// What the fuzzer says about followers that stop following.
@Suite(.mayBlock, .timeLimit(.hang)) struct WrittenSubjectTests {
  private struct Ended: Error {}

  private let database: DatabaseQueue
  private let bell = FuzzBell()
  private let sql = "SELECT n FROM t"

  init() throws {
    database = try DatabaseQueue()
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)")
    }
  }

  private func subject(_ follow: @escaping () -> FuzzFollower<[Row]>) -> any WrittenSubject {
    let request = SQLRequest<Row>(sql: sql)
    return WrittenProperty(
      "one",
      FetchAll(request, database: database, delivery: .immediate),
      lines: { rows in rows.map { "\($0)" } },
      follow: { follow() },
      truth: { try request.fetchAll($0) }
    )
  }

  /// Judges the property itself, as a round does before it judges the follower.
  private func judge(_ subject: any WrittenSubject) throws -> String? {
    try database.read { db -> String? in subject.complaint(db) }
  }

  private func commit(_ sql: String) async throws {
    try await database.write { db in try db.execute(sql: sql) }
    try await database.liveQueriesCaughtUp()
  }

  @Test(arguments: [false, true])
  func `a follower that ends by itself is a complaint`(fails: Bool) async throws {
    let subject = subject { [bell] in
      FuzzFollower("odd", bell) { _ in if fails { throw Ended() } }
    }
    await subject.load()
    #expect(try judge(subject) == nil)
    await until { subject.complaintOfFollower()?.contains("has ended") == true }
  }

  @Test func `a follower that ends with its statement is begun again`() async throws {
    let subject = subject { [bell, database, sql] in
      .updates(database.liveQuery(sql: sql), bell)
    }
    await subject.load()
    try await commit("DROP TABLE t")
    #expect(try judge(subject) == nil)
    #expect(subject.isFailing)
    try await commit("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (2)")
    try await until { try judge(subject) == nil }
    await until { subject.complaintOfFollower() == nil }
  }

  @Test func `a follower that ends without an error is a complaint, also if its statement failed`()
    async throws
  {
    let subject = subject { [bell] in FuzzFollower("odd", bell) { _ in } }
    await subject.load()
    try await commit("DROP TABLE t")
    #expect(try judge(subject) == nil)
    try await commit("CREATE TABLE t (n INTEGER)")
    try await until { try judge(subject) == nil }
    await until { subject.complaintOfFollower()?.contains("has ended") == true }
  }
}
