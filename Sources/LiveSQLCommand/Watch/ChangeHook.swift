import Foundation

/// A command of the shell that runs at each change, one at a time.
///
/// Changes that come while it runs are told by their last one.
struct ChangeHook: Sendable {
  private let command: String
  private let isQuiet: Bool
  private let changes: AsyncStream<JSON>
  private let continuation: AsyncStream<JSON>.Continuation

  /// Makes a hook.
  ///
  /// - Parameters:
  ///   - command: What the shell runs.
  ///   - isQuiet: Whether what it writes is not shown, as it would stand in the middle of a picture.
  init(command: String, isQuiet: Bool) {
    self.command = command
    self.isQuiet = isQuiet
    (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Lets the command run, now or after the run that is going on.
  func tell(_ difference: JSON) { continuation.yield(difference) }

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
      // Standard output is for the watch's own lines.
      process.standardOutput = FileHandle.standardError
    }
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in ending.finish() }
    guard (try? process.run()) != nil else { return }
    write(difference, to: input.fileHandleForWriting)
    // A command that hangs ends with the watch.
    for await _ in end {}
    if process.isRunning { process.terminate() }
  }

  /// Writes from a thread of its own: a command that does not read would hold up whoever writes.
  private func write(_ difference: JSON, to file: FileHandle) {
    let bytes = Data((difference.text + "\n").utf8)
    Thread.detachNewThread {
      try? file.write(contentsOf: bytes)
      try? file.close()
    }
  }
}
