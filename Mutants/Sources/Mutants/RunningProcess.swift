import Foundation

/// A program that runs until it ends, takes too long, or says what was waited for.
struct RunningProcess {
  /// The end of the process.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
    case timeout
    /// A line told enough.
    case line(String)
  }

  /// Runs a program, and looks at each line that it prints.
  ///
  /// It prints into a file, since its children, if it leaves any, could hold a pipe open.
  ///
  /// - Parameters:
  ///   - isEnough: Whether a line tells all there is to know; then the program is ended.
  static func run(
    _ program: String,
    _ arguments: [String],
    in folder: URL,
    environment: [String: String] = [:],
    limit: Duration,
    isEnough: (String) -> Bool = { _ in false }
  ) throws -> (end: End, output: String, duration: Duration) {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "mutants-\(UUID().uuidString)"
    )
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = try FileHandle(forWritingTo: file)
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    var lines = LineReader(try FileHandle(forReadingFrom: file))
    let start = ContinuousClock.now
    try process.run()
    var end: End?
    while process.isRunning, end == nil {
      Thread.sleep(forTimeInterval: 0.03)
      end = lines.next().first(where: isEnough).map { .line($0) }
      if ContinuousClock.now - start > limit { end = .timeout }
    }
    if end != nil { stop(process) }
    let last = lines.next().first(where: isEnough)
    let duration = ContinuousClock.now - start
    return (end ?? last.map { .line($0) } ?? Self.end(of: process), lines.output, duration)
  }

  private static func stop(_ process: Process) {
    for _ in 0..<500 where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  private static func end(of process: Process) -> End {
    process.terminationReason == .uncaughtSignal
      ? .signal(process.terminationStatus) : .exit(process.terminationStatus)
  }
}

/// Cuts what a file grows by into lines.
private struct LineReader {
  private let file: FileHandle
  private var rest: [UInt8] = []
  private(set) var output = ""

  init(_ file: FileHandle) { self.file = file }

  /// The whole lines that have come since the last call.
  mutating func next() -> [String] {
    rest += (try? file.readToEnd()) ?? Data()
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    let text = String(decoding: rest[...end], as: UTF8.self)
    rest.removeSubrange(...end)
    output += text
    return text.split(separator: "\n").map(String.init)
  }
}
