import CSQLite

extension Connection {
  /// Sets the closure that is called if a statement needs an unknown collation.
  ///
  /// It may add the collation with that name to this connection, and must not use the connection in
  /// any other way. A closure that holds the connection strongly keeps it open.
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
