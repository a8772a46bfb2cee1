import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import Testing

/// Several servers behind one database.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct TopologyTests {
  private func database(_ servers: [PostgresTestServer], _ attributes: String?) -> PostgresDatabase
  {
    var connection = PostgresConfiguration(
      "host=\(servers.map(\.folder).joined(separator: ",")) user=postgres dbname=postgres"
    )
    connection.options["target_session_attrs"] = attributes
    var configuration = PostgresDatabaseConfiguration(connection)
    configuration.reconnectDelay = .milliseconds(5) ... .milliseconds(50)
    configuration.maximumConnectionCount = 4
    return PostgresDatabase(configuration)
  }

  @Test
  func `reads go to a replica, and writes after its promotion; reported commits exist`()
    async throws
  {
    let primary = try PostgresTestServer(settings: ["synchronous_standby_names='*'"])
    let writer = database([primary], nil)
    // There is no replica yet that could confirm a commit.
    try await writer.withConnection(closingAfterwards: true) { db in
      try db.execute(
        script: "SET synchronous_commit = local; CREATE TABLE item (id int PRIMARY KEY, name text)"
      )
    }
    let replica = try PostgresTestServer(
      settings: ["synchronous_standby_names=''"],
      replicaOf: primary
    )
    let reader = database([replica], "standby")
    let either = database([primary, replica], "read-write")
    try await either.write { db in
      try db.execute(script: "SET LOCAL synchronous_commit = remote_apply")
      try db.execute("INSERT INTO item VALUES (0, 'first')")
    }
    #expect(try await reader.read { db in try db.integer("SELECT count(*) FROM item") } == 1)
    let refused = try await failure(PostgresError.self) {
      try await reader.write { db in _ = try db.execute("INSERT INTO item VALUES (9, 'no')") }
    }
    // It does not even begin.
    #expect(refused.code == .featureNotSupported)
    let (told, unknown) = (Shared<Set<Int>>([]), Shared<Set<Int>>([]))
    let isOver = Shared(false)
    let tasks = (0..<4).map { number in
      Task {
        var id = 100 + number
        while !isOver.withLock({ $0 }) {
          let value = id
          id += 4
          do {
            try await either.write { db in
              _ = try db.execute("INSERT INTO item VALUES ($1, 'x')", [.integer(Int64(value))])
            }
            told.withLock { _ = $0.insert(value) }
          } catch let error as PostgresDatabaseError where error.code == .commitUnknown {
            unknown.withLock { _ = $0.insert(value) }
          } catch is PostgresError {}
        }
      }
    }
    await until { told.withLock { $0.count } > 50 }
    #expect(primary.control(.kill))
    #expect(replica.control(.promote))
    let count = told.withLock { $0.count }
    await until { told.withLock { $0.count } > count + 50 }
    isOver.withLock { $0 = true }
    for task in tasks { try await task.value }
    let found = try await either.read { db in
      Set(try db.execute("SELECT id FROM item").map { row in try row.decode(Int.self, at: 0) })
    }
    let known = told.withLock { $0 }
    // The replica flushed each commit before it was confirmed.
    #expect(known.isSubset(of: found))
    #expect(found.subtracting([0]).isSubset(of: known.union(unknown.withLock { $0 })))
  }

  @Test func `a table with partitions on three servers works in statements and transactions`()
    async throws
  {
    let servers = try (0..<3).map { _ in try PostgresTestServer() }
    for (index, server) in servers.enumerated() {
      try PostgresConnection(server.configuration()).execute(
        script: "CREATE TABLE event_\(index) (id bigint PRIMARY KEY, name text NOT NULL)"
      )
    }
    let database = database([servers[0]], nil)
    try await database.write { db in
      try db.execute(
        script: """
          CREATE EXTENSION postgres_fdw;
          CREATE TABLE event (id bigint NOT NULL, name text NOT NULL) PARTITION BY RANGE (id);
          ALTER TABLE event ATTACH PARTITION event_0 FOR VALUES FROM (0) TO (10)
          """
      )
      for index in 1...2 {
        try db.execute(
          script: """
            CREATE SERVER s\(index) FOREIGN DATA WRAPPER postgres_fdw
              OPTIONS (host '\(servers[index].folder)', dbname 'postgres');
            CREATE USER MAPPING FOR CURRENT_USER SERVER s\(index) OPTIONS (user 'postgres');
            CREATE FOREIGN TABLE event_\(index) PARTITION OF event
              FOR VALUES FROM (\(index)0) TO (\(index + 1)0) SERVER s\(index)
            """
        )
      }
    }
    try await database.write { db in
      for id in 0..<30 {
        try db.execute("INSERT INTO event VALUES ($1, $2)", [.integer(Int64(id)), .text("n\(id)")])
      }
    }
    let counts = try servers.enumerated().map { index, server in
      try PostgresConnection(server.configuration()).integer("SELECT count(*) FROM event_\(index)")
    }
    #expect(counts == [10, 10, 10])
    _ = try? await database.write { db in
      try db.execute("UPDATE event SET name = 'gone'")
      try db.execute("INSERT INTO event VALUES (99, 'no partition')")
    }
    let names = "SELECT count(*) FROM event WHERE name = 'gone'"
    #expect(try await database.read { db in try db.integer(names) } == 0)
    // One transaction at three servers.
    try await database.write { db in
      try db.execute("UPDATE event SET name = 'moved' WHERE id % 10 = 0")
      try db.inSavepoint { _ = try db.execute("DELETE FROM event WHERE id % 10 = 1") }
    }
    let sum = "SELECT sum(id)::bigint FROM event WHERE name = 'moved' OR id % 10 = 2"
    #expect(try await database.read { db in try db.integer(sum) } == 66)
    // An unreachable server is an error only of the statements that need it.
    #expect(servers[2].control(.kill))
    let error = try await failure(PostgresError.self) {
      try await database.read { db in _ = try db.integer("SELECT count(*) FROM event") }
    }
    #expect(error.code.class == .connectionException)
    let near = "SELECT count(*) FROM event WHERE id < 20"
    #expect(try await database.read { db in try db.integer(near) } == 18)
    #expect(servers[2].control(.start))
    await until {
      (try? database.read { db in try db.integer("SELECT count(*) FROM event") }) == 27
    }
  }
}
