import CSQLite

/// What a busy hook answers.
public enum BusyAnswer: Sendable {
  /// SQLite tries to take the lock again.
  case retry
  /// The statement fails with ``ResultCode/busy``.
  case giveUp
}

extension Connection {
  /// Installs the closure that is called while another connection holds a lock, with the number of tries so far.
  ///
  /// SQLite does not call it where waiting would be a deadlock, nor for a snapshot that became stale.
  ///
  /// https://www.sqlite.org/c3ref/busy_handler.html
  public func setBusyHook(_ hook: ((_ tries: Int) -> BusyAnswer)?) throws(SQLiteError) {
    let handle = try unsafe handle()
    hooks.busy = hook
    let code = unsafe sqlite3_busy_handler(handle, hook == nil ? nil : busyCallback, hooks.context)
    try unsafe check(code, of: handle)
  }
}

private let busyCallback: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = {
  context,
  tries in
  guard let hook = unsafe Hooks.at(context)?.busy else { return 0 }
  return hook(Int(tries)) == .retry ? 1 : 0
}
