import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLLive
import Synchronization
import WebServer

/// A PostgreSQL database that a studio shows.
struct PostgresBackend: StudioBackend {
  let database: PostgresStudioDatabase
  private let settings: Studio.Settings
  private let structures = PostgresStructureCache()
  private let shared = SharedGridWork<PostgresPiece>()
  private let undos = PostgresUndoStore()
  private let ownCommits = PostgresOwnCommits()

  /// Connects.
  ///
  /// - Throws: ``PostgresError`` that says why the server cannot be connected to.
  init(_ configuration: PostgresConfiguration, _ settings: Studio.Settings) async throws {
    self.settings = settings
    database = try await PostgresStudioDatabase(configuration, isWritable: settings.isWritable)
  }

  var kind: String { "postgres" }
  var name: String { database.name }
  var isWritable: Bool { database.isWritable }
  var defaultSchema: String { "public" }

  /// All but the type, which is the same for all values of a column.
  var filterOperators: [GridRequest.Filter.Operator] {
    GridRequest.Filter.Operator.allCases.filter { $0 != .hasType }
  }

  func close() async throws { await database.close() }

  /// Runs a closure whose errors the page is told in a sentence.
  private func answering<Result>(_ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch let error as PostgresError {
      throw RequestError(400, error.studioSentence)
    } catch let error as PostgresDatabaseError {
      throw RequestError(503, error.studioSentence)
    }
  }
}

// MARK: - Structure

extension PostgresBackend {
  func structure() async throws -> StudioStructure {
    try await answering {
      try await database.shared.read { [isWritable, structures, version = database.version] db in
        try structures.structure(db) {
          try StudioStructure(db, isWritable: isWritable, version: version)
        }
      }
    }
  }

  func table(_ name: TableName) async throws -> StudioTable {
    if let table = try? structures.recent?.table(name) { return table }
    return try await structure().table(name)
  }

  func structureVersion() async throws -> String {
    try await database.shared.read { db in try PostgresStructureCache.fingerprint(db) }
  }

  func onPossibleStructureChange(_ notify: @escaping @Sendable () -> Void) -> any Sendable {
    database.following.pulse.subscribe { [structures] in
      structures.forget()
      notify()
    }
  }

  func swiftSource() async throws -> String? {
    guard let source = settings.postgresSwiftSource else { return nil }
    return try await answering {
      try await database.shared.read { db in source(try db.readSchema()) }
    }
  }
}

// MARK: - Reading

extension PostgresBackend {
  func grid(_ request: GridRequest, of table: StudioTable) throws(RequestError) -> any GridSource {
    PostgresGrid(
      try PostgresGridStatement(request, of: table),
      in: database.shared,
      database.following,
      shared
    )
  }

  func cell(_ request: CellRequest) async throws -> WireCell? {
    let table = try await table(request.table)
    guard !table.key.isEmpty, table.key.count == request.key.count else {
      throw RequestError(400, "The key does not have the columns of the key of \(table.name).")
    }
    let piece = table.selection(of: try table.known([request.column]), key: request.key)
    return try await answering {
      try await database.shared.read { db in try db.cells(piece).first?.first }
    }
  }

  func labels(_ search: LabelRequest) async throws -> [LabelHit] {
    let search = try PostgresLabelSearch(search, in: try await table(search.table))
    return try await answering { try await search.hits(database.shared) }
  }

  func export(_ request: ExportRequest) async throws -> any RowExport {
    try await request.export(from: database) { grid in
      try await table(TableName(schema: grid.schema ?? defaultSchema, grid.table))
    }
  }
}

// MARK: - SQL

extension PostgresBackend {
  func statements(_ request: SQLRequest) throws(RequestError) -> any StatementRun {
    try PostgresStatements(request, in: database, settings)
  }

  func plan(of sql: String) async throws -> String {
    let (part, limit) = (try PostgresPart.parts(of: sql)[0], settings.statementTimeLimit)
    do {
      return try await withPostgresConsole(database, within: limit, onlyReads: true) { console in
        try await console.run { db in try PostgresPlanReport(part.sql, db).json }
      }
    } catch {
      throw RequestError(400, PostgresMessage(error, of: part, in: sql, within: limit).text)
    }
  }
}

// MARK: - Commits

extension PostgresBackend {
  var commitNote: String? { database.following.source.note }

  func subscribeToCommits(_ receive: @escaping @Sendable (ChangeSet) -> Void) -> any Sendable {
    guard database.following.source.reportsCommits else { return 0 }
    return database.following.queries.subscribe(
      to: .fullDatabase,
      rows: .fullDatabase,
      receive: receive,
      end: {}
    )
  }

  func touchedRows(_ changes: ChangeSet) async -> TouchedRows? {
    guard let structure = try? await recentStructure() else { return nil }
    await database.following.shown.wait(for: changes.number)
    var rows = try? await database.shared.read { db in
      try TouchedRows(changes, of: structure, limit: ListedChanges.maxRows, db)
    }
    let keys = rows?.shownKeys ?? []
    rows?.isOwn = ownCommits.contains(commit: changes.number, keys)
    return rows
  }

  private func recentStructure() async throws -> StudioStructure {
    if let recent = structures.recent { return recent }
    return try await structure()
  }
}

// MARK: - Editing

extension PostgresBackend {
  func texts(of edits: [RowEdit]) async throws -> [String] {
    try PostgresEdits(edits: edits).texts(of: try await structure())
  }

  func apply(_ edits: [RowEdit]) async throws -> String? {
    let applied = try await write(PostgresEdits(edits: edits))
    return applied.isWhole ? undos.add(applied.inverse) : nil
  }

  func undo(_ name: String) async throws -> Int {
    guard let changes = undos.changes(name) else {
      throw RequestError(404, "This was already undone.")
    }
    // Each change names its row by the key that it has then, so none may be grouped.
    let edits = changes.enumerated().map { RowEdit($1, at: $0) }
    _ = try await write(PostgresEdits(edits: edits, isUndo: true))
    undos.remove(name)
    return changes.count
  }

  private func write(_ edits: PostgresEdits) async throws -> PostgresEdits.Applied {
    let structure = try await structure()
    let expected = Mutex<Int?>(nil)
    do {
      return try await database.shared.write { [ownCommits] db in
        let applied = try edits.apply(to: db, structure)
        // Whoever listens may hear of the commit before this knows of it.
        expected.withLock { $0 = ownCommits.expect(applied.inverse, structure) }
        return applied
      }
    } catch {
      expected.withLock(\.self).map(ownCommits.forget)
      throw refusal(error, edits)
    }
  }

  private func refusal(_ error: any Error, _ edits: PostgresEdits) -> any Error {
    let index = edits.edits.lastPlace
    // Constraints that are checked at the end say at the commit what is wrong.
    switch error {
    case let error as PostgresError:
      return EditRefusal(index: index, message: error.studioSentence)
    case let error as PostgresDatabaseError:
      return EditRefusal(index: index, message: error.studioSentence)
    default: return error
    }
  }
}
