#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that several processes read and write at the same time.
///
/// It uses system calls instead of a mapping: if someone truncated a mapped file, the process
/// reading it would crash. It is never the database itself: closing a descriptor of that would drop
/// the process's locks on it.
final class SharedFile: Sendable {
  private let descriptor: Int32
  /// The identity of the opened file.
  let identity: FileIdentity

  /// Opens an existing file if it is trusted, and is not the database.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - database: The identity of the database.
  ///   - rights: The rights on the database.
  init?(path: String, besides database: FileIdentity, _ rights: Rights) {
    // Another process may replace the file while it is opened.
    for _ in 0..<10 {
      switch Self.attempt(path, besides: database, rights) {
      case .opened(let descriptor, let identity):
        (self.descriptor, self.identity) = (descriptor, identity)
        return
      case .replaced: continue
      case .refused: return nil
      }
    }
    return nil
  }

  /// The outcome of an attempt to open a file.
  private enum Opening {
    case opened(Int32, FileIdentity)
    case refused
    /// The file that was opened has lost its name to another one.
    case replaced
  }

  private static func attempt(
    _ path: String,
    besides database: FileIdentity,
    _ rights: Rights
  ) -> Opening {
    guard var status = status(ofPath: path), rights.allows(status), FileIdentity(status) != database
    else { return .refused }
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return .refused }
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return .refused
    }
    // The database was moved here meanwhile; its descriptor must not be closed.
    if FileIdentity(status) == database { return .refused }
    if rights.allows(status) { return .opened(descriptor, FileIdentity(status)) }
    close(descriptor)
    return status.st_nlink == 0 ? .replaced : .refused
  }

  deinit { close(descriptor) }

  /// The user for whom this process runs.
  static var user: UInt32 { geteuid() }

  /// Creates a file atomically, with the owner and the permissions of the database.
  ///
  /// Only the owner of the database, and the system's administrator, can do so: nobody would trust
  /// the file of another user. Of several processes that create it at once, the first one does, and
  /// the others leave its file alone. The file never has a second name, not even if the process
  /// ends here.
  ///
  /// - Parameter old: The file to replace; `nil` if there is none. If the path has another file by
  ///   now, nothing is created.
  /// - Returns: What has become of it.
  @discardableResult
  static func create(
    path: String,
    replacing old: FileIdentity?,
    _ rights: Rights,
    _ bytes: [UInt8]
  ) -> Creation {
    guard rights.allowsMaking else { return .impossible }
    let draft = "\(path)-\(UInt64.random(in: 0...UInt64.max))"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return .impossible }
    var creation = Creation.impossible
    defer { if creation != .made { unlink(draft) } }
    let isWritten = pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    // Like SQLite's log: users who may write the database may write the file.
    let hasGroup = fchown(descriptor, rights.owner, rights.group) == 0
    let hasRights =
      (hasGroup || rights.user == rights.owner)
      && fchmod(descriptor, hasGroup ? rights.mode : rights.mode & 0o606) == 0
    close(descriptor)
    guard isWritten, hasRights else { return .impossible }
    let locked = withLockOnFolder(of: path) { () -> Creation in
      guard identity(ofPath: path) == old else { return .madeByOther }
      return rename(draft, path) == 0 ? .made : .impossible
    }
    creation = locked ?? .busy
    return creation
  }

  /// The outcome of creating a file.
  enum Creation {
    case made
    /// Somebody else has made another one meanwhile.
    case madeByOther
    /// Somebody else was making a file in the folder all the time, so nothing was tried.
    case busy
    case impossible
  }

  /// Runs a closure while no other process, and no other thread, runs one for the same folder.
  ///
  /// If the folder cannot be opened or locked at all, it runs without the lock.
  ///
  /// - Returns: What the closure returns; `nil` if it did not run, because somebody else held the
  ///   lock all the time.
  private static func withLockOnFolder<Result>(of path: String, _ body: () -> Result) -> Result? {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return body() }
    defer {
      // Closing does not unlock it if the process was forked meanwhile.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    for _ in 0..<20 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return body() }
      CurrentThread.sleep(microseconds: 100)
    }
    return nil
  }

  private static func folder(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// Returns the identity of the file that currently has a path.
  static func identity(ofPath path: String) -> FileIdentity? {
    status(ofPath: path).map { FileIdentity($0) }
  }

  /// Returns the system's record of the file that currently has a path.
  fileprivate static func status(ofPath path: String) -> stat? {
    var status = stat()
    // A file that loses its name to another one meanwhile counts no names.
    for _ in 0..<10 {
      guard lstat(path, &status) == 0 else { return nil }
      if status.st_nlink > 0 { return status }
    }
    return nil
  }

  /// Reads bytes, or fewer at the end of the file.
  func read(count: Int, at offset: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(pread(descriptor, buffer.baseAddress, count, off_t(offset)), 0)
    }
  }

  /// Reads bytes into memory.
  ///
  /// - Returns: The number of bytes read.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
  }

  /// Writes bytes.
  ///
  /// - Returns: Whether all bytes were written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) == bytes.count
  }

  /// Writes bytes.
  ///
  /// - Returns: Whether all bytes were written.
  @discardableResult
  func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count
  }

  /// Returns whether the file is still trusted.
  func isAllowed(by rights: Rights) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && rights.allows(status)
  }
}

extension SharedFile {
  /// The owner of a database and the permissions on it, which files beside it must not exceed.
  struct Rights: Sendable {
    fileprivate let owner: uid_t
    fileprivate let group: gid_t
    /// The permissions to read and to write.
    fileprivate let mode: mode_t
    /// The user for whom this process runs.
    fileprivate let user: uid_t

    /// Reads the rights on a database; fails if there is none.
    ///
    /// - Parameters:
    ///   - path: The path of the database.
    ///   - user: The user for whom this process runs.
    init?(ofDatabase path: String, user: UInt32) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode & 0o666)
      self.user = user
    }

    /// Whether this process may make the file: it runs for the owner or the administrator.
    fileprivate var allowsMaking: Bool { user == 0 || user == owner }

    /// Returns whether this process may replace a file that is not trusted.
    ///
    /// It may if the file is the owner's own, so that nobody else has made it, and only more users
    /// may read or write it.
    func allowsReplacing(_ path: String) -> Bool {
      allowsMaking && SharedFile.status(ofPath: path).map { isOwn($0) } == true
    }

    /// Returns whether there is a file that is not trusted: another user's, one that more users may
    /// read or write, a link, or no regular file.
    func refuses(_ path: String) -> Bool {
      SharedFile.status(ofPath: path).map { allows($0) } == false
    }

    fileprivate func allows(_ status: stat) -> Bool {
      guard isOwn(status) else { return false }
      // Members of another group may do what everyone may do.
      let groupMode = status.st_gid == group ? mode & 0o060 : (mode & 0o006) << 3
      let allowed = (mode & 0o606) | groupMode
      return status.st_mode & 0o666 & ~allowed == 0
    }

    /// Returns whether a file is a regular one of the owner, with one name.
    private func isOwn(_ status: stat) -> Bool {
      status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1 && status.st_uid == owner
    }
  }
}

/// A monotonic clock that all processes of a system share.
enum SystemClock {
  /// The time since the system started, in nanoseconds.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
