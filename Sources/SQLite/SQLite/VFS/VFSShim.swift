import CSQLite
import Synchronization

/// A VFS on top of another one that calls a closure before each operation on a file.
///
/// ```swift
/// let shim = try VFSShim(name: "failing-sync") { operation in
///   operation.kind == .sync ? .fail(.ioErrorFsync) : .proceed
/// }
/// let connection = try Connection(path: path, vfs: shim.name)
/// ```
///
/// Its files are never mapped into memory, so that it sees every read. Other methods (time,
/// randomness, libraries, file controls) are forwarded without calling the closure.
///
/// Keep the shim as long as a connection uses it. An open file also keeps it.
///
/// https://www.sqlite.org/vfs.html#vfs_shims
@safe
public final class VFSShim: Sendable {
  /// The name with which connections are opened.
  public let name: String
  /// The closure that chooses the outcome of each operation.
  ///
  /// It is called by the thread that uses the connection, and must not use a connection itself.
  let intercept: @Sendable (VFSOperation) -> VFSOutcome
  /// Whether operations contain the bytes to write.
  let includesContent: Bool
  /// SQLite's record of this VFS.
  ///
  /// Initialized before it is registered; from then on, SQLite changes it under its own mutex.
  nonisolated(unsafe) private let record: UnsafeMutablePointer<sqlite3_vfs>
  /// The underlying VFS, which is never changed.
  nonisolated(unsafe) let base: UnsafeMutablePointer<sqlite3_vfs>

  /// Registers a VFS.
  ///
  /// - Parameters:
  ///   - name: A name that no VFS of the process has yet.
  ///   - base: The name of the VFS that does the work, or `nil` for the default.
  ///   - includesContent: Whether operations contain a copy of the bytes to write.
  ///   - intercept: Chooses the outcome of each operation. It must not use a connection of this
  ///     VFS.
  /// - Throws: ``ResultCode/misuse`` if the name is empty or taken, or the base does not exist.
  public init(
    name: String,
    over base: String? = nil,
    includingContent includesContent: Bool = false,
    intercept: @escaping @Sendable (VFSOperation) -> VFSOutcome
  ) throws(SQLiteError) {
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw .misuse("The name of a VFS is empty or contains a NUL character.")
    }
    guard let found = unsafe sqlite3_vfs_find(base) else {
      throw .misuse("There is no VFS named \(base ?? "default").")
    }
    self.name = name
    self.intercept = intercept
    self.includesContent = includesContent
    unsafe self.base = found
    unsafe record = .allocate(capacity: 1)
    unsafe record.initialize(to: Self.record(named: name, over: found))
    unsafe record.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    try register()
  }

  deinit {
    unregister()
    unsafe record.pointee.zName.deallocate()
    unsafe record.deallocate()
  }

  /// Unregisters the VFS, so that no further connections can open with it.
  ///
  /// Open connections stay open.
  ///
  /// https://www.sqlite.org/c3ref/vfs_find.html
  public func unregister() {
    // SQLite ignores a VFS unless it is in its list.
    unsafe sqlite3_vfs_unregister(record)
  }

  private func register() throws(SQLiteError) {
    let code = registration.withLock { _ in
      guard unsafe sqlite3_vfs_find(name) == nil else { return SQLITE_MISUSE }
      return unsafe sqlite3_vfs_register(record, 0)
    }
    guard code == SQLITE_OK else {
      throw SQLiteError(
        code: ResultCode(rawValue: code),
        message: "A VFS named \(name) already exists. Choose another name."
      )
    }
  }
}

/// Held from looking up a name until it is registered.
private let registration = Mutex(())

extension VFSShim {
  /// Creates SQLite's record of a VFS that forwards to another one.
  private static func record(
    named name: String,
    over base: UnsafeMutablePointer<sqlite3_vfs>
  ) -> sqlite3_vfs {
    var record = unsafe sqlite3_vfs()
    // The methods of later versions are unknown here.
    unsafe record.iVersion = min(base.pointee.iVersion, 3)
    unsafe record.szOsFile = Int32(ShimFile.headerSize) + base.pointee.szOsFile
    unsafe record.mxPathname = base.pointee.mxPathname
    unsafe record.zName = copy(of: name)
    unsafe setFileMethods(of: &record)
    unsafe setForwardedMethods(of: &record, over: base)
    return unsafe record
  }

  /// Returns the shim of an SQLite record.
  static func at(_ record: UnsafeMutablePointer<sqlite3_vfs>?) -> VFSShim? {
    unsafe record?.pointee.pAppData.map {
      unsafe Unmanaged<VFSShim>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Returns a C string that the caller has to deallocate.
  private static func copy(of text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(fromContentsOf: bytes)
    return unsafe UnsafePointer(copy.baseAddress ?? .allocate(capacity: 1))
  }
}
