import Foundation

/// A shell command that runs at each change, one at a time.
///
/// Of several changes that arrive while it runs, only the last is passed to it.
struct ChangeHook: Sendable {
  private let command: String
  private let isQuiet: Bool
  private let changes: AsyncStream<JSON>
  private let continuation: AsyncStream<JSON>.Continuation

  /// Creates a hook.
  ///
  /// - Parameters:
  ///   - command: The shell command.
  ///   - isQuiet: Whether its output is hidden, since it would appear in the middle of the screen.
  init(command: String, isQuiet: Bool) {
    self.command = command
    self.isQuiet = isQuiet
    (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Schedules the command, now or after the current run.
  func run(with difference: JSON) { continuation.yield(difference) }

  /// Runs the command at each change, until the task is cancelled.
  func run() async {
    for await difference in changes { await run(difference) }
  }

  private func run(_ difference: JSON) async {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let input = Pipe()
    process.standardInput = input
    if isQuiet {
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
    } else {
      // Standard output is reserved for the watch's own lines.
      process.standardOutput = FileHandle.standardError
    }
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in ending.finish() }
    guard (try? process.run()) != nil else { return }
    write(difference, to: input.fileHandleForWriting)
    // A command that hangs is ended with the watch.
    for await _ in end {}
    if process.isRunning { process.terminate() }
  }

  /// Writes on a separate thread, since a command that does not read would block the writer.
  private func write(_ difference: JSON, to file: FileHandle) {
    let bytes = Data((difference.text + "\n").utf8)
    Thread.detachNewThread {
      try? file.write(contentsOf: bytes)
      try? file.close()
    }
  }
}
