import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Statements with very many parameters.
@Suite struct ParameterLimitTests {
  /// Returns a statement with a number of parameters.
  private static func sql(_ count: Int) -> String {
    "SELECT count(*) FROM (VALUES "
      + (1...count).map { "($\($0)::int)" }.joined(separator: ", ") + ") v"
  }

  @Test func `only so many parameters are counted`() {
    #expect(!ParameterLimit.isExceeded(by: Self.sql(7_498)))
    #expect(ParameterLimit.isExceeded(by: Self.sql(7_499)))
    #expect(ParameterLimit.isExceeded(by: Self.sql(20_000)))
    let text = String(repeating: " ", count: 100_000)
    #expect(!ParameterLimit.isExceeded(by: "SELECT $1, '$7499 $99999999999999999999 $ $$'" + text))
    #expect(!ParameterLimit.isExceeded(by: Self.sql(7_498) + ", (SELECT '$7499') /* $7499 */"))
  }

  @Test(.requiresPostgres, .timeLimit(.hang)) func `too many are an error, and nothing is lost`()
    throws
  {
    let connection = try PostgresConnection(PostgresTestServer.shared.get().configuration())
    let values = (1...7_499).map { PostgresValue.integer(Int64($0)) }
    let error = try failure { try connection.execute(Self.sql(7_499), values) }
    #expect(error.code == .programLimitExceeded)
    #expect(error.message.contains("7,498"))
    #expect(throws: PostgresError.self) {
      try connection.pipeline { pipeline in try pipeline.execute(Self.sql(7_499), values) }
    }
    #expect(connection.transactionStatus == .idle)
    let rows = try connection.execute(Self.sql(7_498), Array(values.dropLast())).values()
    #expect(rows == [[7_498]])
  }
}
