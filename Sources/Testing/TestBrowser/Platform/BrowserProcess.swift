import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program whose descriptors 3 and 4 are pipes of ours: it reads messages from 3 and writes to 4.
///
/// Foundation's `Process` sets only the first three descriptors, so this uses `posix_spawn`.
struct BrowserProcess: Sendable {
  /// The end of the pipe that the program reads from.
  private let input: Int32
  /// The end of the pipe that the program writes to.
  private let output: Int32
  private let process: pid_t

  /// Starts a program.
  ///
  /// - Throws: `BrowserError` if the system cannot start it.
  init(_ path: String, _ arguments: [String]) throws {
    let toProgram = try Self.pipe()
    let fromProgram = try Self.pipe()
    defer {
      Self.close(toProgram.read)
      Self.close(fromProgram.write)
    }
    var actions = SpawnFileActions()
    posix_spawn_file_actions_init(&actions.value)
    defer { posix_spawn_file_actions_destroy(&actions.value) }
    posix_spawn_file_actions_adddup2(&actions.value, toProgram.read, 3)
    posix_spawn_file_actions_adddup2(&actions.value, fromProgram.write, 4)
    // The output of a browser is about fonts and buses that a test machine does not have.
    posix_spawn_file_actions_addopen(&actions.value, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions.value, 2, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let code = posix_spawn(&process, path, &actions.value, nil, words, environ)
    guard code == 0 else { throw BrowserError("\(path) cannot be started: error \(code).") }
    (self.process, input, output) = (process, toProgram.write, fromProgram.read)
  }

  /// Returns a pipe, with descriptors that the program does not use itself.
  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else { throw BrowserError("There is no pipe left.") }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { close(end) }
    return (moved[0], moved[1])
  }

  private static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

  /// Writes bytes.
  ///
  /// - Returns: Whether the program accepted them.
  func write(_ bytes: [UInt8]) -> Bool {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(input, buffer.baseAddress.map { $0 + position }, bytes.count - position)
      }
      if count <= 0 { return false }
      position += count
    }
    return true
  }

  /// Reads what has arrived; blocks until there is something, and returns nothing at the end.
  func read() -> [UInt8] {
    Array(unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
      filled = max(0, systemRead(output, buffer.baseAddress, buffer.count))
    }
  }

  /// Ends the program if it has not ended, and waits for its end.
  func end() {
    Self.close(input)
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}

#if canImport(Darwin)
  private struct SpawnFileActions { var value: posix_spawn_file_actions_t? }
#else
  private struct SpawnFileActions { var value = posix_spawn_file_actions_t() }
#endif

// The members of the type in this file have the same names as these functions.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}
