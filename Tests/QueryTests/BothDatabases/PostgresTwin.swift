import Foundation
import LiveSQL
import PostgreSQL
import PostgreSQLTestSupport
import Synchronization
import Testing

/// A PostgreSQL database with the tables of the reminders schema, on which the tests' statements
/// also run.
///
/// Before each statement it gets the rows of the test's SQLite database; afterwards everything is
/// rolled back on both.
///
/// State: one lock guards the connection, which one test uses at a time.
final class PostgresTwin: Sendable {
  /// The twin for all tests, or the reason why there is none.
  static let shared = Result { try PostgresTwin() }

  private let scratch: PostgresScratchDatabase
  let connection: Mutex<Connection>

  /// A connection that is used only while a lock is held.
  struct Connection: @unchecked Sendable {
    // 1. Nothing else references the connection, and it is used with the lock held.
    let db: PostgresConnection
  }

  private init() throws {
    scratch = try PostgresScratchDatabase()
    let db = try scratch.connect()
    try db.execute(script: postgresRemindersSchema)
    connection = Mutex(Connection(db: db))
  }

  /// Runs a statement on both databases, on the same rows, and compares the results and the
  /// remaining rows.
  static func compare(
    _ query: some TypedSQL.Statement,
    _ database: (any DatabaseWriter)?,
    unless reason: SQLiteOnly?,
    _ sourceLocation: SourceLocation,
    onSQLite: (Database) throws -> [String],
    onPostgres: (PostgresConnection) throws -> [String]
  ) {
    @Dependency(\.defaultDatabase) var defaultDatabase
    let file = sourceLocation.fileID.split(separator: "/").last.map(String.init) ?? ""
    if let reason = reason ?? filesOnlyOnSQLite[file] {
      return StatementCounts.count(onlyOnSQLite: reason)
    }
    guard case .success = PostgresTestServer.shared else {
      return StatementCounts.count(.withoutServer)
    }
    do {
      let twin = try shared.get()
      let (state, expected) = try (database ?? defaultDatabase).write { db in
        try twin.run(onSQLite, db)
      }
      let found = try twin.connection.withLock { connection in
        try Self.run(onPostgres, connection.db, state)
      }
      let isOrdered = query.query.render().sql.contains("ORDER BY")
      let difference = expected.difference(from: found, isOrdered: isOrdered)
      StatementCounts.count(difference == nil ? .same : .other)
      guard let difference else { return }
      let sql = query.query.render(for: .postgres).sql
      Issue.record("PostgreSQL: \(difference)\n\(sql)", sourceLocation: sourceLocation)
    } catch {
      Issue.record("PostgreSQL: \(error)", sourceLocation: sourceLocation)
    }
  }
}

// MARK: - Running

extension PostgresTwin {
  static let tables = [
    "remindersLists", "users", "reminders", "tags", "remindersTags", "milestones",
  ]

  /// A table or view of a test's database, with the rows of the table.
  struct Table {
    let name: String
    /// The statement that creates on PostgreSQL what the test created on SQLite.
    let creation: String
    let rows: [Row]

    var isView: Bool { creation.hasPrefix("CREATE VIEW") }
  }

  /// Returns the tables of a test's database.
  static func state(of db: Database) throws -> [Table] {
    let names = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'reminderTexts%'
        """
    )
    let tables = try names.map { name in
      let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
      return Table(
        name: quoted,
        creation: try creation(of: name, quoted, db),
        rows: try Row.fetchAll(db, sql: "SELECT * FROM \(quoted)")
      )
    }
    return try tables + views(of: db)
  }

  /// Returns the temporary views, whose text is the same on PostgreSQL.
  private static func views(of db: Database) throws -> [Table] {
    try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_temp_master WHERE type = 'view'").map {
      Table(
        name: "\"" + (try $0.decode(String.self, forColumn: "name")) + "\"",
        creation: try $0.decode(String.self, forColumn: "sql"),
        rows: []
      )
    }
  }

  private static func creation(of name: String, _ quoted: String, _ db: Database) throws -> String {
    let columns = try Row.fetchAll(
      db,
      sql: "SELECT * FROM pragma_table_xinfo(?)",
      arguments: [name]
    )
    let keys = try columns.filter { try $0.decode(Int.self, forColumn: "pk") > 0 }
    let definitions = try columns.map { column -> String in
      let name = try column.decode(String.self, forColumn: "name")
      let type = try column.decode(String.self, forColumn: "type").uppercased()
      let isKey = try column.decode(Int.self, forColumn: "pk") > 0
      let types = ["INTEGER": "bigint", "REAL": "double precision", "BLOB": "bytea"]
      let isNumber = keys.count == 1 && isKey && type == "INTEGER"
      let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
      return "\(quoted) \(types[type] ?? "text")"
        + (isNumber ? " GENERATED BY DEFAULT AS IDENTITY" : "")
        + (try column.decode(Int.self, forColumn: "notnull") > 0 ? " NOT NULL" : "")
    }
    let key = try keys.map { "\"\(try $0.decode(String.self, forColumn: "name"))\"" }.joined(
      separator: ", "
    )
    let parts = definitions + (keys.isEmpty ? [] : ["PRIMARY KEY (\(key))"])
    return "CREATE TABLE \(quoted) (\(parts.joined(separator: ", ")))"
  }

  /// The result of a statement, and the rows of all tables after it.
  struct Outcome {
    var rows: [String] = []
    var failed = false
    var error = ""
    var tables: [[String]] = []

    /// Returns how another outcome differs; `nil` if it does not.
    func difference(from other: Outcome, isOrdered: Bool) -> String? {
      if failed != other.failed {
        return failed ? "it runs, and fails on SQLite: \(error)" : "it fails: \(other.error)"
      }
      if failed { return nil }
      let (mine, others) =
        isOrdered ? (rows, other.rows) : (rows.sorted(), other.rows.sorted())
      if mine != others { return "other rows: \(others), and on SQLite \(mine)" }
      return tables == other.tables
        ? nil : "it leaves other rows behind: \(other.tables), and on SQLite \(tables)"
    }
  }

  private struct RolledBack: Error {}

  /// Returns the tables of the test's database and the outcome of a statement there.
  private func run(_ body: (Database) throws -> [String], _ db: Database) throws -> (
    state: [Table], Outcome
  ) {
    var outcome = Outcome()
    let state = try Self.state(of: db)
    do {
      try db.inSavepoint {
        outcome.rows = try body(db)
        outcome.tables = try state.filter { !$0.isView }.map { table in
          try Row.fetchAll(db, sql: "SELECT * FROM \(table.name)").map { Self.text($0) }.sorted()
        }
        return .rollback
      }
    } catch {
      outcome.failed = true
      outcome.error = "\(error)"
    }
    return (state, outcome)
  }

  private static func run(
    _ body: (PostgresConnection) throws -> [String],
    _ db: PostgresConnection,
    _ state: [Table]
  ) throws -> Outcome {
    var outcome = Outcome()
    try db.execute(script: "BEGIN")
    defer { try? db.execute(script: "ROLLBACK") }
    try fill(db, state)
    do {
      outcome.rows = try body(db)
      outcome.tables = try state.filter { !$0.isView }.map { table in
        let result = try db.execute("SELECT * FROM \(table.name)")
        return try result.values().map { text($0) }.sorted()
      }
    } catch {
      outcome.failed = true
      outcome.error = "\(error)"
    }
    return outcome
  }

  static func fill(_ db: PostgresConnection, _ state: [Table]) throws {
    let names = tables.map { "\"\($0)\"" }.joined(separator: ", ")
    try db.execute(script: "TRUNCATE \(names) RESTART IDENTITY CASCADE")
    // Parents come before children.
    let order = tables.map { "\"\($0)\"" }
    let sorted = state.sorted {
      (order.firstIndex(of: $0.name) ?? .max) < (order.firstIndex(of: $1.name) ?? .max)
    }
    for table in sorted {
      if !order.contains(table.name) { try db.execute(script: table.creation) }
      guard let first = table.rows.first else { continue }
      let columns = first.columnNames.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
      let values = (1...first.count).map { "$\($0)" }.joined(separator: ", ")
      for row in table.rows {
        try db.execute(
          "INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(values))",
          row.databaseValues.map { PostgresValue($0) }
        )
      }
      guard first.columnNames.contains("id") else { continue }
      try db.execute(
        "SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM \(table.name)))",
        [.text(table.name)]
      )
    }
  }

  private static let today = String("\(Date.now.ISO8601Format())".prefix(10))

  static func text(_ row: Row) -> String {
    row.databaseValues.map { text($0) }.joined(separator: "|")
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    // A value that is set to the current time differs between the databases by milliseconds.
    case .text(let value): value.hasPrefix(today) ? "now" : value
    case .blob(let value): "\(value)"
    }
  }

  /// Returns a row of PostgreSQL as SQLite would store it.
  static func text(_ row: [PostgresValue]) -> String {
    row.map { value -> String in
      switch value {
      case .timestamptz(let moment): text(moment.date.databaseValue)
      default: text(value.databaseValue)
      }
    }.joined(separator: "|")
  }
}

/// The tables in PostgreSQL.
private let postgresRemindersSchema = """
  CREATE TABLE "remindersLists" (
    "id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "color" bigint NOT NULL DEFAULT 4889071,
    "title" text NOT NULL DEFAULT '',
    "position" bigint NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX "remindersLists_title" ON "remindersLists"("title");
  CREATE TABLE "users" (
    "id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "name" text NOT NULL DEFAULT ''
  );
  CREATE TABLE "reminders" (
    "id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "assignedUserID" bigint REFERENCES "users"("id") ON DELETE SET NULL,
    "dueDate" timestamptz,
    "isCompleted" boolean NOT NULL DEFAULT false,
    "isFlagged" boolean NOT NULL DEFAULT false,
    "notes" text NOT NULL DEFAULT '',
    "priority" bigint,
    "remindersListID" bigint NOT NULL REFERENCES "remindersLists"("id") ON DELETE CASCADE,
    "title" text NOT NULL DEFAULT '',
    "updatedAt" timestamptz NOT NULL DEFAULT statement_timestamp()
  );
  CREATE TABLE "tags" (
    "id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "title" text NOT NULL DEFAULT '' UNIQUE
  );
  CREATE UNIQUE INDEX "tags_title" ON "tags"(lower("title"));
  CREATE TABLE "remindersTags" (
    "reminderID" bigint NOT NULL REFERENCES "reminders"("id") ON DELETE CASCADE,
    "tagID" bigint NOT NULL REFERENCES "tags"("id") ON DELETE CASCADE
  );
  CREATE TABLE "milestones" (
    "id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "remindersListID" bigint NOT NULL REFERENCES "remindersLists"("id") ON DELETE CASCADE,
    "title" text NOT NULL DEFAULT ''
  );
  """
