import LiveSQL
import LiveSQLTestSupport
import Observation
import Testing

// The code blocks of well-known guides to fetching, unchanged, on this library.

@Table private struct Fact: Identifiable, Equatable {
  let id: Int
  var body = ""
}

@Table private struct User: Equatable {
  let id: Int
  let name: String
  let email: String
  var active = true
}

@Table("remindersLists") private struct SomeList: Identifiable, Equatable {
  let id: Int
  var title = ""
}

@Selection private struct ListSummary: Equatable {
  let list: SomeList
  let incompleteCount: Int
}

@Observable
@MainActor
private final class Model {
  @ObservationIgnored
  @FetchAll(Fact.order { $0.id.desc() })
  var facts

  @ObservationIgnored
  @FetchOne(Fact.count())
  var factsCount = 0

  @ObservationIgnored
  @Dependency(\.defaultDatabase) private var database

  func deleteFact(indices: [Int]) {
    withErrorReporting {
      try database.write { db in
        let ids = indices.map { facts[$0].id }
        try Fact.where { $0.id.in(ids) }.delete().execute(db)
      }
    }
  }

  func load() async throws {
    try await $facts.load()
    try await $factsCount.load()
  }

  func waitForCount(_ count: Int) async {
    for await value in $factsCount.values where value == count { return }
  }
}

@MainActor
private final class DynamicQueryDemo {
  @Fetch(Facts()) private var facts = Facts.Value()

  func search(_ query: String) async -> [Fact] {
    await withErrorReporting {
      try await $facts.load(Facts(query: query))
    }
    return facts.facts
  }

  private struct Facts: FetchKeyRequest {
    var query = ""
    struct Value {
      var facts: [Fact] = []
    }
    func fetch(_ db: Database) throws -> Value {
      try Value(
        facts: Fact.where { $0.body.contains(query) }.fetchAll(db)
      )
    }
  }
}

private struct UserDetail {
  @FetchOne var user: User?
  @FetchAll var activeUsers: [User]
  @FetchOne var activeUserCount: Int

  init(connection: SQLiteConnection, userId: Int) {
    _user = FetchOne(User.where { $0.id == userId }.limit(1), connection: connection)
    _activeUsers = FetchAll(
      User.filter { $0.active == true }.order(by: \.name),
      connection: connection
    )
    _activeUserCount = FetchOne(
      wrappedValue: 0,
      User.where { $0.active == true }.count,
      connection: connection
    )
  }
}

@Suite(.timeLimit(.hang)) struct SeedTests {
  @Test @MainActor func `a model of facts works as in the guide`() async throws {
    let database = try DatabaseQueue()
    try await database.run("CREATE TABLE facts (id INTEGER PRIMARY KEY, body TEXT NOT NULL)")
    try await database.run("INSERT INTO facts VALUES (1, 'one'), (2, 'two'), (3, 'three')")
    let (model, demo) = withDependencies {
      $0.defaultDatabase = database
    } operation: {
      (Model(), DynamicQueryDemo())
    }
    try await model.load()
    #expect(model.facts.map(\.id) == [3, 2, 1])
    #expect(model.factsCount == 3)
    model.deleteFact(indices: [0])
    await model.waitForCount(2)
    #expect(model.facts.map(\.id) == [2, 1])
    #expect(await demo.search("tw").map(\.id) == [2])
  }

  @Test func `property wrappers work with a connection`() async throws {
    let connection = try await SQLiteConnection.open(storage: .memory)
    try await connection.query(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT, active INTEGER DEFAULT 1)",
      []
    )
    let detail = UserDetail(connection: connection, userId: 1)
    try await connection.transaction { conn in
      try await conn.query(
        "INSERT INTO users (name, email) VALUES (?, ?)",
        [.text("Ada"), .text("ada@example.com")]
      )
    }
    for await count in detail.$activeUserCount.values where count == 1 { break }
    #expect(detail.user?.name == "Ada")
    #expect(detail.activeUsers.count == 1)
    #expect(detail.$activeUsers.loadError == nil)
  }

  @Test func `lists with the number of their open reminders stay up to date`() async throws {
    let database = try remindersDatabase()
    @FetchAll(
      SomeList
        .group(by: \.id)
        .order(by: \.id)
        .leftJoin(Reminder.all) { $0.id.eq($1.remindersListID) && !$1.isCompleted }
        .select {
          ListSummary.Columns(
            list: $0,
            incompleteCount: $1.id.count()
          )
        },
      database: database
    )
    var remindersLists
    try await $remindersLists.load()
    #expect(remindersLists.map(\.incompleteCount) == [2, 0])
    try await database.run("UPDATE reminders SET isCompleted = 0")
    #expect(await $remindersLists.value { $0.last?.incompleteCount == 1 } != nil)
  }
}
