import CSQLite

extension Connection {
  /// The last commit to the database's write-ahead log, read from shared memory: in a tenth of a microsecond.
  ///
  /// It may be called in a commit hook, which tells the commit before, and at any time after the connection has read.
  /// Others may commit meanwhile, unless this connection has the lock to write.
  ///
  /// - Parameter checksMode: Whether to read in the file that it has a write-ahead log. A connection that holds its files
  ///   for itself alone could make an index otherwise; within a commit hook, and after it, that is known.
  /// - Returns: `nil` where the database is not in WAL mode, where the connection holds its files for itself alone, and
  ///   where the index is being written again and again.
  ///
  /// https://www.sqlite.org/c3ref/io_methods.html
  public func walState(checksMode: Bool = true) -> WALState? {
    guard let file = unsafe sharedFile(), let methods = unsafe file.pointee.pMethods?.pointee,
      methods.iVersion >= 2, let map = unsafe methods.xShmMap
    else { return nil }
    if checksMode, unsafe !hasWALMark(file, methods) { return nil }
    var address: UnsafeMutableRawPointer?
    let code = unsafe map(file, 0, 32_768, 0, &address)
    // A connection that cannot write gets the memory too.
    guard code == SQLITE_OK || code & 0xff == SQLITE_READONLY, let index = unsafe address else {
      return nil
    }
    for _ in 0..<100 {
      let first = unsafe copy(index)
      unsafe methods.xShmBarrier?(file)
      let second = unsafe copy(index + WALState.headerSize)
      if first == second, let state = WALState(header: first) { return state }
    }
    return nil
  }

  /// The database's file, where its lock is that of a connection with a write-ahead log.
  private func sharedFile() -> UnsafeMutablePointer<sqlite3_file>? {
    guard let handle = unsafe pointer else { return nil }
    var lock: Int32 = -1
    var file: UnsafeMutablePointer<sqlite3_file>?
    // 1 is SQLITE_LOCK_SHARED: held for as long as there is a log, also while the connection writes.
    guard unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_LOCKSTATE, &lock) == SQLITE_OK,
      lock == 1,
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK
    else { return nil }
    return unsafe file
  }

  /// Whether the file says that it has a write-ahead log.
  ///
  /// https://www.sqlite.org/fileformat.html#file_format_version_numbers
  private func hasWALMark(
    _ file: UnsafeMutablePointer<sqlite3_file>,
    _ methods: sqlite3_io_methods
  ) -> Bool {
    var versions: UInt16 = 0
    guard unsafe methods.xRead?(file, &versions, 2, 18) == SQLITE_OK else { return false }
    return versions == 0x0202
  }

  private func copy(_ address: UnsafeRawPointer) -> SIMD16<UInt32> {
    var header = SIMD16<UInt32>()
    for index in 0..<(WALState.headerSize / 4) {
      header[index] = unsafe address.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
    }
    return header
  }

  /// The commit that came next after another one, found in the log: where others have committed since.
  ///
  /// - Parameter before: The commit before it.
  /// - Returns: `nil` where it cannot be told, as where the log has begun anew.
  public func walState(after before: WALState) -> WALState? {
    guard let last = walState(checksMode: false), last.salts == before.salts,
      last.frameCount > before.frameCount, let handle = unsafe pointer
    else { return nil }
    var file: UnsafeMutablePointer<sqlite3_file>?
    let operation = SQLITE_FCNTL_JOURNAL_POINTER
    guard unsafe sqlite3_file_control(handle, "main", operation, &file) == SQLITE_OK,
      let log = unsafe file, let methods = unsafe log.pointee.pMethods?.pointee,
      let pageSize = unsafe pageSize(ofLog: log, methods)
    else { return nil }
    for frame in (before.frameCount + 1)...min(last.frameCount, before.frameCount + 1000) {
      let offset = 32 + Int64(frame - 1) * Int64(24 + pageSize)
      guard let header = unsafe bytes(of: log, methods, at: offset, count: 24),
        header.number(8) == before.salts
      else { return nil }
      // Only the last frame of a commit says how many pages the database has.
      if header[4...7].contains(where: { $0 != 0 }) {
        return WALState(
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
  /// Two numbers of four bytes as the index has them, of which the first is the high half.
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
