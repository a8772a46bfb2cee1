import CSQLite

/// The answer of a busy hook.
public enum BusyDecision: Sendable {
  /// SQLite tries again to acquire the lock.
  case retry
  /// The statement fails with ``ResultCode/busy``.
  case giveUp
}

extension Connection {
  /// Sets the closure that is called while another connection holds a lock.
  ///
  /// The closure receives the number of previous tries. SQLite does not call it if waiting would
  /// deadlock, nor for a stale snapshot.
  ///
  /// https://www.sqlite.org/c3ref/busy_handler.html
  public func setBusyHook(_ hook: ((_ tries: Int) -> BusyDecision)?) throws(SQLiteError) {
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
