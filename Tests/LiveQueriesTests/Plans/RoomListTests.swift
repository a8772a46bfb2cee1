import LiveSQL
import LiveSQLTestSupport
import Testing

/// The list of rooms of a chat: a group of two left joins, with the last message of each room.
@Suite(.timeLimit(.hang)) struct RoomListTests {
  /// The list with the last message's table under a name of its own, and under that of the joined
  /// one, as typed queries write it.
  static let queries = ["last", "messages"].map { name in
    """
    SELECT rooms.id, rooms.title, members.seen, count(messages.id) AS unread, (
      SELECT "\(name)"."text" FROM messages AS "\(name)" WHERE "\(name)"."room" = "rooms"."id"
      ORDER BY "\(name)"."at" DESC, "\(name)"."id" DESC LIMIT 1
    ) AS latest
    FROM rooms LEFT JOIN members ON members.room = rooms.id AND members.user = 1
    LEFT JOIN messages ON messages.room = rooms.id AND messages.id > members.seen
    GROUP BY rooms.id ORDER BY rooms.title, rooms.id
    """
  }

  /// Commits, each of which touches a few rows.
  static let changes = [
    "INSERT INTO messages VALUES (5000, 3, 9000, 'newest')",
    "UPDATE messages SET text = 'edited' WHERE id = 5000",
    "UPDATE messages SET text = 'older' WHERE id = 4",
    "UPDATE messages SET room = 4 WHERE id = 5000",
    "DELETE FROM messages WHERE id = 5000",
    "UPDATE messages SET at = 8000 WHERE id = 7",
    "UPDATE members SET seen = 2990 WHERE room = 5 AND user = 1",
    "UPDATE rooms SET title = 'a first room' WHERE id = 9",
    "INSERT INTO rooms VALUES (100, 'empty')",
    "INSERT INTO messages VALUES (5001, 100, 1, 'first')",
    "INSERT INTO members VALUES (100, 1, 0)",
    "DELETE FROM members WHERE room = 6 AND user = 1",
    "UPDATE rooms SET id = 101 WHERE id = 8",
    "DELETE FROM rooms WHERE id = 7",
    "INSERT INTO members VALUES (3, 3, 0)",
    "DELETE FROM messages WHERE room = 3 AND id > 2900",
  ]

  private func database() async throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try await database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE rooms (id INTEGER PRIMARY KEY, title TEXT);
          CREATE TABLE members (room INTEGER, user INTEGER, seen INTEGER, PRIMARY KEY (room, user));
          CREATE TABLE messages (id INTEGER PRIMARY KEY, room INTEGER, at INTEGER, text TEXT);
          CREATE INDEX messages_by_room ON messages (room, at);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
          INSERT INTO rooms SELECT i, 'room ' || i FROM n;
          INSERT INTO members SELECT id, 1, 1500 FROM rooms UNION ALL SELECT id, 2, 0 FROM rooms;
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          INSERT INTO messages SELECT i, i % 30 + 1, i, 'text ' || i FROM n;
          """
      )
    }
    return database
  }

  @Test(arguments: queries)
  func `the list is patched after each commit`(sql: String) async throws {
    let database = try await database()
    let request = SQLRequest<Row>(sql: sql)
    @FetchAll(request, database: database) var rooms
    try await $rooms.load()
    #expect($rooms.plan == .groups)
    let runCount = try #require(database.liveQueryStatistics.first).runCount
    for change in Self.changes {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == rooms, "\(change)")
    }
    #expect($rooms.plan == .groups)
    let statistics = try #require(database.liveQueryStatistics.first)
    #expect(statistics.runCount == runCount)
  }

  @Test(arguments: queries)
  func `the first rooms are patched, too`(sql: String) async throws {
    let database = try await database()
    let request = SQLRequest<Row>(sql: sql + " LIMIT 5")
    @FetchAll(request, database: database) var rooms
    try await $rooms.load()
    #expect($rooms.plan == .orderedWindow)
    for change in Self.changes {
      try await database.write { try $0.execute(sql: change) }
      try await database.liveQueriesCaughtUp()
      #expect(try await database.read { try request.fetchAll($0) } == rooms, "\(change)")
    }
    #expect($rooms.plan == .orderedWindow)
  }
}
