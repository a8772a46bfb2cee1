import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// The end of `livesql watch`, each time in a separate process, since signals are sent to
/// processes.
@Suite(.timeLimit(.hang)) struct WatchEndTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func database() throws -> String {
    let path = scratch.path(of: "watched.db")
    let database = try DatabaseQueue(path: path)
    try database.write { db in
      try db.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (7)")
    }
    try database.close()
    return path
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends watching with success, and removes the log`(signal: Int32) async throws {
    let path = try database()
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [path = path as String, signal = signal as Int32] in
      // Not `raise`, because the writing thread may block signals.
      await watch(path) { kill(getpid(), signal) }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(output.contains(#""inserted":[{"a":7}]"#))
    let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(!errors.contains("livesql:"), "\(errors)")
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `a pipe that loses its reader ends watching with success`() async throws {
    let path = try database()
    await #expect(processExitsWith: .success) { [path = path as String] in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0, dup2(ends[1], 1) == 1 else { exit(3) }
      close(ends[1])
      let reading = ends[0]
      await watch(path) { close(reading) }
    }
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }
}

/// Watches until something ends it, and exits, in a process of its own, whose signals it takes.
private func watch(_ path: String, whenShown: @escaping @Sendable () -> Void) async {
  ignoreBrokenPipes()
  let console = Console(
    standardOutput: NoticedOutput(whenWritten: whenShown),
    standardError: FileDescriptorDestination.standardError,
    environment: [:],
    events: processEvents
  )
  exit(await Program().run(["watch", path, "SELECT a FROM t"], console: console).rawValue)
}

/// A standard output that runs a closure when the first result has been shown.
private struct NoticedOutput: OutputDestination {
  let terminalSize: TerminalSize? = nil
  let whenWritten: @Sendable () -> Void

  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    try FileDescriptorDestination.standardOutput.write(bytes)
    if !bytes.isEmpty { whenWritten() }
  }
}
