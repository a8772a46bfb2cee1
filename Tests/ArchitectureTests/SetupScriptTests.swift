import Foundation
import LiveSQLTestSupport
import Testing

/// The script `Scripts/setup` on machines that lack something: its `PATH` contains only stubs.
@Suite(.mayBlock, .timeLimit(.hang)) final class SetupScriptTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "setup-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try stub("uname", "echo Linux")
    try stub("swift", "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'")
    try stub("id", "echo 1000")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Creates a shell program.
  ///
  /// A separate process writes it. If this process did, each process that another test starts at
  /// the same time would have the file open for writing until it runs its own program, and the
  /// system does not run a program that is open for writing (“Text file busy”).
  private func stub(_ name: String, _ body: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod 755 "$1""#, "stub",
      folder.appending(path: name).path, body,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func setUp(_ arguments: String...) throws -> (code: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [PackageFolder.own.root.appending(path: "Scripts/setup").path] + arguments
    process.environment = [
      "PATH": folder.path, "LIVESQL_POSTGRES_ROOT": folder.appending(path: "postgresql").path,
      "LIVESQL_LIBRARY_FOLDERS": folder.path, "LIVESQL_POOLER_FOLDER": folder.path,
    ]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  @Test func `prints nothing if everything is installed`() throws {
    try stub("pkg-config", "exit 0")
    #expect(try setUp() == (0, ""))
  }

  @Test func `says where to get Swift`() throws {
    try FileManager.default.removeItem(at: folder.appending(path: "swift"))
    let (code, output) = try setUp()
    #expect(code == 1)
    #expect(output.contains("there is no 'swift' on the PATH"))
  }

  @Test(arguments: ["Swift version 5.10 (x)", "Apple Swift version 6.1.2 (swiftlang-6.1.2)"])
  func `refuses an old toolchain`(version: String) throws {
    try stub("swift", "echo '\(version)'")
    let (code, output) = try setUp()
    #expect(code == 1)
    #expect(output.contains("is too old: 6.2 or newer is needed"))
  }

  @Test(arguments: ["Swift version 6.2 (x)", "Swift version 6.10-dev (x)", "Swift version 7.0 (x)"])
  func `accepts a new toolchain`(version: String) throws {
    try stub("swift", "echo '\(version)'")
    try stub("pkg-config", "exit 0")
    #expect(try setUp() == (0, ""))
  }

  @Test func `prints the command to run if it lacks the rights`() throws {
    try stub("apt-get", "echo apt-get must not run; exit 0")
    try stub("sudo", "exit 1")
    let (code, output) = try setUp()
    #expect(code == 1)
    #expect(
      output.contains("sudo apt-get update && sudo apt-get install -y libsqlite3-dev pkg-config")
    )
    #expect(!output.contains("must not run"))
  }

  @Test func `installs through sudo if sudo needs no password`() throws {
    try stub("apt-get", "echo apt-get \"$@\"")
    try stub("env", "shift; \"$@\"")
    try stub("pkg-config", "[ -e '\(folder.path)/installed' ]")
    try stub(
      "sudo",
      """
      [ "$1" = -n ] || exit 1
      shift
      case "$*" in *install*) : >'\(folder.path)/installed' ;; esac
      "$@"
      """
    )
    let (code, output) = try setUp()
    #expect(code == 0)
    #expect(output.contains("apt-get update -qq"))
    #expect(output.contains("libsqlite3-dev pkg-config"))
  }

  @Test func `installs a PostgreSQL server for the tests if possible`() throws {
    try stub("pkg-config", "exit 0")
    try stub("id", "echo 0")
    try stub("env", "shift; \"$@\"")
    try stub(
      "apt-get",
      "echo apt-get \"$@\"; case \"$*\" in *install*) : >'\(folder.path)/initdb' ;; esac"
    )
    let (code, output) = try setUp("--with-postgresql")
    #expect(code == 0)
    #expect(output.contains("--no-install-recommends postgresql libpq5"))
    #expect(output.contains("are skipped"))
    try stub("initdb", "exit 0")
    #expect(try setUp("--with-postgresql") == (0, ""))
  }

  @Test func `only reports a missing PostgreSQL server if it lacks the rights`() throws {
    try stub("pkg-config", "exit 0")
    let (code, output) = try setUp("--with-postgresql")
    #expect(code == 0)
    #expect(output.contains("the tests on one are skipped"))
    #expect(try setUp() == (0, ""))
  }

  @Test func `installs libmicrohttpd for the tests if possible`() throws {
    try stub("pkg-config", "exit 0")
    let (code, word) = try setUp("--with-microhttpd")
    #expect(code == 0)
    #expect(word.contains("the tests of web pages are skipped"))
    try stub("id", "echo 0")
    try stub("env", "shift; \"$@\"")
    let file = folder.appending(path: "libmicrohttpd.so.12").path
    try stub("apt-get", "echo apt-get \"$@\"; case \"$*\" in *install*) : >'\(file)' ;; esac")
    let (again, output) = try setUp("--with-microhttpd")
    #expect(again == 0)
    #expect(output.contains("--no-install-recommends libmicrohttpd12"))
    #expect(!output.contains("skipped"))
    #expect(try setUp("--with-microhttpd") == (0, ""))
  }

  @Test func `installs pgbouncer for the tests if possible`() throws {
    try stub("pkg-config", "exit 0")
    let (code, word) = try setUp("--with-pgbouncer")
    #expect(code == 0)
    #expect(word.contains("the tests behind it are skipped"))
    try stub("id", "echo 0")
    try stub("env", "shift; \"$@\"")
    let file = folder.appending(path: "pgbouncer").path
    try stub(
      "apt-get",
      "echo apt-get \"$@\"; case \"$*\" in *install*) : >'\(file)'; /bin/chmod 755 '\(file)' ;; esac"
    )
    let (again, output) = try setUp("--with-pgbouncer")
    #expect(again == 0)
    #expect(output.contains("--no-install-recommends pgbouncer"))
    #expect(!output.contains("skipped"))
    try stub("pgbouncer", "exit 0")
    #expect(try setUp("--with-pgbouncer") == (0, ""))
  }

  @Test func `refuses an unknown option`() throws {
    try stub("pkg-config", "exit 0")
    #expect(try setUp("--with-everything").code == 1)
  }

  @Test func `prints the command to run if an installation fails`() throws {
    try stub("id", "echo 0")
    try stub("env", "shift; \"$@\"")
    try stub("apt-get", "exit 100")
    let (code, output) = try setUp()
    #expect(code == 1)
    #expect(output.contains("the installation did not succeed"))
    #expect(output.contains("sudo apt-get update"))
  }
}
