// Code written for SQLiteNIO, and what it becomes.
import Foundation
import LiveSQL

// snippet.typed
@Table struct User: Identifiable {
  let id: Int
  var name: String
  var age: Int?
}
// snippet.end

// snippet.either
func addUser(_ name: String, age: Int?, to connection: SQLiteConnection) async throws {
  try await connection.query(
    "INSERT INTO users (name, age) VALUES (?, ?)",
    [.text(name), age.map { .integer($0) } ?? .null]
  )
}
// snippet.end

// snippet.owned
struct UserList {
  @FetchAll var users: [User]

  init(connection: SQLiteConnection) {
    _users = FetchAll(User.order(by: \.name), connection: connection)
  }
}
// snippet.end

func run() async throws {
  let file = NSTemporaryDirectory() + "users-\(UUID()).db"

  // snippet.open
  let connection = try await SQLiteConnection.open(storage: .file(path: file))
  try await connection.execute(
    """
    CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, age INTEGER);
    CREATE INDEX users_by_age ON users (age);
    """
  )
  // snippet.end

  // snippet.query
  try await connection.query(
    "INSERT INTO users (name, age) VALUES (?, ?)",
    [.text("Ada"), .integer(36)]
  )
  let rows = try await connection.query("SELECT * FROM users WHERE age > ?", [.integer(30)])
  for row in rows {
    print(row.column("id")?.integer ?? 0, row.column("name")?.string ?? "")  // 1 Ada
  }
  // snippet.end

  // snippet.decoding
  let ages = try rows.map { try $0.row["age"] as Int? }  // [Optional(36)]
  // snippet.end
  print(ages)

  // snippet.transaction
  let id = try await connection.transaction { conn in
    try await addUser("Grace", age: 37, to: conn)
    return try await conn.lastInsertedRowID
  }
  print(id)  // 2
  // snippet.end

  // snippet.rows
  try await connection.query("SELECT name FROM users ORDER BY name") { row in
    print(row.column("name")?.string ?? "")  // Ada, Grace
  }
  // snippet.end

  // snippet.errors
  do {
    try await addUser("Ada", age: nil, to: connection)
  } catch let error as DatabaseError where error.code == .constraint {
    print(error.extendedResultCode == .constraintUnique)  // true
  }
  // snippet.end

  // snippet.reading
  let adults = try await connection.read { db in
    try User.where { $0.age >= 18 }.order(by: \.name).fetchAll(db)
  }
  // snippet.end
  print(adults.map(\.name))

  // snippet.live
  @FetchAll(User.order(by: \.name), connection: connection) var users
  try await $users.load()
  print(users.map(\.name))  // ["Ada", "Grace"]

  try await addUser("Alan", age: 41, to: connection)
  for await users in $users.values where users.count == 3 {
    print(users.map(\.name))  // ["Ada", "Alan", "Grace"]
    break
  }
  // snippet.end

  let list = UserList(connection: connection)
  try await list.$users.load()
  print(list.users.count)  // 3

  // snippet.changes
  var changes = connection.changes.makeAsyncIterator()
  try await connection.query("DELETE FROM users WHERE id = ?", [.integer(2)])
  if case .rows(let rows) = await changes.next()?.tables["users"] {
    print(rows.map(\.key))  // [2]
  }
  // snippet.end

  // snippet.closing
  try await connection.close()
  // snippet.end
  for suffix in ["", "-wal", "-shm", "-live1"] {
    try? FileManager.default.removeItem(atPath: file + suffix)
  }
}

try await run()
