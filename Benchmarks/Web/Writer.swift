import DatabaseTypes
import Foundation
import SQLiteDatabase

/// A process that commits changes of the first row, or inserts rows, and prints when each commit
/// ended.
///
/// A line has the number of the commit, the monotonic clock in nanoseconds, and the wall clock in
/// milliseconds since 1970.
struct Writer {
  private let path: String
  private let count: Int
  private let perSecond: Int
  private let inserts: Bool

  init(_ arguments: ArraySlice<String>) throws {
    let words = Array(arguments)
    path = words[0]
    count = Int(words[1]) ?? 100
    perSecond = Int(words[2]) ?? 50
    inserts = words.count > 3
  }

  func run() throws {
    let database = try DatabaseQueue(path: path)
    var lines = ""
    let begin = DispatchTime.now().uptimeNanoseconds
    for number in 1...count {
      let due = begin + UInt64(number) * 1_000_000_000 / UInt64(perSecond)
      let now = DispatchTime.now().uptimeNanoseconds
      if due > now { Thread.sleep(forTimeInterval: Double(due - now) / 1e9) }
      try database.write { db in try db.execute(sql: sql, arguments: ["n\(number)"]) }
      let ended = DispatchTime.now().uptimeNanoseconds
      lines += "\(number) \(ended) \(Date().timeIntervalSince1970 * 1_000)\n"
    }
    FileHandle.standardOutput.write(Data(lines.utf8))
    try database.close()
  }

  private var sql: String {
    inserts
      ? "INSERT INTO orders (title, status, note) VALUES ('A new order', 'open', ?)"
      : "UPDATE orders SET note = ? WHERE id = 1"
  }

  /// The time at which a commit ended, by both clocks.
  struct Commit: Sendable {
    var monotonic: UInt64
    var wall: Double
  }

  /// Runs the writer as another process.
  @discardableResult
  static func commits(_ file: BigFile, count: Int, perSecond: Int, inserts: Bool = false)
    async throws -> [Int: Commit]
  {
    let arguments =
      ["writer", file.path, "\(count)", "\(perSecond)"] + (inserts ? ["inserts"] : [])
    let text = try await OtherProcess.output(arguments)
    return text.split(separator: "\n").reduce(into: [:]) { commits, line in
      let words = line.split(separator: " ")
      guard words.count == 3, let number = Int(words[0]), let monotonic = UInt64(words[1]),
        let wall = Double(words[2])
      else { return }
      commits[number] = Commit(monotonic: monotonic, wall: wall)
    }
  }
}

/// This program, or one that was built with it, as another process.
enum OtherProcess {
  private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

  /// Starts a process.
  ///
  /// - Parameter name: The name of a program beside this one; `nil` for this program.
  static func start(
    _ arguments: [String],
    of name: String? = nil,
    output: Pipe? = nil,
    input: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    let folder = program.deletingLastPathComponent()
    process.executableURL = name.map(folder.appendingPathComponent) ?? program
    process.arguments = arguments
    if let output { process.standardOutput = output }
    if let input { process.standardInput = input }
    try process.run()
    return process
  }

  /// Runs the process to its end.
  static func output(_ arguments: [String]) async throws -> String {
    let pipe = Pipe()
    let process = try start(arguments, output: pipe)
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }
}
