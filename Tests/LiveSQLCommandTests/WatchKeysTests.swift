import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import Terminal
import TerminalTestSupport
import TestSockets
import Testing

@testable import LiveSQLCommand

/// The command `livesql watch` on a terminal, with keys and changes.
@Suite(.mayBlock, .timeLimit(.hang)) struct WatchKeysTests {
  private let scratch: ScratchDirectory
  private let database: DatabaseQueue
  private let screen = ShownTerminal()
  private let keys = AsyncStream.makeStream(of: Key.self)
  private let events = AsyncStream.makeStream(of: ProcessEvent.self)

  init() throws {
    scratch = try ScratchDirectory()
    database = try DatabaseQueue(path: scratch.path(of: "watched.db"))
    try database.write { try Self.fill($0, count: 50) }
  }

  private static func fill(_ db: Database, count: Int) throws {
    try db.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, name)")
    for number in 1...count {
      try db.execute(sql: "INSERT INTO t VALUES (?, ?)", arguments: [number, "name \(number)"])
    }
  }

  private func start(_ options: String...) -> Task<ExitCode, Never> {
    let console = Console(
      standardOutput: screen,
      standardError: MemoryDestination(),
      environment: [:],
      keys: { [stream = keys.stream] in
        TerminalKeys(begin: { stream }, end: {}, suspend: {})
      },
      events: { [stream = events.stream] in stream }
    )
    let path = scratch.path(of: "watched.db")
    let arguments =
      ["watch", path, "SELECT id, name FROM t ORDER BY id", "--interval", "10ms"] + options
    return Task { await Program().run(arguments, console: console) }
  }

  private func press(_ pressed: Key...) { for key in pressed { keys.continuation.yield(key) } }

  @Test func `keys scroll, search and quit`() async throws {
    let run = start()
    await screen.wait(for: "name 1")
    press(.end)
    await screen.wait(for: "name 50")
    #expect(screen.lines.contains { $0.hasPrefix("  … ") && $0.hasSuffix("rows above") })
    press(.home)
    await screen.wait { $0.contains { $0.hasSuffix("│ name 1") } }
    press(.character("/"), .character("E"), .pasted(" 33"))
    await screen.wait(for: "/E 33")
    press(.enter)
    await screen.wait(for: "name 33")
    press(.character("/"), .pasted("none"), .enter)
    await screen.wait(for: "“none” is in no row.")
    // Changes elsewhere do not scroll it away.
    try await database.write { try $0.execute(sql: "UPDATE t SET name = 'changed' WHERE id = 2") }
    await screen.wait(for: "1 commit, 1 difference")
    #expect(screen.lines.contains { $0.contains("name 33") })
    press(.character("f"))
    await screen.wait(for: "changed")
    press(.character("q"))
    #expect(await run.value == .success)
    #expect(screen.isCursorVisible)
  }

  @Test func `the error is shown while the table is missing, and watching continues afterwards`()
    async throws
  {
    let run = start()
    await screen.wait(for: "name 1")
    try await database.write { try $0.execute(sql: "DROP TABLE t") }
    await screen.wait(for: "no such table: t")
    #expect(screen.lines.contains { $0.contains("name 1") })
    // Commits to other tables do not change that.
    try await database.write { try $0.execute(sql: "CREATE TABLE other (a)") }
    try await database.write { db in
      try db.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, name); INSERT INTO t VALUES (7, 'back')"
      )
    }
    await screen.wait { lines in
      lines.contains { $0.contains("back") } && !lines.contains { $0.contains("no such table") }
    }
    try await database.write { try $0.execute(sql: "INSERT INTO t VALUES (8, 'later')") }
    await screen.wait(for: "later")
    press(.control("c"))
    #expect(await run.value == .success)
  }

  @Test func `a statement that never worked is an error`() async throws {
    try await database.write { try $0.execute(sql: "DROP TABLE t") }
    #expect(await start().value == .failure)
  }

  @Test func `the bell rings for changes, but not for the first result`() async throws {
    let run = start("--bell")
    await screen.wait(for: "name 1")
    #expect(screen.bells == 0)
    try await database.write { try $0.execute(sql: "UPDATE t SET name = 'loud' WHERE id = 1") }
    await screen.wait(for: "loud")
    // The second change comes after the bell for the first one.
    try await database.write { try $0.execute(sql: "UPDATE t SET name = 'soft' WHERE id = 1") }
    await screen.wait(for: "soft")
    #expect((1...2).contains(screen.bells))
    press(.character("q"))
    #expect(await run.value == .success)
  }

  @Test func `a command receives each difference`() async throws {
    let told = scratch.path(of: "told.jsonl")
    let done = scratch.path(of: "done")
    let run = start("--exec", "cat >> '\(told)'; mkfifo '\(done)' 2>/dev/null; echo x > '\(done)'")
    await screen.wait(for: "name 1")
    try await database.write { try $0.execute(sql: "INSERT INTO t VALUES (99, 'it''s new')") }
    // Opening the pipe waits for the command.
    await Self.read(pipe: done)
    let text = try String(contentsOfFile: told, encoding: .utf8)
    #expect(text.contains(#""inserted":[{"id":99,"name":"it's new"}]"#))
    press(.character("q"))
    #expect(await run.value == .success)
  }

  @Test func `a command that hangs ends when watching ends`() async throws {
    let begun = scratch.path(of: "begun")
    let run = start("--exec", "mkfifo '\(begun)'; echo x > '\(begun)'; exec tail -f /dev/null")
    await screen.wait(for: "name 1")
    try await database.write { try $0.execute(sql: "DELETE FROM t WHERE id = 1") }
    await Self.read(pipe: begun)
    press(.character("q"))
    #expect(await run.value == .success)
  }

  @Test func `a new terminal size is drawn at once`() async throws {
    let run = start()
    await screen.wait(for: "name 1")
    screen.resize(columns: 50, rows: 30)
    events.continuation.yield(.terminalResized)
    await screen.wait(for: "name 18")
    events.continuation.yield(.termination(signal: 15))
    #expect(await run.value == .success)
  }

  /// Waits until a named pipe exists and something was written to it.
  private static func read(pipe path: String) async {
    await until { FileManager.default.fileExists(atPath: path) }
    await onThread { _ = FileManager.default.contents(atPath: path) }
  }
}
