import CSQLite

extension Connection {
  /// Installs the closure that is called when a statement needs a collation that is not there.
  ///
  /// It may add the collation of that name to this connection, and must do nothing else with it. A closure that
  /// holds the connection strongly keeps it open.
  ///
  /// https://www.sqlite.org/c3ref/collation_needed.html
  public func setCollationNeededHook(_ hook: ((_ name: String) -> Void)?) throws(SQLiteError) {
    let handle = try unsafe handle()
    hooks.collationNeeded = hook
    let code = unsafe sqlite3_collation_needed(
      handle,
      hooks.context,
      hook == nil ? nil : collationNeededCallback
    )
    try unsafe check(code, of: handle)
  }
}

private let collationNeededCallback:
  @convention(c) (
    UnsafeMutableRawPointer?, OpaquePointer?, Int32, UnsafePointer<CChar>?
  ) -> Void = { context, _, _, name in
    guard let name = unsafe name else { return }
    unsafe Hooks.at(context)?.collationNeeded?(String(cString: name))
  }
