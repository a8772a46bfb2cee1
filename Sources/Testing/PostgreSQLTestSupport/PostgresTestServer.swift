import Foundation
public import PostgreSQL
import Synchronization
import TestSockets
import Testing

/// A PostgreSQL server for tests, in a scratch folder, on a Unix socket.
///
/// It starts within a second or two, and ends when the object is released or the process ends in
/// any way: the script that holds the server waits for the end of its input.
///
/// It never runs as root: if the tests do, it runs as the user `postgres`, which Debian's package
/// creates.
///
/// State: the script that holds it, and its input, set once.
public final class PostgresTestServer: Sendable {
  /// An error for a server that cannot be started here.
  public struct Unavailable: Error, CustomStringConvertible {
    /// The reason, and what to install.
    public let description: String
  }

  /// The server of all tests that need no custom settings.
  ///
  /// It decodes changes (`wal_level=logical`) and flushes nothing (`fsync=off`).
  public static var shared: Result<PostgresTestServer, Unavailable> {
    BlockingThreads.expectCurrent(for: "Using a server")
    return startedShared
  }

  private static let startedShared = Result { () throws(Unavailable) in try PostgresTestServer() }

  /// A server for a test that reads the change stream: one of a few, in turn.
  ///
  /// Creating a slot waits until all transactions that have written on its server have ended, and
  /// those of other tests may take long. So such tests share a server with few others.
  public static var streaming: PostgresTestServer {
    get throws {
      let turn = streamingTurn.add(1, ordering: .relaxed).newValue
      return try streamingServers[turn % streamingServers.count].server.get()
    }
  }

  private static let streamingTurn = Atomic<Int>(0)
  private static let streamingServers = (0..<8).map { _ in LazyServer() }

  /// A server that starts on first use.
  ///
  /// State: the server, guarded by a mutex.
  private final class LazyServer: Sendable {
    private let known = Mutex<Result<PostgresTestServer, Unavailable>?>(nil)

    var server: Result<PostgresTestServer, Unavailable> {
      known.withLock { known in
        if let known { return known }
        let started = Result { () throws(Unavailable) in try PostgresTestServer() }
        known = started
        return started
      }
    }
  }

  /// Whether PostgreSQL's client library and server are installed.
  public static var isInstalled: Bool { PostgresLibrary.isAvailable && programs != nil }

  /// The folder of the socket and the data.
  public let folder: String
  /// The port on which it listens on `127.0.0.1`; `nil` if it has only its Unix socket.
  public let port: Int?
  private let holder: Process
  private let input: FileHandle
  private let output: FileHandle
  private let turn = Mutex(())

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - settings: Lines to append to `postgresql.conf`, after the standard ones.
  ///   - primary: The server of which it becomes a replica, starting with a copy of its data.
  ///   - fileSizeLimit: The maximum size of its files in KiB, beyond which it behaves as on a full
  ///     disk.
  ///   - port: A port to also listen on, on `127.0.0.1`; by default none.
  /// - Throws: ``Unavailable`` if PostgreSQL is not installed, or does not start.
  public init(
    settings: [String] = ["fsync=off"],
    replicaOf primary: PostgresTestServer? = nil,
    fileSizeLimit: Int? = nil,
    port: Int? = nil
  ) throws(Unavailable) {
    BlockingThreads.expectCurrent(for: "Starting a PostgreSQL server")
    if let advice = PostgresLibrary.advice { throw Unavailable(description: advice) }
    guard let programs = Self.programs else {
      throw Unavailable(
        description: "PostgreSQL's server is not installed: sudo apt-get install postgresql-15"
      )
    }
    folder = try Self.scratchFolder()
    self.port = port
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "postgres-test-server", folder, programs]
    let limit = fileSizeLimit.map { "\($0 * 2)" } ?? "unlimited"
    process.arguments? += [primary?.folder ?? "", limit] + settings
    if let port { process.arguments? += ["listen_addresses='127.0.0.1'", "port=\(port)"] }
    process.standardInput = input
    process.standardOutput = output
    holder = process
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    do { try process.run() } catch { throw Unavailable(description: "\(error)") }
    let text = Self.firstLine(of: self.output)
    guard text == "ready" else {
      throw Unavailable(description: "PostgreSQL's server did not start: \(text)")
    }
  }

  deinit {
    try? input.close()
    holder.waitUntilExit()
  }

  /// Returns a configuration for connecting to a database as the superuser.
  ///
  /// It waits for minutes, since a busy machine may stand still for longer than the ten seconds
  /// that are usual.
  ///
  /// - Parameter database: The database's name.
  public func configuration(database: String = "postgres") -> PostgresConfiguration {
    var configuration = PostgresConfiguration()
    configuration.connectTimeout = .seconds(300)
    configuration.options = ["host": folder, "user": "postgres", "dbname": database]
    if let port { configuration.options["port"] = "\(port)" }
    return configuration
  }

  /// An action on a server.
  public enum Action: String, Sendable {
    /// Kills all its processes immediately, as in a power failure.
    case kill
    /// Starts it again.
    case start
    /// Shuts it down properly, and starts it again.
    case restart
    /// Promotes a replica to a primary.
    case promote
  }

  /// Performs an action on the server, and waits until it is done.
  ///
  /// If it fails, the test fails with the last lines of the server's log.
  ///
  /// - Returns: Whether it succeeded.
  @discardableResult
  public func control(_ action: Action) -> Bool {
    BlockingThreads.expectCurrent(for: "Controlling a PostgreSQL server")
    let answer = turn.withLock { _ in
      let isSent = (try? input.write(contentsOf: Data("\(action)\n".utf8))) != nil
      return isSent ? Self.firstLine(of: output) : "its script has ended"
    }
    if answer == "done" { return true }
    Issue.record("The server refused to \(action): \(answer)")
    return false
  }
}

extension PostgresTestServer {
  /// Starts a server that also listens on `127.0.0.1`, on a port that the system chooses.
  public static func listening(settings: [String] = ["fsync=off"]) throws -> PostgresTestServer {
    var refusal = Unavailable(description: "There is no free port on 127.0.0.1.")
    for _ in 0..<20 {
      guard let port = FreePort.chosen() else { break }
      do throws(Unavailable) {
        return try PostgresTestServer(settings: settings, port: port)
      } catch {
        // Another process may have taken the port meanwhile.
        guard error.description.contains("Address already in use") else { throw error }
        refusal = error
      }
    }
    throw refusal
  }

  /// The folder of the server's programs, of the newest version that is installed.
  private static let programs: String? = {
    let debian = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
    let newest = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(debian)/\($0)/bin" }
    let others = ["/opt/homebrew/opt/postgresql/bin", "/usr/local/bin", "/usr/bin"]
    let named = ProcessInfo.processInfo.environment["LIVESQL_POSTGRES_BIN"].map { [$0] } ?? []
    return (named + newest + others).first { folder in
      ["initdb", "pg_ctl", "postgres"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }()

  /// Creates a folder whose path is short enough for a socket in it: 107 bytes.
  static func scratchFolder() throws(Unavailable) -> String {
    let name = "livesql-pg-" + UUID().uuidString.prefix(8)
    let folders = [FileManager.default.temporaryDirectory.path(percentEncoded: false), "/tmp"]
    for folder in folders {
      let path = URL(filePath: folder).appending(path: name).path(percentEncoded: false)
      guard path.utf8.count < 80 else { continue }
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
      } catch { continue }
    }
    throw Unavailable(description: "There is no folder for a scratch server.")
  }

  static func firstLine(of file: FileHandle) -> String {
    var bytes = Data()
    while let part = try? file.read(upToCount: 1), let byte = part.first, byte != 10 {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A shell function that runs the server's programs as another user if the tests run as root.
  static let asServer = """
    as() {
      if [ "$(id -u)" -ne 0 ]; then "$@"
      elif command -v setpriv >/dev/null; then setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"
      else su postgres -s /bin/sh -c 'exec "$@"' -- sh "$@"; fi
    }
    """
}
