import CSQLite

extension Connection {
  /// Whether a session exists, in which case the preupdate hook is not called.
  public var hasSession: Bool { sessionCount > 0 }

  /// Reinstalls the preupdate hook, if a session or other code that uses the C library replaced it.
  ///
  /// The end of the last session does this automatically. While a session exists, this does
  /// nothing, since the session occupies the hook.
  ///
  /// - Throws: ``ResultCode/misuse`` if there is a hook, but not ``Capability/preupdateHook``.
  public func reinstallPreupdateHook() throws(SQLiteError) {
    guard hooks.preupdate != nil else { return }
    try setPreupdateHook(hooks.preupdate)
  }

  /// Uninstalls the preupdate hook.
  ///
  /// A new session takes an installed hook for another session, and would misinterpret ours as one.
  func sessionWillBegin() {
    if sessionCount == 0 { _ = unsafe OptionalSymbols.preupdateHook?(pointer, nil, nil) }
    sessionCount += 1
    unfinishedCount += 1
  }

  func sessionDidEnd() {
    sessionCount -= 1
    unfinishedCount -= 1
    // This can only fail without a hook to install, or without a connection.
    try? reinstallPreupdateHook()
  }
}
