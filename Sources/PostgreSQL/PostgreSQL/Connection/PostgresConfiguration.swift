/// The address of a server, and the options for connecting to it.
///
/// ```swift
/// var configuration = PostgresConfiguration("postgres://shop@db.example.org/shop")
/// configuration.statementTimeout = .seconds(5)
/// let connection = try PostgresConnection(configuration)
/// ```
///
/// Options that are not given come from the environment (`PGHOST`, `PGPASSWORD` …), the password
/// file and the service file, as with all programs that use libpq. Connections to other machines
/// are encrypted by default, and the server's certificate is verified (`sslmode=verify-full`, with
/// the authorities that the system trusts).
///
/// A server or network that fails silently is noticed within half a minute by default: libpq's
/// keywords `keepalives_idle`, `keepalives_interval`, `keepalives_count` and `tcp_user_timeout`
/// have values for this. They apply only to TCP connections.
///
/// Neither its description nor any error reveals its contents.
///
/// https://www.postgresql.org/docs/current/libpq-connect.html
public struct PostgresConfiguration: Sendable {
  /// A URL, `postgres://…` or `postgresql://…`, or keywords and values, `host=… dbname=…`; may be
  /// empty.
  public var connectionString: String
  /// Additional keywords and values, which override those of the connection string.
  public var options: [String: String] = [:]
  /// The time limit for opening a connection; `nil` for the system's limit.
  ///
  /// It is in whole seconds, at least two.
  public var connectTimeout: Duration? = .seconds(10)
  /// The time after which the server cancels a statement; `nil` for the server's setting.
  public var statementTimeout: Duration?
  /// The name that the server's list of sessions shows.
  public var applicationName = "LiveSQL"
  /// The number of prepared statements that a connection keeps; at least one.
  public var preparedStatementLimit = 256
  /// A closure that receives the server's notices and warnings; without it, they are ignored.
  ///
  /// It runs on the thread that uses the connection, and must not use the connection.
  public var onNotice: (@Sendable (PostgresNotice) -> Void)?

  /// Creates a configuration.
  ///
  /// Nothing is read or checked before a connection is opened.
  ///
  /// - Parameter connectionString: A URL, or keywords and values; if empty, the environment
  ///   determines everything.
  public init(_ connectionString: String = "") { self.connectionString = connectionString }
}

extension PostgresConfiguration: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Only the type's name, because the connection string may contain a password.
  public var description: String { "PostgresConfiguration" }

  /// Only the type's name.
  public var debugDescription: String { description }

  /// An empty mirror, because the connection string may contain a password.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
