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

/// A socket of this machine, found by its path.
///
/// Its calls block; it is used by one thread, which closes it once.
struct LocalSocket: Sendable {
  private let descriptor: Int32

  /// A socket that waits for others, or one that is connected to such a one.
  ///
  /// - Returns: `nil` where that fails.
  private init?(path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool) {
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isUsed = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { use(descriptor, $0, size) }
    }
    guard isUsed else {
      _ = Self.end(descriptor)
      return nil
    }
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

  /// One that waits for others.
  static func listening(at path: String) -> LocalSocket? {
    LocalSocket(path: path) { bind($0, $1, $2) == 0 && listen($0, 64) == 0 }
  }

  /// One that is connected to one that waits.
  static func connected(to path: String) -> LocalSocket? {
    LocalSocket(path: path) { connect($0, $1, $2) == 0 }
  }

  /// Waits for somebody who connects; `nil` where nobody came within a time.
  func accepted(within milliseconds: Int32) -> LocalSocket? {
    guard Self.readable([self], within: milliseconds)[0] else { return nil }
    let other = accept(descriptor, nil, nil)
    if other >= 0 { _ = fcntl(other, F_SETFD, FD_CLOEXEC) }
    return other >= 0 ? LocalSocket(other) : nil
  }

  /// Which of some sockets can be read, after a time at most.
  static func readable(_ sockets: [LocalSocket], within milliseconds: Int32) -> [Bool] {
    var waited = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&waited, nfds_t(waited.count), milliseconds) > 0 else {
      return sockets.map { _ in false }
    }
    return waited.map { $0.revents != 0 }
  }

  /// What has come; nothing at the end.
  func read(upTo count: Int = 65_536) -> [UInt8] {
    Array(unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, recv(descriptor, buffer.baseAddress, count, 0))
    }
  }

  /// Exactly so many bytes; `nil` where the end comes before.
  func read(exactly count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = read(upTo: min(count - bytes.count, 65_536))
      if part.isEmpty { return nil }
      bytes += part
    }
    return bytes
  }

  /// Writes all.
  ///
  /// - Returns: Whether the other side takes it.
  @discardableResult
  func write(_ bytes: some Collection<UInt8>) -> Bool {
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

  /// Ends it.
  func close() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
    _ = Self.end(descriptor)
  }
}
