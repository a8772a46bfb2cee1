import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// The databases on which the same test runs.
enum DatabaseKind: String, CaseIterable, CustomTestStringConvertible {
  case sqlite, postgres

  var testDescription: String { rawValue }

  /// The databases that are installed here.
  static var available: [DatabaseKind] { PostgresTestServer.isInstalled ? allCases : [.sqlite] }
}

@Table struct Note: Hashable, Identifiable {
  let id: Int
  var title = ""
  var shelf: String?
  var isDone = false
}

/// A separate database of a kind with a table of notes.
final class NotesFixture: Sendable {
  let database: any SQLDatabase
  private let scratch: PostgresScratchDatabase?

  init(_ kind: DatabaseKind) throws {
    switch kind {
    case .sqlite:
      scratch = nil
      database = try DatabaseQueue()
    case .postgres:
      let scratch = try PostgresScratchDatabase(on: .streaming)
      self.scratch = scratch
      try scratch.connect().execute(script: "CREATE PUBLICATION livesql FOR ALL TABLES")
      database = PostgresDatabase(PostgresDatabaseConfiguration(scratch.configuration))
    }
    try database.migrate(by: Self.migrator)
  }

  deinit { try? database.close() }

  /// Keeps the database open up to this call.
  func keep() {}

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(
      "createNotes",
      onEither: { db in try Note.createTable().execute(db) }
    )
    migrator.registerMigration(
      "firstNotes",
      onEither: { db in
        try Note.insert {
          Note(id: 1, title: "Milk", shelf: "Dairy")
          Note(id: 2, title: "Bread", isDone: true)
          Note(id: 3, title: "Eggs", shelf: "Dairy")
        }
        .execute(db)
      }
    )
    return migrator
  }

  func write(_ body: @escaping @Sendable (any SQLConnection) throws -> Void) async throws {
    try await database.write { db in try body(db) }
    try await database.liveQueriesCaughtUp(within: .hang)
  }
}
