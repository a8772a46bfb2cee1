package import PostgreSQL
package import PostgreSQLDatabase
package import SQLiteDatabase
package import WebServer

/// A web page on a database: its tables, live, for the people who work on it.
///
/// ```swift
/// let studio = try Studio(path: "shop.db")
/// print(try studio.start())
/// ```
///
/// It listens only on this machine, and answers only requests with the secret that its address
/// contains.
package final class Studio: Sendable {
  /// Settings for how a studio opens its database, and how it listens.
  package struct Settings: Sendable {
    /// Whether rows may be edited, and statements write.
    package var isWritable = false
    /// The address to listen on.
    package var address = "127.0.0.1"
    /// The port; 0 has the system choose one.
    package var port: UInt16 = 0
    /// Whether the system chooses another port if this one cannot be listened on.
    package var acceptsOtherPort = false
    /// The maximum number of open tabs.
    package var tabLimit = 32
    /// The number of seconds after which a connection without traffic is closed.
    package var idleLimit = 60
    /// The secret in the address of the page; a different one for each studio.
    package var token = AccessToken()
    /// Writes the schema as Swift.
    package var swiftSource: (@Sendable (Database) throws -> String)?
    /// Writes the schema of a PostgreSQL database as Swift.
    package var postgresSwiftSource: (@Sendable (PostgresSchema) -> String)?
    /// Prepares each connection to a file, such as with its key; `nil` for nothing.
    package var prepareDatabase: (@Sendable (Database) throws -> Void)?
    /// The time limit of a user's statement.
    package var statementTimeLimit = Duration.seconds(10)
    /// The time that each request has at least, even if its route allows less.
    package var requestTimeLimit = Duration.zero
    /// The clock that measures a user's statements.
    package var now: @Sendable () -> ContinuousClock.Instant = { .now }

    package init() {}
  }

  let context: StudioContext
  let server: WebServer

  /// Opens a database file.
  ///
  /// - Throws: ``DatabaseError`` that says why the file cannot be opened.
  package convenience init(path: String, settings: Settings = Settings()) throws {
    self.init(try SQLiteBackend(path: path, settings), settings)
  }

  /// Connects to a PostgreSQL server.
  ///
  /// - Throws: ``PostgresError`` that says why it cannot be connected to.
  package convenience init(
    _ configuration: PostgresConfiguration,
    settings: Settings = Settings()
  ) async throws {
    self.init(try await PostgresBackend(configuration, settings), settings)
  }

  private init(_ backend: any StudioBackend, _ settings: Settings) {
    context = StudioContext(settings: settings, backend: backend)
    var web = WebServer.Settings()
    web.address = settings.address
    web.port = settings.port
    web.acceptsOtherPort = settings.acceptsOtherPort
    web.token = settings.token
    web.streamLimit = settings.tabLimit
    web.idleLimit = settings.idleLimit
    web.connectionLimit = max(web.connectionLimit, min(max(0, settings.tabLimit), 1 << 20) * 2)
    let routes = context.routes.map { $0.patient(atLeast: settings.requestTimeLimit) }
    server = WebServer(web, routes: routes)
  }

  /// Starts the server.
  ///
  /// - Returns: The address of the page, with the secret for this run.
  /// - Throws: ``WebServerError`` where libmicrohttpd is not there, or the address cannot be
  ///   listened on.
  package func start() throws(WebServerError) -> String {
    "http://\(try server.start())/#token=\(server.token)"
  }

  /// Ends all streams and their work, and closes the database.
  package func stop() async throws {
    for tab in context.tabs.all { tab.close() }
    await server.stop()
    context.commits.close()
    try await context.backend.close()
  }
}

/// The context that the routes of a studio share.
struct StudioContext: Sendable {
  let settings: Studio.Settings
  let backend: any StudioBackend
  let tabs = TabTable()
  let tickets = ExportTickets()
  let commits: CommitCounter
  /// The name of this run, by which pages notice that the studio was started again.
  let epoch = String(AccessToken().description.prefix(8))

  init(settings: Studio.Settings, backend: any StudioBackend) {
    (self.settings, self.backend) = (settings, backend)
    commits = CommitCounter { backend.subscribeToCommits($0) }
  }

  var routes: [Route] {
    StudioFiles.all.map(\.route) + tabRoutes + structureRoutes + editRoutes + sqlRoutes + cellRoutes
      + exportRoutes
  }
}
