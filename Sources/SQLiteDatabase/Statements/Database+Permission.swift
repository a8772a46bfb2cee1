package import SQLite

extension Database {
  /// Sets a closure that authorizes all statements on this connection, including internal ones.
  ///
  /// Use it for connections that run untrusted statements. The closure is called whenever SQLite
  /// compiles a statement; statements compiled earlier are recompiled before their next run.
  ///
  /// - Parameter permission: Authorizes each action of a statement, on the connection's thread.
  /// - Throws: ``DatabaseError`` outside of an access.
  package func setPermission(
    _ permission: @escaping (borrowing Authorization) -> Authorization.Decision
  )
    throws
  {
    try checkAccess()
    recorder.permission = permission
    do throws(SQLiteError) { try expireStatements() } catch { throw databaseError(error) }
  }
}
