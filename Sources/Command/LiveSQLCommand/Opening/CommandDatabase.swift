import LiveSQLPostgres
import SQLiteDatabase
import Terminal

/// A database on which a command works: a file, or a database of a PostgreSQL server.
///
/// The commands that work on both are written once; what differs between the two is here.
protocol CommandDatabase: Sendable {
  /// Runs statements and prints their rows, until they are done or a signal ends them.
  func run(_ request: StatementRequest, in context: CommandContext) async throws -> ExitCode

  /// Returns how a statement would run.
  func explanation(of sql: String, arguments: StatementArguments) async throws -> any Presentable

  /// Returns the tables, or the details of one.
  ///
  /// - Throws: ``CommandFailure`` if there is no table of that name.
  func schema(of table: String?) async throws -> any Presentable

  /// Returns the source of types for the tables, or for one.
  ///
  /// - Parameter decimals: The columns whose integers count fractions of a decimal number.
  /// - Throws: ``CommandFailure`` if there is no table of that name, or no such column of integers.
  func swiftSource(of table: String?, decimals: [DecimalColumn]) async throws -> String

  /// Calls a closure with a live query, which ends afterwards.
  func watching(
    _ request: WatchRequest,
    _ body: (any WatchedQuery) async throws -> Void
  ) async throws
}

/// The query that `livesql watch` shows, and how its changes are noticed.
struct WatchRequest: Sendable {
  /// One statement that reads.
  let sql: String
  /// The values of its parameters.
  let arguments: StatementArguments
  /// The columns that identify a row; `nil` for the default.
  let key: [String]?
  /// How often to check for commits; `nil` for the default.
  let pollInterval: Duration?
  /// Whether a server's changes are read from the log that triggers write.
  let usesTriggers: Bool
}

/// Returns the database that an argument names.
///
/// - Parameters:
///   - argument: A path or a URL.
///   - keyFile: The file with the key of an encrypted file.
///   - canBeCreated: Whether the command has an option that creates a file.
/// - Throws: ``CommandFailure`` if there is no such file.
func commandDatabase(
  _ argument: String,
  keyFile: KeyFile?,
  canBeCreated: Bool = false
) throws(CommandFailure) -> any CommandDatabase {
  if let server = PostgresServer(argument) { return server }
  return try DatabaseFile(path: argument, keyFile: keyFile, canBeCreated: canBeCreated)
}
