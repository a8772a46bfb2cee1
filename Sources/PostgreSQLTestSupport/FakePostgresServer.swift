import Foundation
public import PostgreSQL
import Synchronization
import TestSockets

/// A server that speaks just enough of PostgreSQL's protocol to let a client in, and then says what a test wants.
///
/// https://www.postgresql.org/docs/current/protocol-message-formats.html
///
/// State: whether it is closed, guarded by a mutex. Each connection has a thread.
public final class FakePostgresServer: Sendable {
  /// A message of a client.
  public struct Request: Sendable {
    /// Its letter.
    public let kind: UInt8
    /// What follows its length.
    public let content: [UInt8]

    /// The text up to the first NUL, as a simple query has it.
    public var text: String { String(decoding: content.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// What the server says, and whether it hangs up then.
  public typealias Answer = (bytes: [UInt8], isLast: Bool)

  private let folder: String
  private let isClosed = Atomic(false)

  /// Starts it.
  ///
  /// - Parameters:
  ///   - takesSettings: Whether it takes `SET` by itself, as clients say it first.
  ///   - answer: What is said to a message; called by a thread of each connection.
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

  /// Lets nobody connect any more.
  public func close() {
    isClosed.store(true, ordering: .relaxed)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// How to connect to it.
  public var configuration: PostgresConfiguration {
    var configuration = PostgresConfiguration()
    configuration.options = ["host": folder, "user": "postgres", "dbname": "postgres"]
    return configuration
  }

  private static func serve(_ client: LocalSocket, _ answer: (Request) -> Answer) {
    // The first message has no letter: its length, and a number that says what it wants.
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
  /// A message of a server.
  public static func message(_ kind: Character, _ content: [UInt8] = []) -> [UInt8] {
    [kind.asciiValue ?? 0] + bytes(Int32(content.count + 4)) + content
  }

  /// An integer, whose highest byte comes first.
  public static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// A text and a NUL.
  public static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  /// That the server waits for the next statement.
  public static let ready = message("Z", Array("I".utf8))

  /// The end of a statement.
  public static let done = message("C", bytes("SELECT 1"))

  /// What columns come, each with its type's number, in binary or as text.
  public static func columns(_ columns: [(String, UInt32)], areBinary: Bool = false) -> [UInt8] {
    var content = bytes(Int16(columns.count))
    for (name, type) in columns {
      content += bytes(name) + bytes(Int32(0)) + bytes(Int16(0))
      content += bytes(type) + bytes(Int16(-1)) + bytes(Int32(-1))
      content += bytes(Int16(areBinary ? 1 : 0))
    }
    return message("T", content)
  }

  /// A row.
  public static func row(_ values: [[UInt8]?]) -> [UInt8] {
    var content = bytes(Int16(values.count))
    for value in values { content += bytes(Int32(value?.count ?? -1)) + (value ?? []) }
    return message("D", content)
  }

  /// That somebody is let in, and the settings that a client wants to know.
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
