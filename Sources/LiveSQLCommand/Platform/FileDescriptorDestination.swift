#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes to a file descriptor: standard output, standard error.
struct FileDescriptorDestination: OutputDestination {
  private let descriptor: Int32

  static let standardOutput = Self(descriptor: 1)
  static let standardError = Self(descriptor: 2)

  init(descriptor: Int32) { self.descriptor = descriptor }

  var terminalSize: TerminalSize? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let (count, error) = writeSome(of: rest)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if error == EAGAIN {
        waitUntilWritable()
      } else if error != EINTR {
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

  /// Whoever shares the descriptor may have made it non-blocking.
  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
