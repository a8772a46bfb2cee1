import CSQLite

/// An online copy of a whole database into another, page by page, while both stay open.
///
/// The source may be written between two steps. If the same connection writes, it also updates the
/// copy; if another connection writes, the copy starts again. The destination must not be used
/// until the backup has ended.
///
/// ```swift
/// var backup = try Backup(from: source, to: destination)
/// while try backup.step(pageCount: 100) != .done { … }
/// try backup.finish()
/// ```
///
/// A backup has exactly one owner. If it is destroyed before it is done, the destination is rolled
/// back.
///
/// https://www.sqlite.org/c3ref/backup_finish.html
@safe
public struct Backup: ~Copyable {
  /// `nil` after the backup was finished.
  private var pointer: OpaquePointer?
  /// Kept so that the connections stay open until the backup has ended.
  private let source: Connection
  private let destination: Connection

  /// Begins a backup without copying anything yet.
  ///
  /// - Parameters:
  ///   - source: The connection to copy from.
  ///   - sourceSchema: The schema to copy: `main`, `temp`, or the name of an attached database.
  ///   - destination: The connection to copy to: another one, without an open transaction. Its
  ///     content is replaced.
  ///   - destinationSchema: The schema to replace.
  /// - Throws: ``ResultCode/error`` if there is no such schema or the destination is in use.
  ///
  /// https://www.sqlite.org/c3ref/backup_finish.html#sqlite3backupinit
  public init(
    from source: Connection,
    sourceSchema: String = "main",
    to destination: Connection,
    destinationSchema: String = "main"
  ) throws(SQLiteError) {
    try checkName(sourceSchema, of: "a schema")
    try checkName(destinationSchema, of: "a schema")
    let from = try unsafe source.handle()
    let to = try unsafe destination.handle()
    guard let backup = unsafe sqlite3_backup_init(to, destinationSchema, from, sourceSchema) else {
      throw unsafe SQLiteError(sqlite3_extended_errcode(to), of: to)
    }
    unsafe pointer = backup
    self.source = source
    self.destination = destination
    // SQLite would not refuse to close the destination, although the backup still uses it, so count
    // the backup as unfinished. https://www.sqlite.org/c3ref/backup_finish.html
    source.unfinishedCount += 1
    destination.unfinishedCount += 1
  }

  deinit {
    guard let pointer = unsafe pointer else { return }
    unsafe sqlite3_backup_finish(pointer)
    releaseConnections()
  }

  /// Lets both connections be closed again.
  ///
  /// This is a separate function because of a compiler bug: with its code inside the consuming
  /// `finish`, the thread sanitizer produces an invalid module (Swift 6.3.1: "Invalid bitcast").
  private func releaseConnections() {
    source.unfinishedCount -= 1
    destination.unfinishedCount -= 1
  }
}

extension Backup {
  /// The state of a backup after a step.
  public enum Step: Sendable, Hashable {
    /// Some pages remain to be copied.
    case more
    /// All pages are copied and the destination is committed.
    case done
    /// Another connection holds a lock on one of the files, or the source connection is writing.
    ///
    /// Nothing was copied. Step again later.
    case busy
    /// A connection that shares its cache with the source or the destination blocks the backup.
    ///
    /// Nothing was copied. Step again later.
    case locked
  }

  /// Copies pages, holding the source's read lock only during the call.
  ///
  /// If a file is locked, the call waits according to the busy policy of the connections.
  ///
  /// - Parameter pageCount: The maximum number of pages; `nil` to copy all remaining pages.
  /// - Throws: ``SQLiteError``, such as ``ResultCode/readOnly`` for a destination that cannot be
  ///   written. Afterwards the backup can only be finished.
  ///
  /// https://www.sqlite.org/c3ref/backup_finish.html#sqlite3backupstep
  public mutating func step(pageCount: Int? = nil) throws(SQLiteError) -> Step {
    let limit = pageCount.map { Int32(clamping: max($0, 0)) } ?? -1
    let code = ResultCode(rawValue: unsafe sqlite3_backup_step(pointer, limit))
    switch code.primary {
    case .ok: return .more
    case .done: return .done
    case .busy: return .busy
    case .locked: return .locked
    default: throw SQLiteError(code: code, message: code.name)
    }
  }

  /// The number of pages that were left after the last step.
  public var remainingPageCount: Int { Int(unsafe sqlite3_backup_remaining(pointer)) }

  /// The number of pages of the source at the last step; 0 before the first.
  public var pageCount: Int { Int(unsafe sqlite3_backup_pagecount(pointer)) }

  /// Ends the backup and reports whether a step failed.
  ///
  /// If the backup is not done, the destination is rolled back; this is not an error.
  public consuming func finish() throws(SQLiteError) {
    let code = unsafe sqlite3_backup_finish(pointer)
    unsafe pointer = nil
    releaseConnections()
    try unsafe check(code, of: destination.pointer)
  }
}
