import CSQLite

extension ShimFile {
  /// Returns the methods for a file, depending on the version of the real file's methods.
  ///
  /// Version 3 would let SQLite read mapped memory, where reads cannot be intercepted.
  static func methods(version: Int32) -> UnsafePointer<sqlite3_io_methods> {
    unsafe version >= 2 ? methodsWithSharedMemory : basicMethods
  }

  /// Never changed or deallocated.
  nonisolated(unsafe) private static let basicMethods = unsafe table(version: 1)
  /// Never changed or deallocated.
  nonisolated(unsafe) private static let methodsWithSharedMemory = unsafe table(version: 2)

  private static func table(version: Int32) -> UnsafePointer<sqlite3_io_methods> {
    var methods = sqlite3_io_methods()
    methods.iVersion = version
    setContentMethods(of: &methods)
    setSizeMethods(of: &methods)
    setLockMethods(of: &methods)
    setDescriptionMethods(of: &methods)
    if version >= 2 { setSharedMemoryMethods(of: &methods) }
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    unsafe table.initialize(to: methods)
    return unsafe UnsafePointer(table)
  }

  private static func setContentMethods(of methods: inout sqlite3_io_methods) {
    unsafe methods.xClose = { file in
      guard let file = unsafe ShimFile(file) else { return SQLITE_IOERR }
      defer { file.release() }
      return unsafe file.perform(.close) { unsafe $0.xClose($1) }
    }
    unsafe methods.xRead = { file, buffer, count, offset in
      guard let file = unsafe ShimFile(file), let buffer = unsafe buffer else {
        return SQLITE_IOERR
      }
      return unsafe file.read(
        UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)),
        offset
      )
    }
    unsafe methods.xWrite = { file, buffer, count, offset in
      guard let file = unsafe ShimFile(file), let buffer = unsafe buffer else {
        return SQLITE_IOERR
      }
      return unsafe file.write(UnsafeRawBufferPointer(start: buffer, count: Int(count)), offset)
    }
    unsafe methods.xSync = { file, flags in
      unsafe ShimFile(file)?.perform(.sync) { unsafe $0.xSync($1, flags) } ?? SQLITE_IOERR
    }
  }

  private static func setSizeMethods(of methods: inout sqlite3_io_methods) {
    unsafe methods.xTruncate = { file, size in
      unsafe ShimFile(file)?.perform(.truncate, offset: size) { unsafe $0.xTruncate($1, size) }
        ?? SQLITE_IOERR
    }
    unsafe methods.xFileSize = { file, size in
      unsafe ShimFile(file)?.perform(.fileSize) { unsafe $0.xFileSize($1, size) }
        ?? SQLITE_IOERR
    }
  }

  private static func setLockMethods(of methods: inout sqlite3_io_methods) {
    unsafe methods.xLock = { file, level in
      unsafe ShimFile(file)?.perform(.lock) { unsafe $0.xLock($1, level) } ?? SQLITE_IOERR
    }
    unsafe methods.xUnlock = { file, level in
      unsafe ShimFile(file)?.perform(.unlock) { unsafe $0.xUnlock($1, level) }
        ?? SQLITE_IOERR
    }
    unsafe methods.xCheckReservedLock = { file, answer in
      unsafe ShimFile(file)?.perform(.checkReservedLock) {
        unsafe $0.xCheckReservedLock($1, answer)
      } ?? SQLITE_IOERR
    }
  }

  /// Sets the methods that are forwarded without calling the closure.
  private static func setDescriptionMethods(of methods: inout sqlite3_io_methods) {
    unsafe methods.xFileControl = { file, code, argument in
      guard let file = unsafe ShimFile(file) else { return SQLITE_NOTFOUND }
      return unsafe file.methods.xFileControl(file.real, code, argument)
    }
    unsafe methods.xSectorSize = { file in
      guard let file = unsafe ShimFile(file) else { return 0 }
      return unsafe file.methods.xSectorSize?(file.real) ?? 0
    }
    unsafe methods.xDeviceCharacteristics = { file in
      guard let file = unsafe ShimFile(file) else { return 0 }
      return unsafe file.methods.xDeviceCharacteristics?(file.real) ?? 0
    }
  }
}
