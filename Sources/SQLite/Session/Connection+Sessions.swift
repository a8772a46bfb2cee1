import CSQLite

extension Connection {
  /// Whether a session lives, so that the preupdate hook is not called.
  public var hasSession: Bool { sessionCount > 0 }

  /// Puts the preupdate hook in its place again, if a session or other code that uses the C library took it.
  ///
  /// The end of the last session does so by itself. While a session lives, the hook's place is the session's and
  /// nothing happens.
  ///
  /// - Throws: ``ResultCode/misuse`` without ``Capability/preupdateHook``, where there is a hook.
  public func reinstallPreupdateHook() throws(SQLiteError) {
    guard hooks.preupdate != nil else { return }
    try setPreupdateHook(hooks.preupdate)
  }

  /// Clears the hook's place.
  ///
  /// A new session takes what it finds there for another session, and would read a hook of ours as one.
  func sessionWillBegin() {
    if sessionCount == 0 { _ = unsafe OptionalSymbols.preupdateHook?(pointer, nil, nil) }
    sessionCount += 1
    unfinishedCount += 1
  }

  func sessionDidEnd() {
    sessionCount -= 1
    unfinishedCount -= 1
    // It can only fail without a hook to install, or without a connection.
    try? reinstallPreupdateHook()
  }
}
