import CSQLite

/// An option of a connection that can be switched on and off.
///
/// https://www.sqlite.org/c3ref/c_dbconfig_defensive.html
public enum ConnectionOption: Sendable, Hashable, CaseIterable {
  /// Refuses SQL that can corrupt the file.
  ///
  /// The corresponding C constant is `SQLITE_DBCONFIG_DEFENSIVE`.
  case defensive
  /// Lets a schema call any function.
  ///
  /// The corresponding C constant is `SQLITE_DBCONFIG_TRUSTED_SCHEMA`.
  case trustedSchema
  /// Accepts `"text"` as a string in queries.
  ///
  /// The corresponding C constant is `SQLITE_DBCONFIG_DQS_DML`.
  case doubleQuotedStringsInQueries
  /// Accepts `"text"` as a string in schema definitions.
  ///
  /// The corresponding C constant is `SQLITE_DBCONFIG_DQS_DDL`.
  case doubleQuotedStringsInSchema
  /// Enforces foreign keys. The corresponding C constant is `SQLITE_DBCONFIG_ENABLE_FKEY`.
  case foreignKeys
  /// Renames tables without updating references to them.
  ///
  /// The corresponding C constant is `SQLITE_DBCONFIG_LEGACY_ALTER_TABLE`.
  case legacyAlterTable
  /// Runs triggers. The corresponding C constant is `SQLITE_DBCONFIG_ENABLE_TRIGGER`.
  case triggers
  /// Empties the database at the next VACUUM.
  ///
  /// The corresponding C constant is `SQLITE_DBCONFIG_RESET_DATABASE`.
  case resetDatabase
  /// Keeps the WAL file when the last connection closes.
  ///
  /// The corresponding C constant is `SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`.
  case noCheckpointOnClose

  var rawValue: Int32 {
    switch self {
    case .defensive: SQLITE_DBCONFIG_DEFENSIVE
    case .trustedSchema: SQLITE_DBCONFIG_TRUSTED_SCHEMA
    case .doubleQuotedStringsInQueries: SQLITE_DBCONFIG_DQS_DML
    case .doubleQuotedStringsInSchema: SQLITE_DBCONFIG_DQS_DDL
    case .foreignKeys: SQLITE_DBCONFIG_ENABLE_FKEY
    case .legacyAlterTable: SQLITE_DBCONFIG_LEGACY_ALTER_TABLE
    case .triggers: SQLITE_DBCONFIG_ENABLE_TRIGGER
    case .resetDatabase: SQLITE_DBCONFIG_RESET_DATABASE
    case .noCheckpointOnClose: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE
    }
  }
}

extension Connection {
  /// Switches an option on or off.
  public func setOption(_ option: ConnectionOption, _ isOn: Bool) throws(SQLiteError) {
    let handle = try unsafe handle()
    try unsafe check(livesql_db_config(handle, option.rawValue, isOn ? 1 : 0), of: handle)
  }

  /// Returns whether an option is on.
  public func option(_ option: ConnectionOption) -> Bool {
    guard let handle = unsafe pointer else { return false }
    return unsafe livesql_db_config_value(handle, option.rawValue) == 1
  }

  /// Sets the options that every new connection has.
  ///
  /// A library that is too old to know an option keeps its own default.
  func useSafeOptions() {
    try? setOption(.defensive, true)
    try? setOption(.trustedSchema, false)
    try? setOption(.doubleQuotedStringsInQueries, false)
    try? setOption(.doubleQuotedStringsInSchema, false)
  }
}
