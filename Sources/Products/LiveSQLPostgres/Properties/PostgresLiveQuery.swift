public import LiveEngine
import PostgreSQL
public import PostgreSQLDatabase
public import PostgreSQLLive
import PostgreSQLTools
public import SQLiteDatabase

/// A query of SQL text on PostgreSQL whose result is kept up to date, whoever commits.
///
/// ```swift
/// let open = database.liveQuery(
///   sql: "SELECT id, title FROM reminders WHERE list_id = :list ORDER BY title",
///   arguments: ["list": 1]
/// )
/// for try await update in open {
///   print(update.rows.count, update.difference.counts)
/// }
/// ```
///
/// The first element is the current result; each later element is a result that differs from the
/// previous one, with the difference. A consumer that is slower than the writers gets the newest
/// result, with the difference from the one it received last. If the server is unavailable for a
/// while, the next element is the first result that differs after it has come back.
///
/// The sequence ends when its task is cancelled and when the database is closed; it throws if the
/// query fails. A task that iterates keeps the database open.
public struct PostgresLiveQuery: Sendable {
  /// The SQL text.
  public let sql: String
  let arguments: StatementArguments
  let keyColumns: [String]?
  let live: @Sendable () throws -> PostgresLiveDatabase
}

extension PostgresLiveDatabase {
  /// Returns a query whose result is kept up to date while the database is written to.
  ///
  /// Nothing is read until the query is iterated.
  ///
  /// - Parameters:
  ///   - sql: One statement that only reads.
  ///   - arguments: Values for all parameters: `$1`, `$2` … in an array, or `:name` in a
  ///     dictionary.
  ///   - key: The columns that identify a row from one result to the next. By default these are the
  ///     primary keys of the tables whose primary key is among the result's columns, or else the
  ///     whole row.
  public func liveQuery(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    key: [String]? = nil
  ) -> PostgresLiveQuery {
    PostgresLiveQuery(sql: sql, arguments: arguments, keyColumns: key) { self }
  }
}

extension PostgresDatabase {
  /// Returns a query whose result is kept up to date while the database is written to.
  ///
  /// Nothing is read until the query is iterated.
  ///
  /// - Parameters:
  ///   - sql: One statement that only reads.
  ///   - arguments: Values for all parameters: `$1`, `$2` … in an array, or `:name` in a
  ///     dictionary.
  ///   - key: The columns that identify a row from one result to the next. By default these are the
  ///     primary keys of the tables whose primary key is among the result's columns, or else the
  ///     whole row.
  public func liveQuery(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    key: [String]? = nil
  ) -> PostgresLiveQuery {
    PostgresLiveQuery(sql: sql, arguments: arguments, keyColumns: key) { try self.live }
  }
}

extension PostgresLiveQuery: AsyncSequence {
  /// A result, and its difference from the previous one.
  public typealias Element = LiveQueryUpdate

  /// An iterator over the results.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let query: PostgresLiveQuery
    private var running: PostgresTextUpdates.AsyncIterator?
    private var statement: PostgresBoundStatement?
    private var live: PostgresLiveDatabase?

    init(_ query: PostgresLiveQuery) { self.query = query }

    /// Returns the next result; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled or the database is closed.
    /// - Throws: `PostgresError` if the SQL is no statement that reads, if the values do not match
    ///   its parameters, and if the query fails; `StreamUnavailable` before the first result if the
    ///   server's changes cannot be read; `PostgresDatabaseError` with `.closed`. The sequence ends
    ///   with it.
    public mutating func next() async throws -> LiveQueryUpdate? {
      if running == nil { try start() }
      do {
        guard let element = try await running?.next() else { return nil }
        var update = element.update
        update.shownColumns = ShownColumns(element.columns)
        return update
      } catch let error as PostgresError {
        throw statement?.located(error) ?? error
      }
    }

    private mutating func start() throws {
      let statement = try query.boundStatement()
      let live = try query.live()
      let parts = statement.parts
      let text = PostgresTextQuery(
        sql: statement.sql,
        texts: parts.texts,
        values: parts.values,
        keyColumns: query.keyColumns
      )
      running = live.updates(of: text).makeAsyncIterator()
      (self.statement, self.live) = (statement, live)
    }
  }

  /// Creates an iterator, with its own subscription.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension PostgresLiveQuery {
  /// What each commit changed in the result, for a file, a socket or another process.
  ///
  /// ```swift
  /// let reminders = database.liveQuery(sql: "SELECT id, title FROM reminders")
  /// for try await record in reminders.changeRecords {
  ///   for row in record.removed { cache.remove(try row["id"]) }
  /// }
  /// ```
  ///
  /// The first record is the whole result. A consumer that is slower than the writers gets the
  /// effect of several commits in one record. Changes while nobody iterates are not recorded: an
  /// `Outbox` does that.
  public var changeRecords: AsyncMapSequence<PostgresLiveQuery, ChangeRecord> {
    map { update in ChangeRecord(update) }
  }

  /// What each commit changed in the result, as lines of JSON with their ends.
  ///
  /// These are the lines of `livesql watch --json`.
  public var changeLines: AsyncMapSequence<PostgresLiveQuery, String> {
    map { update in ChangeRecord(update).json + "\n" }
  }
}

extension PostgresLiveQuery {
  /// Returns the statement with its values.
  ///
  /// - Throws: `PostgresError` if it does not read, or if the values do not match its parameters.
  fileprivate func boundStatement() throws(PostgresError) -> PostgresBoundStatement {
    let statements = PostgresScript.statements(in: sql)
    guard let statement = statements.first, statements.count == 1, statement.beginsLikeQuery else {
      throw misuse("A live query is one statement that reads: a SELECT.")
    }
    if let problem = arguments.problem { throw misuse(problem) }
    let bound = PostgresBoundStatement(
      statement.text,
      values: arguments.values,
      named: arguments.namedValues
    )
    let given = Swift.max(arguments.values.count, arguments.namedValues.count)
    guard bound.parameterCount == given, bound.values.count == given else {
      throw misuse(
        "The values do not match the parameters of the SQL. Give one for each of $1, $2 …, "
          + "or for each :name."
      )
    }
    return bound
  }

  private func misuse(_ message: String) -> PostgresError {
    PostgresError(code: .objectNotInPrerequisiteState, message: message, sql: sql)
  }
}

extension ShownColumns {
  /// The forms of a server's values: those of `livesql watch --json`.
  fileprivate init(_ columns: PostgresColumns) {
    let kinds = columns.types.map(\.kind)
    self.init(areJSON: columns.areJSON) { values in
      zip(values, kinds).map { value, kind in value.shown(as: kind) }
    }
  }
}
