import Foundation
public import PostgreSQL
import Synchronization

/// A PostgreSQL server of the tests' own, in a scratch folder, on a Unix socket.
///
/// It is started within a second or two, and ended when the object goes, or the process does, however that ends: a
/// script that
/// holds the server waits for the end of its input.
///
/// It never runs as root: where the tests do, it runs as the user `postgres`, whom Debian's package makes.
///
/// State: the script that holds it, and its input, set once.
public final class PostgresTestServer: Sendable {
  /// Why there can be no server here.
  public struct Unavailable: Error, CustomStringConvertible {
    /// The reason, and what to install.
    public let description: String
  }

  /// The server of all tests that need no settings of their own.
  ///
  /// It decodes changes (`wal_level=logical`) and flushes nothing (`fsync=off`).
  public static let shared: Result<PostgresTestServer, Unavailable> = Result {
    () throws(Unavailable) in try PostgresTestServer()
  }

  /// A server for a test that reads the change stream: one of a few, in turn.
  ///
  /// A slot waits until the transactions have ended that write anywhere on its server, which those of other tests may do for
  /// long: so such tests share a server with few others.
  public static var streaming: PostgresTestServer {
    get throws {
      let turn = streamingTurn.add(1, ordering: .relaxed).newValue
      return try streamingServers[turn % streamingServers.count].server.get()
    }
  }

  private static let streamingTurn = Atomic<Int>(0)
  private static let streamingServers = (0..<8).map { _ in LazyServer() }

  /// A server that starts when it is first asked for.
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

  /// Whether PostgreSQL's library and its server are installed.
  public static var isInstalled: Bool { PostgresLibrary.isAvailable && programs != nil }

  /// The folder of its socket and its data.
  public let folder: String
  /// The port at which it listens on `127.0.0.1`; `nil` where it has its Unix socket alone.
  public let port: Int?
  private let holder: Process
  private let input: FileHandle
  private let output: FileHandle
  private let turn = Mutex(())

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - settings: Lines for its `postgresql.conf`, after those that it has in any case.
  ///   - primary: The server of which it is to be a replica, which it follows from the start; it has a copy of its data.
  ///   - fileSizeLimit: How many KiB each of its files may have: beyond them it meets what it would meet on a full disk.
  ///   - port: Where it listens on `127.0.0.1` besides; without it, nowhere.
  /// - Throws: ``Unavailable`` where PostgreSQL is not installed, or does not start.
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

  /// How to connect to one of its databases as its superuser.
  ///
  /// - Parameter database: The database's name.
  public func configuration(database: String = "postgres") -> PostgresConfiguration {
    var configuration = PostgresConfiguration()
    configuration.options = ["host": folder, "user": "postgres", "dbname": database]
    if let port { configuration.options["port"] = "\(port)" }
    return configuration
  }

  /// What can be done to a server.
  public enum Action: String, Sendable {
    /// All its processes end at once, as by a power cut.
    case kill
    /// It is started again.
    case start
    /// It ends in order, and is started again.
    case restart
    /// A replica becomes a primary.
    case promote
  }

  /// Does something to the server, and waits until it is done.
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
  /// A server that listens on `127.0.0.1` too, at a port that was free.
  public static func listening(settings: [String] = ["fsync=off"]) throws -> PostgresTestServer {
    for _ in 0..<4 {
      let port = Int.random(in: 20_000..<32_000)
      if let server = try? PostgresTestServer(settings: settings, port: port) { return server }
    }
    return try PostgresTestServer(settings: settings, port: Int.random(in: 20_000..<32_000))
  }

  /// The folder of the server's programs: the newest that there is.
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

  /// A folder whose path is short enough for a socket in it: 107 bytes.
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

  /// As whom the server's programs run: never as root, who may run nothing of them.
  static let asServer = """
    as() {
      if [ "$(id -u)" -ne 0 ]; then "$@"
      elif command -v setpriv >/dev/null; then setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"
      else su postgres -s /bin/sh -c 'exec "$@"' -- sh "$@"; fi
    }
    """

  /// Makes the server, says so, and ends it when its own input ends.
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
