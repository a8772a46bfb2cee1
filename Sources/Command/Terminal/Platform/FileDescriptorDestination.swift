#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A destination that writes to a file descriptor, such as standard output.
package struct FileDescriptorDestination: OutputDestination {
  private let descriptor: Int32

  /// Standard output.
  package static let standardOutput = Self(descriptor: 1)
  /// Standard error.
  package static let standardError = Self(descriptor: 2)

  /// Creates a destination for an open descriptor.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  package var terminalSize: TerminalSize? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  package func write(_ bytes: [UInt8]) throws(OutputFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard waitUntilWritable() else { throw .closed }
      let (count, error) = writeSome(of: rest.prefix(Self.pieceSize))
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if error != EINTR && error != EAGAIN {
        throw error == EPIPE ? .closed : .system(String(cString: strerror(error)))
      }
    }
  }

  private func writeSome(of bytes: ArraySlice<UInt8>) -> (count: Int, error: Int32) {
    bytes.withUnsafeBytes { buffer in
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      #endif
      return (count, errno)
    }
  }

  /// The number of bytes that a pipe accepts without blocking if `poll` reports it writable.
  private static let pieceSize = 4096

  /// Waits until `write` does not block, so that the program can still be ended if its reader
  /// stalls.
  ///
  /// - Returns: `false` if the task was cancelled.
  private func waitUntilWritable() -> Bool {
    while !Task.isCancelled {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // `write` will report any error of the descriptor.
      if poll(&request, 1, 100) > 0 { return true }
    }
    return false
  }
}
