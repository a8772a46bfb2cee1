import LiveSQL
import Testing

/// The blocks of the page “Direct fetch integration”.
@Suite struct DirectFetchTests {
  @Table struct User {
    let id: Int
    let name: String
  }

  @Test func `a user that is added in a transaction appears`() async throws {
    let connection = try await SQLiteConnection.open(storage: .memory)
    try await connection.query("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    @FetchAll(User.all, connection: connection) var users
    DirectFetch.Adding(connection: connection).addUser(name: "Ada")
    for await users in $users.values where !users.isEmpty { break }
    #expect(users.map(\.name) == ["Ada"])
  }
}
