import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Returns the keys that are pressed on a terminal; the sequence ends with its input.
///
/// Its thread lives as long as the program, since there is no other way to wait for a terminal and
/// for other events at the same time.
package func terminalKeys(of descriptor: Int32) -> AsyncStream<Key> {
  let (keys, continuation) = AsyncStream.makeStream(of: Key.self)
  Thread.detachNewThread {
    var reader = KeyReader()
    while let bytes = nextBytes(of: descriptor, isWaiting: reader.isWaiting) {
      for key in bytes.isEmpty ? reader.flush() : reader.read(bytes) { continuation.yield(key) }
    }
    continuation.finish()
  }
  return keys
}

/// The longest time until the rest of a key arrives, in milliseconds.
private let keyTimeout: Int32 = 40

/// Waits for bytes.
///
/// - Returns: The bytes; none if nothing followed the start of a key; `nil` at the end.
private func nextBytes(of descriptor: Int32, isWaiting: Bool) -> [UInt8]? {
  while true {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&request, 1, isWaiting ? keyTimeout : -1)
    if count == 0 { return [] }
    guard count > 0 || errno == EINTR else { return nil }
    guard count > 0 else { continue }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let length = read(descriptor, &bytes, bytes.count)
    if length > 0 { return Array(bytes.prefix(length)) }
    guard length < 0, errno == EINTR || errno == EAGAIN else { return nil }
  }
}

/// Suspends this process until it is continued, as Ctrl-Z does.
package func suspendProcess() { kill(getpid(), SIGTSTP) }
