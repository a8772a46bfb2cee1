import CSQLite

/// The answer of a commit hook.
public enum CommitDecision: Sendable {
  /// The transaction commits.
  case commit
  /// The transaction is rolled back, and committing fails with ``ResultCode/constraintCommitHook``.
  case rollback
}

extension Connection {
  /// Sets the closure that is called when a transaction that wrote is about to commit.
  ///
  /// https://www.sqlite.org/c3ref/commit_hook.html
  public func setCommitHook(_ hook: (() -> CommitDecision)?) throws(SQLiteError) {
    let handle = try unsafe handle()
    hooks.commit = hook
    unsafe sqlite3_commit_hook(handle, hook == nil ? nil : commitCallback, hooks.context)
  }

  /// Sets the closure that is called after a transaction was rolled back, for any reason.
  ///
  /// https://www.sqlite.org/c3ref/commit_hook.html
  public func setRollbackHook(_ hook: (() -> Void)?) throws(SQLiteError) {
    let handle = try unsafe handle()
    hooks.rollback = hook
    unsafe sqlite3_rollback_hook(handle, hook == nil ? nil : rollbackCallback, hooks.context)
  }

  /// Sets the closure that is called after each commit to a write-ahead log.
  ///
  /// The closure receives the number of pages in the log. It replaces SQLite's automatic
  /// checkpoints, which are implemented by such a hook.
  ///
  /// https://www.sqlite.org/c3ref/wal_hook.html
  public func setWALHook(_ hook: ((_ schema: String, _ pageCount: Int) -> Void)?)
    throws(SQLiteError)
  {
    let handle = try unsafe handle()
    hooks.walCommit = hook
    unsafe sqlite3_wal_hook(handle, hook == nil ? nil : walCallback, hooks.context)
  }
}

private let commitCallback: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
  guard let hook = unsafe Hooks.at(context)?.commit else { return 0 }
  return hook() == .rollback ? 1 : 0
}

private let rollbackCallback: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  unsafe Hooks.at(context)?.rollback?()
}

private let walCallback:
  @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 =
    {
      context,
      _,
      schema,
      pageCount in
      guard let schema = unsafe schema else { return SQLITE_OK }
      unsafe Hooks.at(context)?.walCommit?(String(cString: schema), Int(pageCount))
      return SQLITE_OK
    }
