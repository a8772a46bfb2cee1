import Foundation
import LiveSQL
import Testing

/// Another process, which writes what it is asked to.
///
/// It receives transactions through one named pipe, and reports through another that they have
/// ended.
struct FuzzProcess: Sendable {
  private enum Order: Codable {
    case write(FuzzWriting)
    case maintain(String)
    case end
  }

  private let orders: Int32
  private let answers: Int32

  init(_ paths: FuzzPaths) throws {
    orders = try Self.openPipe(paths, "orders")
    answers = try Self.openPipe(paths, "answers")
  }

  /// Opens a pipe in both directions, so that opening it does not wait.
  private static func openPipe(_ paths: FuzzPaths, _ name: String) throws -> Int32 {
    let path = paths.folder + "/" + name
    mkfifo(path, 0o600)
    let descriptor = Foundation.open(path, O_RDWR)
    guard descriptor >= 0 else { throw FuzzTrouble("a named pipe cannot be opened: \(errno)") }
    return descriptor
  }

  /// Does something while the other process runs.
  static func whileRunning<Result>(_ paths: FuzzPaths, _ body: (FuzzProcess) async -> Result)
    async throws -> Result
  {
    let process = try FuzzProcess(paths)
    async let other: Void = run(paths)
    let result = await body(process)
    process.end()
    await other
    process.close()
    return result
  }

  /// Runs the other process, until ``end()``.
  private static func run(_ paths: FuzzPaths) async {
    await #expect(processExitsWith: .success) { [paths = paths as FuzzPaths] in
      try FuzzProcess(paths).serve(paths)
    }
  }

  /// Does the work of the other process.
  private func serve(_ paths: FuzzPaths) throws {
    let database = try paths.open(paths.configuration(FuzzSwitch()))
    while true {
      switch try receive(Order.self, from: orders) {
      case .write(let writing): writing.run(on: database)
      case .maintain(let sql):
        try? database.writeWithoutTransaction { try $0.execute(sql: sql) }
      case .end: return try database.close()
      }
      try send(true, to: answers)
    }
  }

  @concurrent
  func write(_ writing: FuzzWriting) async throws { try order(.write(writing)) }

  @concurrent
  func maintain(_ sql: String) async throws { try order(.maintain(sql)) }

  func end() { try? send(Order.end, to: orders) }

  func close() {
    Foundation.close(orders)
    Foundation.close(answers)
  }

  private func order(_ order: Order) throws {
    try send(order, to: orders)
    _ = try receive(Bool.self, from: answers)
  }
}

// MARK: - Messages

extension FuzzProcess {
  private func send(_ message: some Encodable, to pipe: Int32) throws {
    let line = try JSONEncoder().encode(message) + [UInt8(ascii: "\n")]
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(pipe, $0.baseAddress, $0.count) }
      guard count > 0 else { throw FuzzTrouble("the other process is not reached: \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  private func receive<Message: Decodable>(_ type: Message.Type, from pipe: Int32) throws -> Message
  {
    var line = Data()
    var byte = UInt8(0)
    while byte != UInt8(ascii: "\n") {
      try waitForData(pipe)
      guard read(pipe, &byte, 1) == 1 else { throw FuzzTrouble("the other process is gone") }
      line.append(byte)
    }
    return try JSONDecoder().decode(type, from: line)
  }

  /// Throws if the other process no longer answers.
  private func waitForData(_ pipe: Int32) throws {
    var wanted = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, 60_000) > 0 else { throw FuzzTrouble("the other process is silent") }
  }
}
