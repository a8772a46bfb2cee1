import Foundation
public import PostgreSQL
import TestSockets
public import Testing

/// A pgbouncer for one test, in front of a test server.
///
/// It ends when the object is released, or the process ends. Like the servers, it never runs as
/// root.
public final class PostgresTestPooler: Sendable {
  /// The time for which a client is assigned a server connection.
  public enum Mode: String, Sendable, CaseIterable {
    /// As long as the client is connected.
    case session
    /// For one transaction.
    case transaction
  }

  private static let program = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .map { "\($0)/pgbouncer" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether pgbouncer is installed.
  public static var isAvailable: Bool { program != nil }

  /// The version of pgbouncer.
  public let version: (major: Int, minor: Int)
  private let folder: String
  private let holder: Process
  private let input: FileHandle

  /// Starts a pooler.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - mode: The time for which a client is assigned a server connection.
  ///   - size: The maximum number of server connections for each database.
  /// - Throws: ``PostgresTestServer/Unavailable`` if it is not installed, or does not start.
  public init(to server: PostgresTestServer, mode: Mode, size: Int = 4) throws {
    BlockingThreads.expectCurrent(for: "Starting pgbouncer")
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
    guard text == "ready", isListening() else {
      throw PostgresTestServer.Unavailable(description: "pgbouncer did not start: \(text)")
    }
  }

  deinit {
    try? input.close()
    holder.waitUntilExit()
  }

  /// Returns the version that a program prints, such as `PgBouncer 1.18.0`.
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

  /// Waits until connections are accepted, which is a moment after the socket appears.
  ///
  /// The limit of five minutes only ends what hangs.
  private func isListening() -> Bool {
    for _ in 0..<15_000 {
      if let socket = LocalSocket.connected(to: folder + "/.s.PGSQL.6432") {
        socket.close()
        return true
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return false
  }

  /// Returns a configuration for connecting to a database through the pooler.
  public func configuration(database: String) -> PostgresConfiguration {
    var configuration = PostgresConfiguration()
    configuration.options = [
      "host": folder, "port": "6432", "user": "postgres", "dbname": database,
    ]
    return configuration
  }

  /// A script that starts the pooler, reports when it listens, and ends it when its own input ends.
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
  /// A condition that pgbouncer is installed.
  public static var requiresPooler: Self {
    .enabled(
      if: PostgresTestPooler.isAvailable,
      "pgbouncer is not installed: sudo apt-get install pgbouncer"
    )
  }
}
