#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A duplicated descriptor of another owner's socket, which can shut it down at any time.
///
/// The original descriptor may be closed in the meantime, and its number reused for another file;
/// the duplicate stays valid.
struct SocketDuplicate: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Duplicates a descriptor; if the system has none left, ``end()`` does nothing.
  init(of socket: Int32) {
    descriptor = socket < 0 ? -1 : fcntl(socket, F_DUPFD_CLOEXEC, 0)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Shuts the socket down; threads that wait for it see the end of the data.
  func end() {
    if descriptor >= 0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
  }
}
