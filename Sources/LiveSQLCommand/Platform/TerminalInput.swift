import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The keys that are pressed on a terminal; the sequence ends with its input.
///
/// Its thread lives as long as the program: there is no other way to wait for a terminal and for other things at once.
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

/// How long the rest of a key may take, in milliseconds.
private let patience: Int32 = 40

/// Waits for bytes.
///
/// - Returns: The bytes; none where a key began and nothing followed; `nil` at the end.
private func nextBytes(of descriptor: Int32, isWaiting: Bool) -> [UInt8]? {
  while true {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&request, 1, isWaiting ? patience : -1)
    if count == 0 { return [] }
    guard count > 0 || errno == EINTR else { return nil }
    guard count > 0 else { continue }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let length = read(descriptor, &bytes, bytes.count)
    if length > 0 { return Array(bytes.prefix(length)) }
    guard length < 0, errno == EINTR || errno == EAGAIN else { return nil }
  }
}

/// Stops this process until somebody continues it, as Ctrl-Z does elsewhere.
package func suspendProcess() { kill(getpid(), SIGTSTP) }
