import DatabaseTypes
import SQLiteDatabase
import SQLiteTools
import WebServer

/// A database file that a studio shows.
struct SQLiteBackend: StudioBackend {
  let database: StudioDatabase
  private let settings: Studio.Settings
  private let structures = StructureCache()
  private let shared = SharedGridWork<SQLPiece>()
  private let pivots = SharedPivots()
  /// The changes that can be undone; `nil` if the studio cannot write.
  private let undos: UndoStore?

  /// - Throws: ``DatabaseError`` that says why the file cannot be opened.
  init(path: String, _ settings: Studio.Settings) throws {
    self.settings = settings
    database = try StudioDatabase(
      path: path,
      isWritable: settings.isWritable,
      prepare: settings.prepareDatabase
    )
    undos = settings.isWritable ? try UndoStore(database.shared) : nil
  }

  var kind: String { "sqlite" }
  var name: String { database.name }
  var isWritable: Bool { database.isWritable }
  var defaultSchema: String { "main" }

  func close() async throws { try database.close() }
}

// MARK: - Structure

extension SQLiteBackend {
  func structure() async throws -> StudioStructure {
    try await database.shared.read { [isWritable, structures] db in
      try structures.structure(db, isWritable: isWritable)
    }
  }

  func structureVersion() async throws -> String {
    "\(try await database.shared.read { db in try db.schemaVersion() })"
  }

  func onPossibleStructureChange(_ notify: @escaping @Sendable () -> Void) -> any Sendable {
    database.shared.changeSource.subscribe(
      to: .fullDatabase,
      detail: .keys,
      receive: { if $0.changesSchema || $0.mayChangeAnyTable { notify() } }
    )
  }

  func swiftSource() async throws -> String? {
    guard let source = settings.swiftSource else { return nil }
    return try await database.shared.read { db in try source(db) }
  }
}

// MARK: - Reading

extension SQLiteBackend {
  /// The time limit for counting the rows of a filter: that of a user's statement.
  ///
  /// Without a write-ahead log, grids wait for the count, and other processes cannot commit.
  private var filterLimit: Duration {
    let limit = settings.statementTimeLimit
    return database.shared is DatabasePool ? limit : min(limit, .seconds(2))
  }

  func grid(_ request: GridRequest, of table: StudioTable) throws(RequestError) -> any GridSource {
    let statement = try GridStatement(request, of: table)
    return SQLiteGrid(
      statement,
      in: database.shared,
      shared,
      pivots: pivots,
      filterLimit: filterLimit
    )
  }

  func cell(_ request: CellRequest) async throws -> WireCell? {
    try await database.shared.read { db in try request.value(db) }
  }

  func labels(_ search: LabelRequest) async throws -> [LabelHit] {
    try await withConsole(database) { try await LabelSearch(search).rows($0) }
  }

  func export(_ request: ExportRequest) async throws -> any RowExport {
    try await request.export(from: database)
  }
}

// MARK: - SQL

extension SQLiteBackend {
  func statements(_ request: SQLRequest) throws(RequestError) -> any StatementRun {
    try SQLiteStatements(request, in: database, settings)
  }

  func plan(of sql: String) async throws -> String {
    let part = try SQLiteStatements.parts(of: sql)[0]
    return try await withConsole(database) { console in
      do {
        return try await console.run(within: settings.statementTimeLimit) { db in
          try PlanReport(part.sql, db).json
        }
      } catch {
        let message = SQLMessage(error, of: part, in: sql, refused: console.takeRefused())
        throw RequestError(400, message.text)
      }
    }
  }
}

// MARK: - Commits

extension SQLiteBackend {
  var commitNote: String? { nil }

  func subscribeToCommits(_ receive: @escaping @Sendable (ChangeSet) -> Void) -> any Sendable {
    database.consoleCommits.follow(database.shared.changeSource, receive)
  }

  func touchedRows(_ changes: ChangeSet) async -> TouchedRows? {
    try? await database.shared.read { db in
      try TouchedRows(changes, limit: ListedChanges.maxRows, db)
    }
  }
}

// MARK: - Editing

extension SQLiteBackend {
  func texts(of edits: [RowEdit]) async throws -> [String] {
    try Edits(edits: edits).texts(of: try await structure())
  }

  func apply(_ edits: [RowEdit]) async throws -> String? {
    let edits = Edits(edits: edits)
    do {
      return try await undos?.record {
        try await database.shared.write { db in try edits.apply(to: db) }
      }
    } catch let error as DatabaseError {
      // The commit reports violations of deferred foreign keys.
      throw EditRefusal(index: edits.edits.lastPlace, message: error.explanation)
    }
  }

  func undo(_ name: String) async throws -> Int { try await undos?.undo(name) ?? 0 }
}
