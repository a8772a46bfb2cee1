import CSQLite

extension VFSShim {
  /// Sets the methods that do not concern files, if the underlying VFS has them.
  static func setForwardedMethods(
    of record: inout sqlite3_vfs,
    over base: UnsafeMutablePointer<sqlite3_vfs>
  ) {
    if unsafe base.pointee.xDlOpen != nil { unsafe setLibraryMethods(of: &record) }
    unsafe setTimeMethods(of: &record)
    if unsafe base.pointee.iVersion >= 2, unsafe base.pointee.xCurrentTimeInt64 != nil {
      unsafe record.xCurrentTimeInt64 = { record, time in
        guard let base = unsafe VFSShim.base(of: record) else { return SQLITE_ERROR }
        return unsafe base.pointee.xCurrentTimeInt64(base, time)
      }
    }
    if unsafe base.pointee.iVersion >= 3, unsafe base.pointee.xSetSystemCall != nil {
      unsafe setSystemCallMethods(of: &record)
    }
  }

  private static func setLibraryMethods(of record: inout sqlite3_vfs) {
    unsafe record.xDlOpen = { record, path in
      guard let base = unsafe VFSShim.base(of: record) else { return nil }
      return unsafe base.pointee.xDlOpen(base, path)
    }
    unsafe record.xDlError = { record, count, message in
      guard let base = unsafe VFSShim.base(of: record) else { return }
      unsafe base.pointee.xDlError(base, count, message)
    }
    unsafe record.xDlSym = { record, library, symbol in
      guard let base = unsafe VFSShim.base(of: record) else { return nil }
      return unsafe base.pointee.xDlSym(base, library, symbol)
    }
    unsafe record.xDlClose = { record, library in
      guard let base = unsafe VFSShim.base(of: record) else { return }
      unsafe base.pointee.xDlClose(base, library)
    }
  }

  private static func setTimeMethods(of record: inout sqlite3_vfs) {
    unsafe record.xRandomness = { record, count, bytes in
      guard let base = unsafe VFSShim.base(of: record) else { return 0 }
      return unsafe base.pointee.xRandomness(base, count, bytes)
    }
    unsafe record.xSleep = { record, microseconds in
      guard let base = unsafe VFSShim.base(of: record) else { return 0 }
      return unsafe base.pointee.xSleep(base, microseconds)
    }
    unsafe record.xCurrentTime = { record, time in
      guard let base = unsafe VFSShim.base(of: record) else { return SQLITE_ERROR }
      return unsafe base.pointee.xCurrentTime(base, time)
    }
    unsafe record.xGetLastError = { record, count, message in
      guard let base = unsafe VFSShim.base(of: record) else { return 0 }
      return unsafe base.pointee.xGetLastError?(base, count, message) ?? 0
    }
  }

  private static func setSystemCallMethods(of record: inout sqlite3_vfs) {
    unsafe record.xSetSystemCall = { record, name, call in
      guard let base = unsafe VFSShim.base(of: record) else { return SQLITE_NOTFOUND }
      return unsafe base.pointee.xSetSystemCall(base, name, call)
    }
    unsafe record.xGetSystemCall = { record, name in
      guard let base = unsafe VFSShim.base(of: record) else { return nil }
      return unsafe base.pointee.xGetSystemCall(base, name)
    }
    unsafe record.xNextSystemCall = { record, name in
      guard let base = unsafe VFSShim.base(of: record) else { return nil }
      return unsafe base.pointee.xNextSystemCall(base, name)
    }
  }

  /// Returns the VFS below the one with a record.
  private static func base(
    of record: UnsafeMutablePointer<sqlite3_vfs>?
  ) -> UnsafeMutablePointer<sqlite3_vfs>? {
    unsafe at(record)?.base
  }
}
