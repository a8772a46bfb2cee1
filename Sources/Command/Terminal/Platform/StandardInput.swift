#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A source of bytes.
package protocol InputSource: Sendable {
  /// Whether a person types the input.
  var isTerminal: Bool { get }
  /// Waits for bytes, and returns some of them; none at the end, or if the task is cancelled.
  func read() throws(InputFailure) -> [UInt8]
}

/// The reason why nothing can be read, in the system's words.
package struct InputFailure: Error, Equatable {
  package let reason: String
}

/// A source that reads from a file descriptor, such as standard input.
package struct FileDescriptorSource: InputSource {
  let descriptor: Int32

  /// Standard input.
  package static let standardInput = Self(descriptor: 0)

  /// Creates a source for an open descriptor.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  package func read() throws(InputFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    // Wait here and not in `read`, so that the task can be cancelled.
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

/// Calls the system's `read`, whose name is shadowed within a type that has such a method.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}
