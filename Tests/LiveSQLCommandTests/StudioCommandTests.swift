import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import Terminal
import TerminalTestSupport
import TestSockets
import Testing
import WebServer

@testable import LiveSQLCommand

/// The command `livesql studio`.
@Suite(.mayBlock, .timeLimit(.hang)) struct StudioCommandTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func database() throws -> String {
    let path = scratch.path(of: "shop.db")
    let database = try DatabaseQueue(path: path)
    try database.write { db in
      try db.execute(
        sql: "CREATE TABLE IF NOT EXISTS lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL)"
      )
    }
    try database.close()
    return path
  }

  /// Runs a studio, sends requests to it, and interrupts it.
  private func withStudio(
    _ arguments: String...,
    body: @escaping @Sendable (HTTPClient) async throws -> Void
  ) async throws -> (code: ExitCode, output: String, errors: String) {
    let (events, stop) = AsyncStream.makeStream(of: ProcessEvent.self)
    let (addresses, found) = AsyncStream.makeStream(of: String.self)
    let output = AddressDestination { found.yield($0) }
    let errors = MemoryDestination()
    let console = Console(
      standardOutput: output,
      standardError: errors,
      environment: [:],
      standardInput: MemoryInput(nil),
      events: { events }
    )
    let path = try database()
    async let code = Program().run(["studio", path, "--no-open"] + arguments, console: console)
    for await address in addresses {
      let url = try #require(URL(string: address))
      let port = UInt16(try #require(url.port))
      let token = String(try #require(url.fragment).dropFirst("token=".count))
      do { try await body(HTTPClient(port: port, token: token)) } catch {
        stop.yield(.termination(signal: SIGINT))
        throw error
      }
      break
    }
    stop.yield(.termination(signal: SIGINT))
    return (await code, output.text, errors.text)
  }

  @Test(.enabled(if: WebLibrary.isAvailable, "\(WebLibrary.advice ?? "")"))
  func `it prints an address that answers, until it is stopped`()
    async throws
  {
    let run = try await withStudio { client in
      #expect(try await client.ask("GET /", isTrusted: false).status == 200)
      #expect(try await client.ask("GET /api/database", isTrusted: false).status == 401)
      let answer = try await client.ask("GET /api/database")
      #expect(try JSONValue(answer.text)["writable"] == false)
      let swift = try await client.ask("GET /api/swift")
      #expect(swift.text.contains("@Table"))
    }
    #expect(run.code == .success)
    #expect(run.output.contains("--write allows editing rows"))
    #expect(run.errors == "")
  }

  @Test(.enabled(if: WebLibrary.isAvailable, "\(WebLibrary.advice ?? "")"))
  func `--write lets rows be edited, and --json prints an object`()
    async throws
  {
    let run = try await withStudio("--write", "--json") { client in
      let answer = try await client.ask("GET /api/database")
      #expect(try JSONValue(answer.text)["writable"] == true)
    }
    #expect(try JSONValue(run.output)["writable"] == true)
  }

  @Test(.enabled(if: WebLibrary.isAvailable, "\(WebLibrary.advice ?? "")"))
  func `an address other than loopback prints a warning`() async throws {
    let run = try await withStudio("--listen", "127.0.0.2") { _ in }
    #expect(run.errors.contains("Others can reach 127.0.0.2"))
  }

  @Test func `a missing file is an error, and is not created`() async {
    let path = scratch.path(of: "missing.db")
    let run = await ProgramRun("studio", path, "--no-open")
    #expect(run.code != .success)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(.enabled(if: WebLibrary.isAvailable, "\(WebLibrary.advice ?? "")"))
  func `a database has the same port each time, and another one if that is in use`() async throws {
    let ports = Mutex<[UInt16]>([])
    for _ in 0..<2 {
      _ = try await withStudio { client in ports.withLock { $0.append(client.port) } }
    }
    let same = ports.withLock { $0 }
    #expect(same.count == 2 && same[0] == same[1])
    _ = try await withStudio { client in
      let (run, _, _) = try await withStudio { other in #expect(other.port != client.port) }
      #expect(run == .success)
    }
  }

  @Test(arguments: ["0.0.0.0", "::"])
  func `an address that stands for all addresses is refused with advice`(address: String) async {
    let run = await ProgramRun("studio", "shop.db", "--listen", address)
    #expect(run.code == .usage)
    #expect(run.errors.contains("such as 192.168.1.5"), "\(run.errors)")
  }

  @Test func `a port is a 16-bit number`() async throws {
    let run = await ProgramRun("studio", "shop.db", "--port", "70000")
    #expect(run.errors.contains("'--port' takes a number from 0 to 65535, not '70000'"))
  }
}

/// An output that extracts the printed address.
private final class AddressDestination: OutputDestination {
  let terminalSize: TerminalSize? = nil
  private let kept = MemoryDestination()
  private let find: @Sendable (String) -> Void

  init(_ find: @escaping @Sendable (String) -> Void) { self.find = find }

  var text: String { kept.text }

  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    try kept.write(bytes)
    let words = text.split { $0.isWhitespace || $0 == "\"" }
    if let address = words.first(where: { $0.hasPrefix("http://") }) { find(String(address)) }
  }
}
