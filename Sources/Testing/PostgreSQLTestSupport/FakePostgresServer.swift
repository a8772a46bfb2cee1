import Foundation
public import PostgreSQL
import Synchronization
import TestSockets

/// A fake server that accepts a client by PostgreSQL's protocol, and then sends what a test wants.
///
/// https://www.postgresql.org/docs/current/protocol-message-formats.html
///
/// State: whether it is closed, in an atomic. Each connection has a thread.
public final class FakePostgresServer: Sendable {
  /// A message from a client.
  public struct Request: Sendable {
    /// The letter that identifies its kind.
    public let kind: UInt8
    /// The content after the length.
    public let content: [UInt8]

    /// The text up to the first NUL, as in a simple query.
    public var text: String { String(decoding: content.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The bytes to send, and whether to disconnect afterwards.
  public typealias Answer = (bytes: [UInt8], isLast: Bool)

  private let folder: String
  private let isClosed = Atomic(false)

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - takesSettings: Whether it accepts `SET` on its own, which clients send first.
  ///   - answer: A closure that answers a message; each connection's thread calls it.
  public init(
    takesSettings: Bool = true,
    _ answer: @escaping @Sendable (Request) -> Answer
  ) throws {
    let answer: @Sendable (Request) -> Answer = { request in
      let isSetting = request.kind == UInt8(ascii: "Q") && request.text.hasPrefix("SET ")
      return takesSettings && isSetting ? (Self.done + Self.ready, false) : answer(request)
    }
    folder = FileManager.default.temporaryDirectory
      .appending(path: "livesql-fake-" + UUID().uuidString.prefix(8)).path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard let listener = LocalSocket.listening(at: folder + "/.s.PGSQL.5432") else {
      throw PostgresTestServer.Unavailable(description: "There is no socket for a fake server.")
    }
    Thread { [weak self] in
      while let isClosed = self?.isClosed.load(ordering: .relaxed), !isClosed {
        guard let client = listener.accepted(within: 20) else { continue }
        Thread {
          Self.serve(client, answer)
          client.close()
        }.start()
      }
      listener.close()
    }.start()
  }

  deinit { close() }

  /// Refuses further connections.
  public func close() {
    isClosed.store(true, ordering: .relaxed)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A configuration for connecting to the server.
  public var configuration: PostgresConfiguration {
    var configuration = PostgresConfiguration()
    configuration.options = ["host": folder, "user": "postgres", "dbname": "postgres"]
    return configuration
  }

  private static func serve(_ client: LocalSocket, _ answer: (Request) -> Answer) {
    // The first message has no letter: it begins with its length, and the number of the request.
    guard let start = client.read(exactly: 8), start[4...] != [4, 210, 22, 46],
      client.read(exactly: integer(start[..<4]) - 8) != nil, client.write(welcome)
    else { return }
    while let head = client.read(exactly: 5),
      let content = client.read(exactly: integer(head[1...]) - 4)
    {
      let (bytes, isLast) = answer(Request(kind: head[0], content: content))
      if !client.write(bytes) || isLast { return }
    }
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

extension FakePostgresServer {
  /// Returns a message of the server.
  public static func message(_ kind: Character, _ content: [UInt8] = []) -> [UInt8] {
    [kind.asciiValue ?? 0] + bytes(Int32(content.count + 4)) + content
  }

  /// Returns the bytes of an integer, in big-endian order.
  public static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// Returns the bytes of a text and a terminating NUL.
  public static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  /// The message that the server is ready for the next statement.
  public static let ready = message("Z", Array("I".utf8))

  /// The message that a statement has finished.
  public static let done = message("C", bytes("SELECT 1"))

  /// Returns the description of columns, each with the OID of its type, in binary or as text.
  public static func columns(_ columns: [(String, UInt32)], areBinary: Bool = false) -> [UInt8] {
    var content = bytes(Int16(columns.count))
    for (name, type) in columns {
      content += bytes(name) + bytes(Int32(0)) + bytes(Int16(0))
      content += bytes(type) + bytes(Int16(-1)) + bytes(Int32(-1))
      content += bytes(Int16(areBinary ? 1 : 0))
    }
    return message("T", content)
  }

  /// Returns a row.
  public static func row(_ values: [[UInt8]?]) -> [UInt8] {
    var content = bytes(Int16(values.count))
    for value in values { content += bytes(Int32(value?.count ?? -1)) + (value ?? []) }
    return message("D", content)
  }

  /// The messages that accept a client, and report the settings that it expects.
  private static let welcome: [UInt8] = {
    let settings = [
      ("server_version", "15.18"), ("server_encoding", "UTF8"), ("client_encoding", "UTF8"),
      ("TimeZone", "UTC"), ("DateStyle", "ISO, MDY"), ("IntervalStyle", "postgres"),
      ("standard_conforming_strings", "on"), ("integer_datetimes", "on"),
    ]
    var answer = message("R", bytes(Int32(0)))
    for (name, value) in settings { answer += message("S", bytes(name) + bytes(value)) }
    return answer + message("K", bytes(Int32(1)) + bytes(Int32(2))) + ready
  }()
}
