import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket of this machine, addressed by its path or its port.
///
/// Its calls block, those on ports for five minutes at most, which ends a test that hangs. It is
/// used by one thread, which closes it once.
package struct LocalSocket: Sendable {
  private let descriptor: Int32

  /// Creates a socket of an address family; `nil` if the system provides none.
  private init?(family: Int32) {
    #if canImport(Glibc)
      descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(family, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Uses the socket with an address.
  ///
  /// - Returns: Whether that succeeds; if not, the socket is closed.
  private func use<Address>(
    _ address: Address,
    _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Bool {
    let size = socklen_t(MemoryLayout<Address>.size)
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body(descriptor, $0, size) }
    }
    if result != 0 { _ = Self.end(descriptor) }
    return result == 0
  }

  /// Returns the address of a path; `nil` if the path is too long.
  private static func address(of path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  private static func end(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #elseif canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Android.close(descriptor)
    #endif
  }

  /// Returns a socket that listens at a path; `nil` if that fails.
  package static func listening(at path: String) -> LocalSocket? {
    guard let address = address(of: path), let socket = LocalSocket(family: AF_UNIX) else {
      return nil
    }
    let isListening = socket.use(address) { bind($0, $1, $2) == 0 ? listen($0, 64) : -1 }
    return isListening ? socket : nil
  }

  /// Returns a socket that is connected to a listening one; `nil` if there is none.
  package static func connected(to path: String) -> LocalSocket? {
    guard let address = address(of: path), let socket = LocalSocket(family: AF_UNIX) else {
      return nil
    }
    return socket.use(address) { connect($0, $1, $2) } ? socket : nil
  }

  /// Returns a socket that is connected to a port of this machine; `nil` if nothing listens there.
  package static func connected(toPort port: UInt16, of host: String = "127.0.0.1") -> LocalSocket?
  {
    guard let socket = LocalSocket(family: AF_INET) else { return nil }
    // It ends a test that hangs, and judges nothing: a machine may have much else to do.
    var limit = timeval(tv_sec: 300, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(socket.descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return socket.use(address) { connect($0, $1, $2) } ? socket : nil
  }

  /// Waits for a connection; `nil` if none arrives within a time.
  package func accepted(within milliseconds: Int32) -> LocalSocket? {
    guard Self.readable([self], within: milliseconds)[0] else { return nil }
    let other = accept(descriptor, nil, nil)
    if other >= 0 { _ = fcntl(other, F_SETFD, FD_CLOEXEC) }
    return other >= 0 ? LocalSocket(other) : nil
  }

  /// Returns which of some sockets can be read, after a time at most.
  package static func readable(_ sockets: [LocalSocket], within milliseconds: Int32) -> [Bool] {
    if milliseconds != 0 { BlockingThreads.expectCurrent(for: "Waiting for a socket") }
    var waited = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&waited, nfds_t(waited.count), milliseconds) > 0 else {
      return sockets.map { _ in false }
    }
    return waited.map { $0.revents != 0 }
  }

  /// Reads what has arrived; nothing at the end.
  package func read(upTo count: Int = 65_536) -> [UInt8] {
    BlockingThreads.expectCurrent(for: "Reading a socket")
    return Array(unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, recv(descriptor, buffer.baseAddress, count, 0))
    }
  }

  /// Reads exactly this many bytes; `nil` if the end comes before.
  package func read(exactly count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = read(upTo: min(count - bytes.count, 65_536))
      if part.isEmpty { return nil }
      bytes += part
    }
    return bytes
  }

  /// Writes all bytes.
  ///
  /// - Returns: Whether the other side accepts them.
  @discardableResult
  package func write(_ bytes: some Collection<UInt8>) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let bytes = Array(bytes)
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        send(descriptor, buffer.baseAddress.map { $0 + position }, bytes.count - position, flags)
      }
      if count <= 0 { return false }
      position += count
    }
    return true
  }

  /// Ends the connection, so that a thread that reads it continues; the reading thread closes the
  /// socket.
  package func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Ends the connection, and releases the descriptor, which must not be used any longer.
  package func close() {
    shutDown()
    _ = Self.end(descriptor)
  }
}
