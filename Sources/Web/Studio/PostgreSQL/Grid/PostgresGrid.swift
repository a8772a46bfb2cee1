import DatabaseTypes
import Foundation
import LiveEngine
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLLive

/// The rows of a grid on a table of PostgreSQL.
struct PostgresGrid: SharedGridSource {
  private let statement: PostgresGridStatement
  private let database: PostgresDatabase
  private let following: PostgresFollowing
  let shared: SharedGridWork<PostgresPiece>

  /// The time limit for counting rows, after which the planner's estimate is shown.
  private static let countLimit = Duration.seconds(2)

  init(
    _ statement: PostgresGridStatement,
    in database: PostgresDatabase,
    _ following: PostgresFollowing,
    _ shared: SharedGridWork<PostgresPiece>
  ) {
    (self.statement, self.database) = (statement, database)
    (self.following, self.shared) = (following, shared)
  }

  var text: String { statement.text }
  var columns: [String] { statement.columns }

  func isSame(as other: any GridSource) -> Bool { (other as? Self)?.statement == statement }

  func piece(_ found: GridFound, _ count: Int) -> PostgresPiece {
    statement.window(from: found.start, count: count, offset: found.offset)
  }
}

// MARK: - Reading

extension PostgresGrid {
  func window(_ request: GridRequest, known: GridWindow?, total: Int?) async throws -> GridFound {
    let (first, count) = (request.first, request.count)
    if first == 0 { return try await found(.top, first: 0, count) }
    guard statement.hasKey else {
      return try await found(.top, first: first, offset: first, count)
    }
    let seek = GridSeek(to: first, known: known, total: total)
    if let place = try await place(seek) { return try await found(.at(place), first: first, count) }
    // There are fewer rows now, so the last ones are shown.
    var end = GridSeek(to: count - 1, known: nil, total: nil)
    end.isReversed = true
    guard let last = try await place(end) else { return try await found(.top, first: 0, count) }
    let before = try await self.count(before: last)
    return try await found(.at(last), first: before ?? first, count)
  }

  private func found(_ start: GridStart, first: Int, offset: Int = 0, _ count: Int) async throws
    -> GridFound
  {
    var found = GridFound(
      window: GridWindow(first: first, rows: []),
      start: start,
      offset: offset
    )
    found.window.rows = try await rows(of: found, count: count)
    return found
  }

  func rows(of found: GridFound, count: Int) async throws -> [GridWindow.Row] {
    let piece = piece(found, count)
    return try await database.read { [statement] db in
      try db.cells(piece).map { statement.row($0) }
    }
  }

  private func place(_ seek: GridSeek) async throws -> [WireCell]? {
    let piece = statement.place(seek)
    return try await database.read { db in try db.cells(piece).first }
  }

  func gone(of keys: [[WireCell]]) async throws -> [[WireCell]] {
    try await database.read { [statement] db in
      try keys.filter { try db.cells(statement.has(key: $0)).isEmpty }
    }
  }
}

// MARK: - Following

extension PostgresGrid {
  func commits() async throws -> AsyncStream<Void> {
    try await following.commits(
      touching: statement.window(from: .top, count: 1).query(keyColumns: statement.keyAliases)
    )
  }

  func follow(
    _ piece: PostgresPiece,
    _ show: @Sendable (GridWindow.Row.Update) async throws -> Void
  ) async throws {
    // Without a source of changes, rows are read at intervals, which costs the server less.
    guard following.source.reportsCommits else { throw CannotFollow() }
    let query = piece.query(keyColumns: statement.keyAliases)
    var updates = following.queries.updates(of: query).makeAsyncIterator()
    while let update = try await next(&updates) {
      let rows = update.rows.map { statement.row($0.values.map { WireCell($0) }) }
      try await show(
        GridWindow.Row.Update(rows: rows, duration: update.readDuration, commit: update.number)
      )
    }
  }

  /// The next result.
  ///
  /// - Throws: ``CannotFollow`` if the changes cannot be followed, and not if the statement
  ///   fails.
  private func next(_ updates: inout PostgresTextUpdates.AsyncIterator) async throws
    -> LiveQueryUpdate?
  {
    do { return try await updates.next()?.update } catch let error as PostgresError
      where error.code.class == .syntaxErrorOrAccessRuleViolation
      && error.code != .undefinedObject
    {
      // The error for a table that is in no publication is "undefined object".
      throw error
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw CannotFollow()
    }
  }
}

// MARK: - Numbers

extension PostgresGrid {
  func count(before place: [WireCell]) async throws -> Int? {
    try await counted(statement.count(before: place))
  }

  func countRows() async throws -> GridTotal {
    if let count = try await counted(statement.count) { return GridTotal(count: count) }
    return GridTotal(count: try await estimate(), isAbout: true)
  }

  /// The number that a piece of SQL returns; `nil` if that takes too long.
  private func counted(_ piece: PostgresPiece) async throws -> Int? {
    let limit = Int(Self.countLimit / .milliseconds(1))
    do {
      return try await database.read { db in
        try db.execute(script: "SET LOCAL statement_timeout = \(limit)")
        return try db.count(piece)
      }
    } catch let error as PostgresError where error.isCancellation {
      try Task.checkCancellation()
      return nil
    }
  }

  /// The planner's estimate of the number of rows.
  private func estimate() async throws -> Int {
    let piece = statement.explained
    let json = try await database.read { db in
      try db.execute(piece.sql, piece.values).first { row in try row.decode(String.self, at: 0) }
    }
    let plans = try JSONDecoder().decode([Explanation].self, from: Data((json ?? "[]").utf8))
    return plans.first?.plan.rows ?? 0
  }

  private struct Explanation: Decodable {
    struct Plan: Decodable {
      let rows: Int
      private enum CodingKeys: String, CodingKey { case rows = "Plan Rows" }
    }

    let plan: Plan
    private enum CodingKeys: String, CodingKey { case plan = "Plan" }
  }
}
