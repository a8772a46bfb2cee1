import CSQLite

/// Throws if a name contains a NUL character, at which C would stop reading.
///
/// - Parameters:
///   - name: The name.
///   - role: The kind of object it names, for the message: "a table".
func checkName(_ name: String, of role: String) throws(SQLiteError) {
  guard !name.utf8.contains(0) else {
    throw .misuse("The name of \(role) contains a NUL character.")
  }
}

/// Throws if a function or collation cannot be registered under a name.
func checkRegisteredName(_ name: String, of role: String) throws(SQLiteError) {
  try checkName(name, of: role)
  guard (1...255).contains(name.utf8.count) else {
    throw .misuse("The name of \(role) has \(name.utf8.count) bytes; it needs 1 to 255.")
  }
}

extension Connection {
  /// Throws if the connection has no schema with a name.
  func checkSchema(_ schema: String) throws(SQLiteError) {
    let handle = try unsafe handle()
    try checkName(schema, of: "a schema")
    guard unsafe sqlite3_db_readonly(handle, schema) >= 0 else {
      throw SQLiteError(code: .error, message: "There is no schema named \(schema).")
    }
  }
}
