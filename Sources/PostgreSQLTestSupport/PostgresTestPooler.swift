import Foundation
public import PostgreSQL
public import Testing

/// A pgbouncer of a test's own before a server of the tests'.
///
/// It ends when the object goes, or the process does. As servers do, it never runs as root.
public final class PostgresTestPooler: Sendable {
  /// For how long a client has a connection of the server.
  public enum Mode: String, Sendable, CaseIterable {
    /// For as long as it is connected.
    case session
    /// For a transaction.
    case transaction
  }

  private static let program = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .map { "\($0)/pgbouncer" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether pgbouncer is installed.
  public static var isAvailable: Bool { program != nil }

  /// Its version.
  public let version: (major: Int, minor: Int)
  private let folder: String
  private let holder: Process
  private let input: FileHandle

  /// Starts a pooler.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - mode: For how long a client has a connection of the server.
  ///   - size: How many connections to the server it has for each database.
  /// - Throws: ``PostgresTestServer/Unavailable`` where it is not installed, or does not start.
  public init(to server: PostgresTestServer, mode: Mode, size: Int = 4) throws {
    guard let program = Self.program else {
      throw PostgresTestServer.Unavailable(
        description: "pgbouncer is missing: sudo apt-get install pgbouncer"
      )
    }
    folder = try PostgresTestServer.scratchFolder()
    version = Self.version(of: program)
    let settings = """
      [databases]
      * = host=\(server.folder) port=\(server.port ?? 5432) user=postgres
      [pgbouncer]
      listen_addr =
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = \(mode)
      default_pool_size = \(size)
      logfile = \(folder)/log
      """
    try Data(settings.utf8).write(to: URL(filePath: folder + "/settings"))
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "postgres-test-pooler", folder, program]
    process.standardInput = input
    process.standardOutput = output
    (holder, self.input) = (process, input.fileHandleForWriting)
    try process.run()
    let text = PostgresTestServer.firstLine(of: output.fileHandleForReading)
    guard text == "ready" else {
      throw PostgresTestServer.Unavailable(description: "pgbouncer did not start: \(text)")
    }
  }

  deinit {
    try? input.close()
    holder.waitUntilExit()
  }

  /// The version that a program tells, such as `PgBouncer 1.18.0`.
  private static func version(of program: String) -> (Int, Int) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: program)
    process.arguments = ["--version"]
    process.standardOutput = output
    guard (try? process.run()) != nil else { return (0, 0) }
    defer { process.waitUntilExit() }
    let text = PostgresTestServer.firstLine(of: output.fileHandleForReading)
    let numbers = (text.split(separator: " ").last ?? "").split(separator: ".").map { Int($0) ?? 0 }
    return numbers.count > 1 ? (numbers[0], numbers[1]) : (0, 0)
  }

  /// How to connect to a database through it.
  public func configuration(database: String) -> PostgresConfiguration {
    var configuration = PostgresConfiguration()
    configuration.options = [
      "host": folder, "port": "6432", "user": "postgres", "dbname": database,
    ]
    return configuration
  }

  /// Starts it, says so when it listens, and ends it when its own input ends.
  private static let script = """
    folder=$1 program=$2
    \(PostgresTestServer.asServer)
    trap '' INT TERM HUP
    [ "$(id -u)" -ne 0 ] || chown -R postgres "$folder"
    cd "$folder" || exit 1
    as "$program" -q settings >/dev/null 2>&1 </dev/null &
    pooler=$!
    until [ -S .s.PGSQL.6432 ]; do
      kill -0 $pooler 2>/dev/null || { tail -n 1 log; rm -rf "$folder"; exit 1; }
      sleep 0.02
    done
    echo ready
    exec >/dev/null 2>&1
    while read -r line; do :; done
    kill -9 $pooler $(pgrep -P $pooler)
    wait $pooler
    rm -rf "$folder"
    """
}

extension Trait where Self == ConditionTrait {
  /// The test runs where pgbouncer is installed.
  public static var requiresPooler: Self {
    .enabled(
      if: PostgresTestPooler.isAvailable,
      "pgbouncer is not installed: sudo apt-get install pgbouncer"
    )
  }
}
