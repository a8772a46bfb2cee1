#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A descriptor of one's own for somebody else's socket, by which it can be ended at any time.
///
/// The other descriptor may be closed meanwhile, and its number be another file's: this one is not.
struct SocketDuplicate: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Where the system has no descriptors left, it ends nothing.
  init(of socket: Int32) {
    descriptor = socket < 0 ? -1 : fcntl(socket, F_DUPFD_CLOEXEC, 0)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Ends the socket: whoever waits for it is told that nothing comes any more.
  func end() {
    if descriptor >= 0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
  }
}
