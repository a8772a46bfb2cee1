import CSQLite

extension VFSShim {
  /// Sets the methods that open, delete and check files.
  static func setFileMethods(of record: inout sqlite3_vfs) {
    unsafe record.xOpen = { record, path, file, flags, outFlags in
      guard let shim = unsafe VFSShim.at(record), let file = unsafe file else {
        return SQLITE_CANTOPEN
      }
      return unsafe shim.open(path, file, flags, outFlags)
    }
    unsafe record.xDelete = { record, path, syncsDirectory in
      guard let shim = unsafe VFSShim.at(record) else { return SQLITE_IOERR }
      let outcome = unsafe shim.outcome(of: .delete, path, syncsDirectory: syncsDirectory != 0)
      if outcome == .pretend { return SQLITE_OK }
      if let failure = outcome.failure { return failure.rawValue }
      return unsafe shim.base.pointee.xDelete(shim.base, path, syncsDirectory)
    }
    unsafe record.xAccess = { record, path, flags, answer in
      guard let shim = unsafe VFSShim.at(record) else { return SQLITE_IOERR }
      if let failure = unsafe shim.outcome(of: .access, path).failure { return failure.rawValue }
      return unsafe shim.base.pointee.xAccess(shim.base, path, flags, answer)
    }
    unsafe record.xFullPathname = { record, path, count, answer in
      guard let shim = unsafe VFSShim.at(record) else { return SQLITE_CANTOPEN }
      return unsafe shim.base.pointee.xFullPathname(shim.base, path, count, answer)
    }
  }

  /// Opens the real file, which is stored after our header.
  private func open(
    _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>,
    _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    // SQLite does not close a file that failed to open if it has no methods.
    unsafe file.pointee.pMethods = nil
    let operation = VFSOperation(
      kind: .open,
      file: VFSOperation.File(openFlags: flags),
      path: unsafe path.map { unsafe String(cString: $0) }
    )
    if let failure = intercept(operation).failure { return failure.rawValue }
    let real = unsafe ShimFile.real(of: file)
    let code = unsafe base.pointee.xOpen(base, path, real, flags, outFlags)
    guard code == SQLITE_OK else {
      _ = unsafe real.pointee.pMethods?.pointee.xClose(real)
      return code
    }
    unsafe ShimFile.initialize(file, ShimFile.State(self, operation.file, operation.path))
    return SQLITE_OK
  }

  /// Returns the outcome that the closure chose for an operation on a path.
  private func outcome(
    of kind: VFSOperation.Kind,
    _ path: UnsafePointer<CChar>?,
    syncsDirectory: Bool = false
  ) -> VFSOutcome {
    let path = unsafe path.map { unsafe String(cString: $0) } ?? ""
    let file = VFSOperation.File(path: path)
    return intercept(
      VFSOperation(kind: kind, file: file, path: path, syncsDirectory: syncsDirectory)
    )
  }
}
