import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import SQLiteDatabase
import Synchronization
import Terminal

/// `livesql copy` of a file into PostgreSQL: one snapshot of the file, in one transaction.
struct PostgresTransfer: Sendable {
  let source: String
  /// The file with the key of the source.
  let keyFile: KeyFile?
  let server: PostgresServer
  let options: CopyOptions
  /// Whether the SQL is only shown.
  let isDry: Bool

  func run(in context: CommandContext) async throws -> ExitCode {
    let file = try DatabaseFile(path: source, keyFile: keyFile)
    let target = try server.database()
    let code = try await runUntilStopped(context.events(), stopsOnClosedOutput: false) {
      let database = try file.openForReading()
      try await database.closing {
        if isDry {
          let tables = try await database.read { [options] db in try Self.tables(of: db, options) }
          try context.output.write(DryTransfer(tables: tables))
        } else {
          try context.output.write(try await copy(database, to: target, context))
        }
      }
    }
    await target.close()
    return code
  }

  /// Returns the tables, and notes about what is not copied.
  private static func tables(of db: Database, _ options: CopyOptions) throws
    -> (tables: [CopiedTable], notes: [String])
  {
    var (tables, notes): ([CopiedTable], [String]) = ([], [])
    let descriptions = try db.tables().filter { !$0.isInternal && $0.kind != .shadow }
      .map { try TableDescription($0, in: db) }
    try options.check(descriptions)
    for description in descriptions {
      try Task.checkCancellation()
      let info = description.info
      notes += description.triggers.map { "the trigger \($0.name.name) is left out." }
      guard info.kind == .table, !options.skips(info.name.name) else {
        notes.append("the \(info.kind) \(info.name.name) is left out.")
        continue
      }
      tables.append(try CopiedTable(description, in: db, options: options))
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
    let work: @Sendable (PostgresConnection) throws -> TransferReport = {
      [source, options] server in
      try database.read { db in
        let (tables, notes) = try Self.tables(of: db, options)
        var copy = TableCopy(
          tables: tables,
          options: options,
          interruption: interruption,
          note: note,
          db: db,
          server: server
        )
        let results = try options.continues ? copy.runContinuing() : copy.run()
        try note?.end()
        return TransferReport(source: source, tables: results, notes: notes + copy.notes)
      }
    }
    return try await withTaskCancellationHandler {
      // It begins its transactions itself: locks come before the snapshot.
      try await target.withConnection(work)
    } onCancel: {
      interruption.set()
    }
  }
}

/// A request to stop a copy.
///
/// State: an atomic.
final class Interruption: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .relaxed) }

  func check() throws(CancellationError) {
    if isSet.load(ordering: .relaxed) { throw CancellationError() }
  }
}
