import CSQLite

/// What a progress hook answers.
public enum ProgressAnswer: Sendable {
  /// The statement goes on.
  case proceed
  /// The statement fails with ``ResultCode/interrupt``.
  case interrupt
}

extension Connection {
  /// Installs the closure that is called about every so many steps of SQLite's virtual machine.
  ///
  /// - Parameters:
  ///   - steps: How many steps lie between two calls.
  ///   - hook: The closure, or `nil` for none.
  ///
  /// https://www.sqlite.org/c3ref/progress_handler.html
  public func setProgressHook(every steps: Int, _ hook: (() -> ProgressAnswer)?) throws(SQLiteError)
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
