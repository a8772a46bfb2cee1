import Foundation
public import PostgreSQL
import Synchronization

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
  public static let shared: Result<PostgresTestServer, Unavailable> = Result {
    () throws(Unavailable) in try PostgresTestServer()
  }

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
  /// - Parameter database: The database's name.
  public func configuration(database: String = "postgres") -> PostgresConfiguration {
    var configuration = PostgresConfiguration()
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
  /// - Returns: Whether it succeeded.
  @discardableResult
  public func control(_ action: Action) -> Bool {
    turn.withLock { _ in
      guard (try? input.write(contentsOf: Data("\(action)\n".utf8))) != nil else { return false }
      return Self.firstLine(of: output) == "done"
    }
  }
}

extension PostgresTestServer {
  /// Starts a server that also listens on `127.0.0.1`, on a free port.
  public static func listening(settings: [String] = ["fsync=off"]) throws -> PostgresTestServer {
    for _ in 0..<4 {
      let port = Int.random(in: 20_000..<32_000)
      if let server = try? PostgresTestServer(settings: settings, port: port) { return server }
    }
    return try PostgresTestServer(settings: settings, port: Int.random(in: 20_000..<32_000))
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

  /// A script that starts the server, reports it, and ends the server when its own input ends.
  private static let script = """
    folder=$1 programs=$2 primary=$3 limit=$4; shift 4
    \(asServer)
    trap '' INT TERM HUP
    cd "$folder" || exit 1
    if [ "$(id -u)" -eq 0 ]; then
      id postgres >/dev/null 2>&1 || { echo "there is no user 'postgres', and root may run no server"; exit 1; }
      chown postgres "$folder"
    fi
    chmod 700 "$folder"
    end() { as "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1; rm -rf "$folder"; }
    fail() { echo "$(tail -n 1 "$folder/log" | tr '\\n' ' ')"; end; exit 1; }
    : >log; [ "$(id -u)" -ne 0 ] || chown postgres log
    if [ -n "$primary" ]; then
      as "$programs/pg_basebackup" -D "$folder/data" -h "$primary" -U postgres -c fast -X stream -R -N \
        >log 2>&1 </dev/null || fail
    else
      as "$programs/initdb" -D "$folder/data" -A trust -U postgres --locale=C.UTF-8 --encoding=UTF8 -N \
        >log 2>&1 </dev/null || fail
    fi
    # In blocks of 512 bytes, or, of some shells, 1,024.
    [ "$limit" = unlimited ] || ulimit -f "$limit"
    {
      echo "unix_socket_directories='$folder'"
      echo "listen_addresses=''"
      echo "wal_level=logical"
      echo "max_wal_senders=20"
      echo "max_replication_slots=20"
      for line in "$@"; do echo "$line"; done
    } >>data/postgresql.conf
    as "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/log" start >/dev/null 2>&1 </dev/null || fail
    echo ready
    perform() {
      case $1 in
        kill)
          main=$(head -n 1 "$folder/data/postmaster.pid")
          # The main one is stopped first, or it would start others again.
          # Where nobody takes note of its death its number lives on, and no other would start.
          kill -STOP "$main" && kill -9 $(pgrep -P "$main") "$main" && rm -f data/postmaster.pid .s.* ;;
        *) as "$programs/pg_ctl" -D "$folder/data" -w -m fast -l "$folder/log" "$1" </dev/null ;;
      esac
    }
    while read -r action; do
      if perform "$action" >/dev/null 2>&1; then echo done; else echo failed; fi
    done
    exec >/dev/null 2>&1
    end
    """
}
