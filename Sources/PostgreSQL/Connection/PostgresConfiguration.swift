/// Where a server is, and how to connect to it.
///
/// ```swift
/// var configuration = PostgresConfiguration("postgres://shop@db.example.org/shop")
/// configuration.statementTimeout = .seconds(5)
/// let connection = try PostgresConnection(configuration)
/// ```
///
/// What is not said comes from the environment (`PGHOST`, `PGPASSWORD` …), the password file and the service file, as
/// with
/// all programs on libpq. To a server that is not on this machine the connection is encrypted and the server's
/// certificate
/// checked (`sslmode=verify-full`, with the authorities that the system trusts), unless something else is said.
///
/// A server that is gone without a word, or a network that carries nothing any more, is noticed within half a minute: of
/// libpq's keywords `keepalives_idle`, `keepalives_interval`, `keepalives_count` and `tcp_user_timeout` have values for
/// that, unless something else is said. They work on TCP alone.
///
/// Neither its description nor an error shows what it holds.
///
/// https://www.postgresql.org/docs/current/libpq-connect.html
public struct PostgresConfiguration: Sendable {
  /// A URL, `postgres://…` or `postgresql://…`, or keywords and values, `host=… dbname=…`; may be empty.
  public var connectionString: String
  /// Further keywords and values, which go before those of the connection string.
  public var options: [String: String] = [:]
  /// How long opening a connection may take, in whole seconds, at least two; `nil` for as long as the system waits.
  public var connectTimeout: Duration? = .seconds(10)
  /// How long a statement may run before the server cancels it; `nil` for what the server says.
  public var statementTimeout: Duration?
  /// What the server's list of sessions shows.
  public var applicationName = "LiveSQL"
  /// How many prepared statements a connection keeps; at least one.
  public var preparedStatementLimit = 256
  /// What is done with notices and warnings of the server; nothing, unless it is set.
  ///
  /// It is called by the thread that uses the connection, which must not be used in it.
  public var onNotice: (@Sendable (PostgresNotice) -> Void)?

  /// Makes a configuration.
  ///
  /// Nothing is read or checked before a connection is opened.
  ///
  /// - Parameter connectionString: A URL, or keywords and values; without it, the environment says all.
  public init(_ connectionString: String = "") { self.connectionString = connectionString }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The type alone: the connection string may hold a password.
  public var description: String { "PostgresConfiguration" }

  /// The type alone.
  public var debugDescription: String { description }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
