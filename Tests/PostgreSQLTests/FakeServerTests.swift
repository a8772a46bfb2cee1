import Foundation
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Synchronization
import Testing

@testable import PostgreSQL

/// A server that sends anything: the client throws, and never traps, hangs, or uses unlimited
/// memory.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct FakeServerTests {
  private typealias Fake = FakePostgresServer

  /// Returns a server that answers an extended query with custom rows.
  private static func server(
    _ columns: [(String, UInt32)],
    rows: @escaping @Sendable (Int) -> [UInt8]
  ) throws -> FakePostgresServer {
    let count = Atomic(0)
    return try FakePostgresServer { request in
      switch request.kind {
      case UInt8(ascii: "P"): return (Fake.message("1"), false)
      case UInt8(ascii: "D"):
        let described =
          request.content.first == UInt8(ascii: "S")
          ? Fake.message("t", Fake.bytes(Int16(0))) + Fake.columns(columns)
          : Fake.columns(columns, areBinary: true)
        return (described, false)
      case UInt8(ascii: "B"): return (Fake.message("2"), false)
      case UInt8(ascii: "E"):
        return (rows(count.add(1, ordering: .relaxed).oldValue) + Fake.done, false)
      case UInt8(ascii: "S"): return (Fake.ready, false)
      case UInt8(ascii: "Q"): return (Fake.done + Fake.ready, false)
      default: return ([], true)
      }
    }
  }

  private static let types: [(String, UInt32)] = [
    ("a", 23), ("b", 25), ("c", 1184), ("d", 1700), ("e", 1016), ("f", 2950), ("g", 16), ("h", 701),
    ("i", 1186), ("j", 3802),
  ]

  @Test(arguments: PropertySeeds.of(4))
  func `rows of any length and any number of values are read or refused`(seed: UInt64) throws {
    print("Rows of a fake server, seed \(seed).")
    let server = try Self.server(Self.types) { number in
      var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
      return (0..<Int.random(in: 0...3, using: &random)).flatMap { _ in random.row(Self.types.count)
      }
    }
    var (read, refused) = (0, 0)
    var connection = try PostgresConnection(server.configuration)
    for _ in 0..<300 {
      if !connection.isOpen { connection = try PostgresConnection(server.configuration) }
      do {
        let result = try connection.execute("SELECT 1")
        try result.forEach { row throws in
          for index in 0..<row.count {
            do {
              _ = try row.value(at: index)
              read += 1
            } catch { refused += 1 }
            _ = try? row.decode(Int.self, at: index)
            _ = try? row.decode(String.self, at: index)
            _ = try? row.decode(Date.self, at: index)
            _ = try? row.decode(Double?.self, at: index)
            _ = try? row.decode(UUID.self, at: index)
            _ = try? row.decodeInteger(at: index)
          }
        }
      } catch is PostgresError { refused += 1 }
    }
    #expect(read > 50)
    #expect(refused > 50)
  }

  /// Returns a server whose stream a test provides.
  private func streaming(_ bytes: @escaping @Sendable (Int) -> [UInt8]) throws -> FakePostgresServer
  {
    let count = Atomic(0)
    return try FakePostgresServer { request in
      guard request.kind == UInt8(ascii: "Q") else {
        return ([], request.kind != UInt8(ascii: "d"))
      }
      if request.text.contains("pg_publication") {
        return (
          Fake.columns([("pubname", 25)]) + Fake.row([Array("livesql".utf8)]) + Fake.done
            + Fake.ready,
          false
        )
      }
      if request.text.contains("START_REPLICATION") {
        let start = Fake.message("W", [0] + Fake.bytes(Int16(0)))
        return (start + bytes(count.add(1, ordering: .relaxed).oldValue), true)
      }
      return (
        Fake.columns([("a", 16), ("b", 16)]) + Fake.row([[UInt8(ascii: "f")], nil]) + Fake.done
          + Fake.ready, false
      )
    }
  }

  @Test(arguments: PropertySeeds.of(4))
  func `random, truncated, oversized or changed stream messages are read or refused`(
    seed: UInt64
  ) throws {
    print("Messages of a fake server, seed \(seed).")
    let server = try streaming { number in
      var random = SeededGenerator(seed: seed &* 1_000_033 &+ UInt64(number))
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...200, using: &random) { bytes += random.copyData() }
      return bytes
    }
    var (messages, ends) = (0, 0)
    for _ in 0..<100 {
      let stream = try ReplicationStream(server.configuration, publications: ["livesql"])
      var collector = TransactionCollector()
      do {
        while let event = try stream.next(until: .now + .hang) {
          if case .message(let message) = event { _ = collector.add(message) }
          messages += 1
        }
        Issue.record("The stream has no end.")
      } catch let error as PostgresError {
        #expect(!error.message.isEmpty)
        ends += 1
      } catch is MalformedMessage { ends += 1 }
      stream.close()
    }
    #expect(messages > 500)
    #expect(ends == 100)
  }

  @Test(arguments: ["R", "T", "C", "Z", "E", "N", "S", "K", "A", "W", "H", "G", "?", "\0"])
  func `any answer to a statement gives a result or an error`(kind: Character) throws {
    for seed in UInt64(0)..<40 {
      let server = try FakePostgresServer { request in
        guard request.kind != UInt8(ascii: "X") else { return ([], true) }
        var random = SeededGenerator(seed: seed)
        let content = random.bytes(atMost: 40)
        var bytes = Fake.message(kind, content)
        if random.chance(30) { bytes = bytes.dropLast(Int.random(in: 0...4, using: &random)) }
        return (bytes, true)
      }
      let connection = try PostgresConnection(server.configuration)
      _ = try? connection.execute("SELECT 1")
      _ = try? connection.execute(script: "SELECT 1")
      _ = try? connection.beginMoment()
      connection.close()
      server.close()
    }
  }

  @Test func `a session or a stream of a server that never answers times out`()
    throws
  {
    let silent = try FakePostgresServer(takesSettings: false) { _ in ([], false) }
    var configuration = silent.configuration
    configuration.connectTimeout = .milliseconds(100)
    let refused = try #require(throws: PostgresError.self) { try PostgresConnection(configuration) }
    #expect(refused.code.class == .connectionException)
    let server = try FakePostgresServer { _ in ([], false) }
    let error = try #require(throws: PostgresError.self) {
      try ReplicationStream(
        server.configuration,
        publications: ["livesql"],
        timeout: .milliseconds(100)
      )
    }
    #expect(error.code.class == .connectionException)
  }

  @Test func `a stream that does not even answer a request is lost`() async throws {
    let isAsked = Atomic(false)
    let server = try FakePostgresServer { request in
      if request.kind == UInt8(ascii: "d") {
        if request.content.last == 1 { isAsked.store(true, ordering: .relaxed) }
        return ([], false)
      }
      guard request.kind == UInt8(ascii: "Q") else { return ([], true) }
      let start = Fake.message("W", [0] + Fake.bytes(Int16(0)))
      if request.text.contains("START_REPLICATION") { return (start, false) }
      let row = Fake.row([Array("livesql".utf8)])
      return (Fake.columns([("pubname", 25)]) + row + Fake.done + Fake.ready, false)
    }
    let stream = try ReplicationStream(
      server.configuration,
      publications: ["livesql"],
      silenceLimit: .milliseconds(300)
    )
    let error = try #require(throws: PostgresError.self) {
      try stream.next(until: .now + .hang)
    }
    #expect(error.code == .connectionFailure)
    // The server's thread may read the request later.
    await until { isAsked.load(ordering: .relaxed) }
  }

  @Test func `cancelling returns even if the server does not react`() throws {
    let scratch = try PostgresScratchDatabase()
    let network = try PostgresTestProxy(to: scratch.server)
    let connection = try PostgresConnection(network.configuration())
    network.conditions = .blackHole
    #expect(!connection.cancellation.cancel(within: .milliseconds(50)))
    // Another request waits for the same answer.
    #expect(!connection.cancellation.cancel(within: .milliseconds(50)))
    connection.cancellation.disconnect()
    #expect(throws: PostgresError.self) { try connection.execute("SELECT 1") }
    #expect(!connection.isOpen)
    connection.close()
    connection.cancellation.disconnect()
  }
}

extension SeededGenerator {
  fileprivate mutating func bytes(atMost count: Int) -> [UInt8] {
    (0..<Int.random(in: 0...count, using: &self)).map { _ in
      chance(40) ? 0 : UInt8(truncatingIfNeeded: next() >> 7)
    }
  }

  /// Appends a row of about this many values.
  fileprivate mutating func row(_ count: Int) -> [UInt8] {
    let sizes: [UInt32: Int] = [23: 4, 1184: 8, 2950: 16, 16: 1, 701: 8, 1186: 16]
    var values: [[UInt8]?] = []
    for index in 0..<count {
      let right = sizes[[23, 25, 1184, 1700, 1016, 2950, 16, 701, 1186, 3802][index]]
      if chance(10) {
        values.append(nil)
      } else if let right, chance(60) {
        values.append((0..<right).map { _ in UInt8(truncatingIfNeeded: next() >> 9) })
      } else {
        values.append(bytes(atMost: 40))
      }
    }
    if chance(8) { values.removeLast(Int.random(in: 1...count, using: &self)) }
    if chance(4) { values.append([1]) }
    var row = FakePostgresServer.row(values)
    // Wrong lengths, including very wrong ones.
    if chance(6) {
      row[Int.random(in: 5..<row.count, using: &self)] ^= UInt8(truncatingIfNeeded: next())
    }
    return row
  }

  /// Returns a message of a stream in the server's frame, both possibly changed.
  fileprivate mutating func copyData() -> [UInt8] {
    var content = replicationMessage().bytes
    if chance(2) { content = bytes(atMost: 60) }
    if chance(2), !content.isEmpty {
      content[Int.random(in: content.indices, using: &self)] ^= UInt8(truncatingIfNeeded: next())
    }
    let lsn = FakePostgresServer.bytes(next() >> UInt64(Int.random(in: 0...40, using: &self)))
    let time = FakePostgresServer.bytes(Int64.max)
    var frame =
      chance(20)
      ? [UInt8(ascii: "k")] + lsn + time + [chance(50) ? 1 : 0]
      : [UInt8(ascii: "w")] + lsn + lsn + time + content
    if chance(1) { frame = Array(frame.prefix(Int.random(in: 0...frame.count, using: &self))) }
    var message = FakePostgresServer.message("d", frame)
    // A length that is smaller, or much larger, than the content.
    if chance(1) {
      message[Int.random(in: 1...4, using: &self)] ^= UInt8(truncatingIfNeeded: next())
    }
    return message
  }
}
