import LiveSQL
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// Statements that return the same rows on SQLite and on PostgreSQL.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct BothDatabasesTests {
  @Test(arguments: conditionCases + orderCases + textCases)
  func `conditions, orders and texts`(both: BothCase) throws { try expectSameRows(both) }

  @Test(arguments: numberCases + dateCases + valueCases)
  func `numbers, dates and other values`(both: BothCase) throws { try expectSameRows(both) }

  @Test(arguments: documentCases)
  func `JSON documents`(both: BothCase) throws { try expectSameRows(both) }

  @Test(arguments: aggregateCases + windowCases + firstRowCases + joinCases + compoundCases)
  func `groups, windows, joins and compounds`(both: BothCase) throws { try expectSameRows(both) }

  @Test(arguments: writingCases)
  func `writing statements`(both: BothCase) throws { try expectSameRows(both) }

  private func expectSameRows(_ both: BothCase) throws {
    let (sqlite, postgres) = try BothDatabases.shared.get().run(both)
    #expect(postgres == sqlite)
    #expect(!sqlite.isEmpty)
  }
}
