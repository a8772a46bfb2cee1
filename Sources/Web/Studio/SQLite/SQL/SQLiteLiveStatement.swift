import DatabaseTypes
import LiveEngine
import LiveQueries
import SQLiteDatabase
import SQLiteTools

/// A live query of the page on SQLite.
struct SQLiteLiveStatement: FollowedQuery {
  private var statement: LiveStatement
  private let database: any DatabaseWriter
  private let engine: LiveQueryEngine<SQLiteSource>

  init(_ statement: LiveStatement, in database: StudioDatabase) {
    (self.statement, self.database, engine) = (statement, database.shared, database.results)
  }

  mutating func follow(_ send: (String, LiveStatement) async throws -> Void) async {
    let query = database.liveQuery(
      sql: statement.sql,
      arguments: StatementArguments(),
      key: nil,
      showsAnyText: true
    ).apart(in: engine)
    var updates = query.makeAsyncIterator()
    let (sql, limit, database) = (statement.sql, statement.limit, database)
    do {
      while let update = try await updates.next() {
        statement.plan = updates.plan ?? statement.plan
        statement.work = updates.statistics ?? statement.work
        let event = try await statement.take(update) { rows in
          try await Self.brokenTexts(among: rows, sql, limit, database)
        }
        if let event { try await send(event, statement) }
      }
    } catch is CancellationError {
    } catch {
      try? await send(failure(error), statement)
    }
  }

  private func failure(_ error: any Error) -> String {
    let part = SplitStatements.Part(sql: statement.sql, offset: 0)
    return statement.failure(SQLMessage(error, of: part, in: statement.sql, refused: nil).text)
  }

  /// The texts of rows that are not valid UTF-8.
  ///
  /// If a blob may be such a text, the result is checked with the type that SQLite reports.
  private static func brokenTexts(
    among rows: [Row],
    _ sql: String,
    _ limit: Int,
    _ database: any DatabaseWriter
  ) async throws -> LiveStatement.BrokenTexts {
    guard rows.contains(where: { $0.values.contains(where: \.mayBeBrokenText) }) else {
      return LiveStatement.BrokenTexts()
    }
    return try await database.read { db in
      var (broken, count) = (LiveStatement.BrokenTexts(), 0)
      let statement = try db.makeStatement(sql: sql)
      try statement.start()
      while count < limit, try statement.step() {
        count += 1
        for (column, value) in try CurrentRow(statement).cells().enumerated()
        where value.isInvalidText {
          guard case .blob(let bytes) = value.value else { continue }
          broken.columns[column, default: []].insert(bytes)
        }
      }
      try statement.finish()
      return broken
    }
  }
}

extension DatabaseValue {
  /// Whether it is a blob that is not valid UTF-8.
  fileprivate var mayBeBrokenText: Bool {
    guard case .blob(let bytes) = self else { return false }
    return String(validating: bytes, as: UTF8.self) == nil
  }
}
