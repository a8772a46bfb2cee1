import DatabaseTypes
import LiveSQLTestSupport
import Testing

@Suite struct RegisteredQueriesTests {
  private var queries = RegisteredQueries(of: "reminders", columns: ["listID", "title"])

  init() {
    queries.insert(1, whereColumn: "listID", equals: 1)
    queries.insert(2, whereColumn: "listID", isIn: 1..<3)
    queries.insert(3, whereColumn: "listID", isIn: 3..<4)
  }

  private func changes(_ old: Change.Image, _ list: DatabaseValue) -> ChangeSet {
    let change = Change(key: .rowID(1), old: old, new: .row(Row(["listID": list, "title": "a"])))
    return ChangeSet(number: 1, origin: .thisProcess, tables: ["reminders": .rows([change])])
  }

  @Test func `a row touches the queries that see it`() {
    #expect(queries.touched(by: changes(.absent, 1)) == [1, 2])
    #expect(queries.touched(by: changes(.absent, 2)) == [2])
    #expect(queries.touched(by: changes(.absent, 3)) == [3])
    #expect(queries.touched(by: changes(.absent, 4)).isEmpty)
  }

  @Test mutating func `a row with unknown old values touches the queries that have it`() {
    for query in 1...3 { queries.setRows(of: query, []) }
    #expect(queries.touched(by: changes(.unknown, 4)).isEmpty)
    queries.note(changes(.unknown, 3))
    #expect(queries.touched(by: changes(.unknown, 4)) == [3])
  }
}
