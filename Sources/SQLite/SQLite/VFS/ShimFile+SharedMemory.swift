import CSQLite

extension ShimFile {
  /// Sets the shared-memory methods, which a write-ahead log needs.
  ///
  /// https://www.sqlite.org/walformat.html
  static func setSharedMemoryMethods(of methods: inout sqlite3_io_methods) {
    unsafe methods.xShmMap = { file, region, size, extends, address in
      unsafe ShimFile(file)?.perform(
        .sharedMemoryMap,
        offset: Int64(region) * Int64(size),
        length: size
      ) {
        unsafe $0.xShmMap($1, region, size, extends, address)
      } ?? SQLITE_IOERR
    }
    unsafe methods.xShmLock = { file, first, count, flags in
      let unlocks = flags & SQLITE_SHM_UNLOCK != 0
      return unsafe ShimFile(file)?.perform(
        unlocks ? .sharedMemoryUnlock : .sharedMemoryLock,
        offset: Int64(first),
        length: count
      ) {
        unsafe $0.xShmLock($1, first, count, flags)
      } ?? SQLITE_IOERR
    }
    unsafe methods.xShmBarrier = { file in
      guard let file = unsafe ShimFile(file) else { return }
      unsafe file.methods.xShmBarrier(file.real)
    }
    unsafe methods.xShmUnmap = { file, deletes in
      unsafe ShimFile(file)?.perform(.sharedMemoryUnmap) { unsafe $0.xShmUnmap($1, deletes) }
        ?? SQLITE_IOERR
    }
  }
}
