#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that several processes read and write at once, by calls and not by a mapping: a mapped file that somebody cuts
/// would end the process that reads it.
///
/// It is never the database itself: closing a descriptor of that would drop the process's locks on it.
final class SharedFile: Sendable {
  /// What the system says of a file.
  struct Identity: Sendable, Equatable {
    let device: UInt64
    let inode: UInt64
  }

  private let descriptor: Int32
  /// The file that was opened.
  let identity: Identity

  /// Opens a file that is there: a regular one, without other names, and not the database.
  init?(path: String, besides database: Identity) {
    var status = stat()
    guard lstat(path, &status) == 0, Self.isPlain(status), Self.identity(status) != database else {
      return nil
    }
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    guard fstat(descriptor, &status) == 0, Self.isPlain(status) else {
      close(descriptor)
      return nil
    }
    // Somebody has put the database in its place, of which no descriptor must be closed.
    if Self.identity(status) == database { return nil }
    self.descriptor = descriptor
    identity = Self.identity(status)
  }

  deinit { close(descriptor) }

  /// Makes a file with the rights of the database, whole or not at all, in the place of one that may be there.
  ///
  /// - Parameter replaces: Whether it takes the place of one that is there.
  static func make(path: String, like database: String, _ bytes: [UInt8], replaces: Bool) {
    var like = stat()
    guard stat(database, &like) == 0 else { return }
    let draft = "\(path)-\(UInt64.random(in: 0...UInt64.max))"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { unlink(draft) }
    let isWritten = pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    // As SQLite does for its log: whoever may write the database may write it.
    if geteuid() == 0 { _ = fchown(descriptor, like.st_uid, like.st_gid) }
    let hasRights = fchmod(descriptor, like.st_mode & 0o666) == 0
    close(descriptor)
    guard isWritten, hasRights else { return }
    if replaces { rename(draft, path) } else { link(draft, path) }
  }

  /// The file that has a path now.
  static func identity(ofPath path: String) -> Identity? {
    var status = stat()
    return lstat(path, &status) == 0 ? identity(status) : nil
  }

  /// Reads bytes: fewer where the file ends before.
  func read(count: Int, at offset: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(pread(descriptor, buffer.baseAddress, count, off_t(offset)), 0)
    }
  }

  /// Reads bytes into memory.
  ///
  /// - Returns: How many.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
  }

  /// - Returns: Whether all was written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) == bytes.count
  }

  /// - Returns: Whether all was written.
  @discardableResult
  func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count
  }

  private static func isPlain(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
  }

  private static func identity(_ status: stat) -> Identity {
    Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino)
    )
  }
}

/// A clock that nobody sets, and which all processes of a system share.
enum SystemClock {
  /// The time since the system started, in nanoseconds.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
