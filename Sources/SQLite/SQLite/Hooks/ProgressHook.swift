import CSQLite

/// The answer of a progress hook.
public enum ProgressDecision: Sendable {
  /// The statement continues.
  case proceed
  /// The statement fails with ``ResultCode/interrupt``.
  case interrupt
}

extension Connection {
  /// Sets the closure that is called periodically while SQLite's virtual machine runs.
  ///
  /// - Parameters:
  ///   - steps: The approximate number of virtual machine instructions between two calls.
  ///   - hook: The closure, or `nil` for none.
  ///
  /// https://www.sqlite.org/c3ref/progress_handler.html
  public func setProgressHook(every steps: Int, _ hook: (() -> ProgressDecision)?)
    throws(SQLiteError)
  {
    let handle = try unsafe handle()
    hooks.progress = hook
    unsafe sqlite3_progress_handler(
      handle,
      Int32(clamping: steps),
      hook == nil ? nil : progressCallback,
      hooks.context
    )
  }
}

private let progressCallback: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
  guard let hook = unsafe Hooks.at(context)?.progress else { return 0 }
  return hook() == .interrupt ? 1 : 0
}
