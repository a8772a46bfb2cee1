import CSQLite
import Synchronization

/// A VFS over another one, which asks a closure before each operation on a file.
///
/// ```swift
/// let shim = try VFSShim(name: "failing-sync") { operation in
///   operation.kind == .sync ? .fail(.ioErrorFsync) : .proceed
/// }
/// let connection = try Connection(path: path, vfs: shim.name)
/// ```
///
/// Its files are never mapped into memory, so that each read is seen. What is no operation on a file (time,
/// randomness, libraries, file controls) is forwarded without a question.
///
/// Keep it as long as a connection uses it; an open file keeps it too.
///
/// https://www.sqlite.org/vfs.html#vfs_shims
@safe
public final class VFSShim: Sendable {
  /// The name by which connections are opened with it.
  public let name: String
  /// What decides about each operation.
  ///
  /// It is called by the thread that uses the connection, and must not use a connection itself.
  let intercept: @Sendable (VFSOperation) -> VFSOutcome
  /// Whether operations hold what is written.
  let tellsContent: Bool
  /// SQLite's record of this VFS.
  ///
  /// It is written before it is registered, and from then on by SQLite under its own mutex.
  nonisolated(unsafe) private let record: UnsafeMutablePointer<sqlite3_vfs>
  /// The VFS below, which nothing changes.
  nonisolated(unsafe) let base: UnsafeMutablePointer<sqlite3_vfs>

  /// Registers a VFS.
  ///
  /// - Parameters:
  ///   - name: A name that no VFS of the process has yet.
  ///   - base: The name of the VFS that does the work, or `nil` for the default.
  ///   - tellsContent: Whether to copy what is written, and tell it.
  ///   - intercept: What decides about each operation. It must not use a connection of this VFS.
  /// - Throws: ``ResultCode/misuse`` for a name that is empty or taken, and for a base that does not exist.
  public init(
    name: String,
    over base: String? = nil,
    tellingContent tellsContent: Bool = false,
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
    self.tellsContent = tellsContent
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

  /// Takes its name back, so that no further connection opens with it; those that are open stay.
  ///
  /// https://www.sqlite.org/c3ref/vfs_find.html
  public func unregister() {
    // SQLite ignores one that is not in its list.
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
        message: "There is a VFS named \(name) already. Choose another name."
      )
    }
  }
}

/// Held from looking a name up until it is registered.
private let registration = Mutex(())

extension VFSShim {
  /// SQLite's record of a VFS that forwards to another one.
  private static func record(
    named name: String,
    over base: UnsafeMutablePointer<sqlite3_vfs>
  ) -> sqlite3_vfs {
    var record = unsafe sqlite3_vfs()
    // The methods after version 3 are unknown here.
    unsafe record.iVersion = min(base.pointee.iVersion, 3)
    unsafe record.szOsFile = Int32(ShimFile.headerSize) + base.pointee.szOsFile
    unsafe record.mxPathname = base.pointee.mxPathname
    unsafe record.zName = copy(of: name)
    unsafe setFileMethods(of: &record)
    unsafe setForwardedMethods(of: &record, over: base)
    return unsafe record
  }

  /// The shim that a record of SQLite is of.
  static func at(_ record: UnsafeMutablePointer<sqlite3_vfs>?) -> VFSShim? {
    unsafe record?.pointee.pAppData.map {
      unsafe Unmanaged<VFSShim>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// A C string to be deallocated.
  private static func copy(of text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(fromContentsOf: bytes)
    return unsafe UnsafePointer(copy.baseAddress ?? .allocate(capacity: 1))
  }
}
