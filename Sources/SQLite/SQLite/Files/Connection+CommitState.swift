import CSQLite

extension Connection {
  /// Returns the last commit to the database, in a fraction of a microsecond.
  ///
  /// With a write-ahead log, it is read from shared memory, and the function may be called at any
  /// time after the connection has read. Without a log, it is read from the file, and the function
  /// may be called only within a read transaction: without its lock, others may be in the middle of
  /// a commit.
  ///
  /// If another process was stopped while it wrote the index of the log, this blocks for up to
  /// 5 ms.
  ///
  /// - Returns: `nil` if the last commit cannot be determined: the connection holds no lock or an
  ///   exclusive one, or the index of the log is constantly being rewritten.
  ///
  /// https://www.sqlite.org/c3ref/io_methods.html
  public func commitState() -> CommitState? { commitState(waits: true) }

  /// Returns the last commit as ``commitState()`` does, but never blocks: for callers that hold a
  /// lock.
  ///
  /// - Returns: `nil` also while another process writes the index of the log.
  package func commitStateNow() -> CommitState? { commitState(waits: false) }

  private func commitState(waits: Bool) -> CommitState? {
    guard lockState == .shared, let (file, methods) = unsafe databaseFile(),
      let (journal, state) = unsafe header(file, methods)
    else { return nil }
    return journal == .writeAhead ? unsafe logState(file, methods, waits: waits) : state
  }

  /// Returns the last commit before the one in progress, for use in a commit hook.
  ///
  /// It never blocks: nobody else writes the index of the log while this connection commits.
  public func commitStateBefore() -> CommitState? {
    guard let (file, methods) = unsafe databaseFile() else { return nil }
    switch lockState {
    // With a log, others may read while this connection commits.
    case .shared: return unsafe logState(file, methods, waits: false)
    case .exclusive:
      // A connection in exclusive locking mode can also have a log.
      guard let (journal, state) = unsafe header(file, methods), journal == .rollback else {
        return nil
      }
      return state
    default: return nil
    }
  }

  /// Returns the commit that directly followed another one, and that this connection has just made.
  ///
  /// - Parameter before: The commit before it.
  /// - Returns: `nil` if it cannot be determined, for example because others have committed since
  ///   and the log was restarted.
  public func commitState(after before: CommitState) -> CommitState? {
    guard let (file, methods) = unsafe databaseFile() else { return nil }
    switch before.journal {
    case .writeAhead:
      guard lockState == .shared, let now = unsafe logState(file, methods, waits: true) else {
        return nil
      }
      return now.changeCount == before.changeCount &+ 1 ? now : loggedState(after: before, now)
    case .rollback:
      // A connection in exclusive locking mode does not count each commit.
      guard lockState == .unlocked || lockState == .shared,
        let (journal, now) = unsafe header(file, methods), journal == .rollback,
        now.changeCount == before.changeCount &+ 1
      else { return nil }
      return now
    }
  }

  /// The possible locks on the database file.
  ///
  /// https://www.sqlite.org/lockingv3.html#locking
  private enum LockState: Int32 {
    case unlocked, shared, reserved, pending, exclusive
  }

  /// The lock of this connection on the database file.
  ///
  /// With a write-ahead log it is shared as long as there is one, even while the connection writes.
  private var lockState: LockState? {
    var lock: Int32 = -1
    guard let handle = unsafe pointer,
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_LOCKSTATE, &lock) == SQLITE_OK
    else { return nil }
    return LockState(rawValue: lock)
  }

  private typealias File = UnsafeMutablePointer<sqlite3_file>

  private func databaseFile() -> (File, sqlite3_io_methods)? {
    var file: File?
    guard let handle = unsafe pointer,
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
      let file = unsafe file, let methods = unsafe file.pointee.pMethods?.pointee
    else { return nil }
    return unsafe (file, methods)
  }

  /// Reads the header of the file: whether there is a log, and the last commit without one.
  ///
  /// https://www.sqlite.org/fileformat.html#the_database_header
  private func header(_ file: File, _ methods: sqlite3_io_methods) -> (
    journal: CommitState.Journal, state: CommitState
  )? {
    // From the version numbers to the number of free pages.
    var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
    guard unsafe methods.xRead?(file, &bytes, 22, 18) == SQLITE_OK else { return nil }
    return unsafe withUnsafeBytes(of: &bytes) { bytes in
      func number(at offset: Int) -> UInt32 {
        unsafe UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset - 18, as: UInt32.self))
      }
      let state = CommitState(
        journal: .rollback,
        changeCount: number(at: 24),
        frameCount: number(at: 28),
        checksum: UInt64(number(at: 32)) << 32 | UInt64(number(at: 36)),
        salts: 0
      )
      return switch unsafe (bytes[0], bytes[1]) {
      case (1, 1): (.rollback, state)
      case (2, 2): (.writeAhead, state)
      default: nil
      }
    }
  }

  /// Returns the last commit to the log.
  ///
  /// Call it only if there is a log: a connection in exclusive locking mode might otherwise create
  /// an index.
  ///
  /// - Parameter waits: Whether to wait for a process that the system has stopped while it writes
  ///   the header.
  private func logState(_ file: File, _ methods: sqlite3_io_methods, waits: Bool) -> CommitState? {
    guard methods.iVersion >= 2, let map = unsafe methods.xShmMap else { return nil }
    var address: UnsafeMutableRawPointer?
    let code = unsafe map(file, 0, 32_768, 0, &address)
    // A connection that cannot write gets the memory as well.
    guard code == SQLITE_OK || code & 0xff == SQLITE_READONLY, let index = unsafe address else {
      return nil
    }
    for attempt in 0..<(waits ? 105 : 100) {
      if attempt >= 100 { sqlite3_sleep(1) }
      let first = unsafe copy(index)
      unsafe methods.xShmBarrier?(file)
      let second = unsafe copy(index + CommitState.headerSize)
      if first == second, let state = CommitState(header: first) { return state }
    }
    return nil
  }

  private func copy(_ address: UnsafeRawPointer) -> SIMD16<UInt32> {
    var header = SIMD16<UInt32>()
    for index in 0..<(CommitState.headerSize / 4) {
      header[index] = unsafe address.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
    }
    return header
  }

  /// Finds the commit that directly followed another one in the log, if others have committed
  /// since.
  private func loggedState(after before: CommitState, _ last: CommitState) -> CommitState? {
    guard last.salts == before.salts, last.frameCount > before.frameCount,
      let handle = unsafe pointer
    else { return nil }
    var file: UnsafeMutablePointer<sqlite3_file>?
    let operation = SQLITE_FCNTL_JOURNAL_POINTER
    guard unsafe sqlite3_file_control(handle, "main", operation, &file) == SQLITE_OK,
      let log = unsafe file, let methods = unsafe log.pointee.pMethods?.pointee,
      let pageSize = unsafe pageSize(ofLog: log, methods)
    else { return nil }
    let count = min(last.frameCount - before.frameCount, 1000)
    for frame in (before.frameCount + 1)...(before.frameCount + count) {
      let offset = 32 + Int64(frame - 1) * Int64(24 + pageSize)
      guard let header = unsafe bytes(of: log, methods, at: offset, count: 24),
        header.number(8) == before.salts
      else { return nil }
      // Only the last frame of a commit contains the number of pages of the database.
      if header[4...7].contains(where: { $0 != 0 }) {
        return CommitState(
          changeCount: before.changeCount &+ 1,
          frameCount: frame,
          checksum: header.bigEndianNumber(16),
          salts: before.salts
        )
      }
    }
    return nil
  }

  private func pageSize(
    ofLog log: UnsafeMutablePointer<sqlite3_file>,
    _ methods: sqlite3_io_methods
  ) -> Int? {
    guard let header = unsafe bytes(of: log, methods, at: 0, count: 32) else { return nil }
    let size = Int(header.bigEndianNumber(8) >> 32)
    return (512...65_536).contains(size) ? size : nil
  }

  private func bytes(
    of file: UnsafeMutablePointer<sqlite3_file>,
    _ methods: sqlite3_io_methods,
    at offset: Int64,
    count: Int
  ) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard unsafe methods.xRead?(file, &bytes, Int32(count), offset) == SQLITE_OK else { return nil }
    return bytes
  }
}

extension [UInt8] {
  /// Returns two four-byte numbers in the index's byte order, the first one as the high half.
  fileprivate func number(_ offset: Int) -> UInt64 {
    let (high, low) = unsafe withUnsafeBytes {
      unsafe (
        $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
        $0.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      )
    }
    return UInt64(high) << 32 | UInt64(low)
  }

  fileprivate func bigEndianNumber(_ offset: Int) -> UInt64 {
    self[offset..<(offset + 8)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
