#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Something that gives bytes.
protocol InputSource: Sendable {
  /// Whether a person types it.
  var isTerminal: Bool { get }
  /// Waits for bytes, and returns some of them; none at the end, and where the task is cancelled.
  func read() throws(InputFailure) -> [UInt8]
}

/// Why nothing can be read, in the system's words.
struct InputFailure: Error, Equatable {
  let reason: String
}

/// Reads from a file descriptor: standard input.
struct FileDescriptorSource: InputSource {
  let descriptor: Int32

  /// Standard input.
  static let standardInput = Self(descriptor: 0)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func read() throws(InputFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    // Waits here and not in `read`, so that whoever waits can be cancelled.
    while !Task.isCancelled {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 100) > 0 else { continue }
      let count = systemRead(descriptor, &bytes, bytes.count)
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == EINTR || errno == EAGAIN else {
        throw InputFailure(reason: String(cString: strerror(errno)))
      }
    }
    return []
  }
}

/// `read`, which has another meaning within a type with a method of that name.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}
