import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import SQLiteDatabase
import Synchronization

/// `livesql copy` of a file into PostgreSQL: in one transaction, from one moment of the file.
struct PostgresTransfer: Sendable {
  let source: String
  let server: PostgresServer
  /// Whether tables that have rows get more.
  let appends: Bool
  /// Whether the SQL is only shown.
  let isDry: Bool

  func run(in context: CommandContext) async throws -> ExitCode {
    let file = try DatabaseFile(path: source)
    let target = try server.database()
    let code = try await runUntilStopped(context.events(), heedsOutput: false) {
      let database = try file.openForReading()
      if isDry {
        let tables = try await database.read { db in try Self.tables(of: db) }
        try context.output.write(DryTransfer(tables: tables))
      } else {
        try context.output.write(try await copy(database, to: target, context))
      }
      try database.close()
    }
    await target.close()
    return code
  }

  /// The tables, and what is not copied.
  private static func tables(of db: Database) throws -> (tables: [CopiedTable], notes: [String]) {
    var (tables, notes): ([CopiedTable], [String]) = ([], [])
    for info in try db.tables() where !info.isInternal && info.kind != .shadow {
      try Task.checkCancellation()
      let description = try TableDescription(info, in: db)
      notes += description.triggers.map { "the trigger \($0.name.name) is left out." }
      guard info.kind == .table else {
        notes.append("the \(info.kind) \(info.name.name) is left out.")
        continue
      }
      tables.append(try CopiedTable(description, in: db))
    }
    return (tables, notes + tables.flatMap(\.notes))
  }

  private func copy(
    _ database: DatabaseQueue,
    to target: PostgresDatabase,
    _ context: CommandContext
  )
    async throws -> TransferReport
  {
    let interruption = Interruption()
    let note = context.progress("Copying", unit: "rows", besidesOutput: true)
    return try await withTaskCancellationHandler {
      try await target.write { [source, appends] server in
        try database.read { db in
          let (tables, notes) = try Self.tables(of: db)
          var copy = TableCopy(
            tables: tables,
            appends: appends,
            interruption: interruption,
            note: note,
            db: db,
            server: server
          )
          let results = try copy.run()
          try note?.end()
          return TransferReport(source: source, tables: results, notes: notes + copy.notes)
        }
      }
    } onCancel: {
      interruption.set()
    }
  }
}

/// Whether a copy is to end.
///
/// State: an atomic.
final class Interruption: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .relaxed) }

  func check() throws(CancellationError) {
    if isSet.load(ordering: .relaxed) { throw CancellationError() }
  }
}
