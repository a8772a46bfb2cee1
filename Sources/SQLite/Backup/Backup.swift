import CSQLite

/// A copy of a whole database into another, page by page, while both stay in use.
///
/// Between two steps the source may be written: by the same connection, which updates the copy, or by others,
/// which makes the copy start again. The destination must not be used until the backup has ended.
///
/// ```swift
/// var backup = try Backup(from: source, to: destination)
/// while try backup.step(pageCount: 100) != .done { … }
/// try backup.finish()
/// ```
///
/// Exactly one owner; a backup that is let go before it is done rolls the destination back.
///
/// https://www.sqlite.org/c3ref/backup_finish.html
@safe
public struct Backup: ~Copyable {
  /// `nil` after it was finished.
  private var pointer: OpaquePointer?
  /// Keeps the connections open until the backup has ended.
  private let source: Connection
  private let destination: Connection

  /// Begins a backup; copies nothing yet.
  ///
  /// - Parameters:
  ///   - source: Where the pages come from.
  ///   - sourceSchema: The schema that is copied: `main`, `temp`, or the name of an attached database.
  ///   - destination: Where the pages go: another connection, without a transaction. Its content is replaced.
  ///   - destinationSchema: The schema that is replaced.
  /// - Throws: ``ResultCode/error`` where there is no such schema or the destination is in use.
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
    // Closing the destination would not be refused by SQLite, and would pull it from under the backup.
    // https://www.sqlite.org/c3ref/backup_finish.html
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
  /// A function of its own: written out in `finish`, which consumes, the thread sanitizer breaks the module that the
  /// compiler makes (Swift 6.3.1: "Invalid bitcast").
  private func releaseConnections() {
    source.unfinishedCount -= 1
    destination.unfinishedCount -= 1
  }
}

extension Backup {
  /// Where a backup stands after a step.
  public enum Step: Sendable, Hashable {
    /// Pages are left.
    case more
    /// All pages are copied and the destination is committed.
    case done
    /// A lock on one of the files is held by another connection, or the source's own connection is writing.
    ///
    /// Nothing was copied. Step again later.
    case busy
    /// A connection that shares its cache with the source or the destination is in the way.
    ///
    /// Nothing was copied. Step again later.
    case locked
  }

  /// Copies pages, and holds the source's read lock only meanwhile.
  ///
  /// It waits for locks as the busy policy of the connections says.
  ///
  /// - Parameter pageCount: How many pages at most; `nil` for all that are left.
  /// - Throws: ``SQLiteError`` after which the backup can only be finished, such as ``ResultCode/readOnly``
  ///   for a destination that cannot be written.
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

  /// How many pages were left after the last step.
  public var remainingPageCount: Int { Int(unsafe sqlite3_backup_remaining(pointer)) }

  /// How many pages the source had at the last step; 0 before the first.
  public var pageCount: Int { Int(unsafe sqlite3_backup_pagecount(pointer)) }

  /// Ends the backup, and tells if a step failed.
  ///
  /// A backup that is not done rolls the destination back, which is no error.
  public consuming func finish() throws(SQLiteError) {
    let code = unsafe sqlite3_backup_finish(pointer)
    unsafe pointer = nil
    releaseConnections()
    try unsafe check(code, of: destination.pointer)
  }
}
