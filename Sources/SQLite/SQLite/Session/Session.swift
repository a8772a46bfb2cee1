import CSQLite

/// A recording of the changes that one connection makes to the rows of some tables.
///
/// ```swift
/// let session = try Session(on: connection)
/// try session.attach()
/// try connection.execute("UPDATE items SET price = price * 2")
/// let changeset = try session.changeset()
/// ```
///
/// It records only tables with a declared PRIMARY KEY, and not virtual tables.
///
/// While a session exists, it takes the place of the connection's preupdate hook, which is then not
/// called; the hook is reinstalled when the last session ends. A session has exactly one owner, and
/// ends when it is destroyed.
///
/// https://www.sqlite.org/sessionintro.html
@safe
public struct Session: ~Copyable {
  private let pointer: OpaquePointer
  /// Kept so that the connection stays open until the session has ended.
  private let connection: Connection

  /// Begins a session, which records nothing until tables are attached.
  ///
  /// - Parameters:
  ///   - connection: The connection whose changes are recorded.
  ///   - schema: `main`, `temp`, or the name of an attached database.
  /// - Throws: ``ResultCode/misuse`` without ``Capability/session``, or ``ResultCode/error`` if
  ///   there is no such schema.
  ///
  /// https://www.sqlite.org/session/sqlite3session_create.html
  public init(on connection: Connection, schema: String = "main") throws(SQLiteError) {
    let handle = try unsafe connection.handle()
    try connection.checkSchema(schema)
    guard SessionSymbols.areAvailable, let create = unsafe SessionSymbols.create else {
      throw .misuse(Capability.session.advice)
    }
    connection.sessionWillBegin()
    var session: OpaquePointer?
    let code = unsafe create(handle, schema, &session)
    guard code == SQLITE_OK, let session = unsafe session else {
      connection.sessionDidEnd()
      throw .session(code == SQLITE_OK ? SQLITE_NOMEM : code)
    }
    unsafe pointer = session
    self.connection = connection
  }

  deinit {
    unsafe SessionSymbols.delete?(pointer)
    connection.sessionDidEnd()
  }
}

extension Session {
  /// Starts recording the changes of a table, or of all tables including those created later.
  ///
  /// https://www.sqlite.org/session/sqlite3session_attach.html
  public borrowing func attach(_ table: String? = nil) throws(SQLiteError) {
    if let table { try checkName(table, of: "a table") }
    try checked(unsafe SessionSymbols.attach?(pointer, table) ?? SQLITE_MISUSE)
  }

  /// Records the changes that would turn a table of another schema into the one of this schema.
  ///
  /// Both tables need the same columns and PRIMARY KEY. The table is also attached.
  ///
  /// - Parameters:
  ///   - table: The table's name in both schemas.
  ///   - schema: The schema of the table that the changes would apply to.
  ///
  /// https://www.sqlite.org/session/sqlite3session_diff.html
  public borrowing func recordDifference(of table: String, from schema: String) throws(SQLiteError)
  {
    try attach(table)
    try connection.checkSchema(schema)
    var text: UnsafeMutablePointer<CChar>?
    let code = unsafe SessionSymbols.diff?(pointer, schema, table, &text) ?? SQLITE_MISUSE
    defer { unsafe sqlite3_free(text) }
    guard code != SQLITE_OK, let message = unsafe text else { return try checked(code) }
    throw unsafe SQLiteError(code: ResultCode(rawValue: code), message: String(cString: message))
  }

  /// Whether changes are recorded.
  ///
  /// Rows that were recorded before remain part of the changeset, with their current values.
  ///
  /// https://www.sqlite.org/session/sqlite3session_enable.html
  public var isEnabled: Bool {
    get { unsafe (SessionSymbols.enable?(pointer, -1) ?? 0) != 0 }
    nonmutating set { _ = unsafe SessionSymbols.enable?(pointer, newValue ? 1 : 0) }
  }

  /// Whether changes are recorded as indirect, as changes made by triggers always are.
  ///
  /// https://www.sqlite.org/session/sqlite3session_indirect.html
  public var isIndirect: Bool {
    get { unsafe (SessionSymbols.indirect?(pointer, -1) ?? 0) != 0 }
    nonmutating set { _ = unsafe SessionSymbols.indirect?(pointer, newValue ? 1 : 0) }
  }

  /// Whether nothing was recorded.
  ///
  /// A changeset can be empty even if this is `false`, when changes were reverted.
  public var isEmpty: Bool { unsafe (SessionSymbols.isEmpty?(pointer) ?? 1) != 0 }

  /// The memory that the session uses, in bytes.
  public var memoryUsed: Int { Int(unsafe SessionSymbols.memoryUsed?(pointer) ?? 0) }

  /// Returns the changes so far, with the old values of all rows.
  ///
  /// A row that was changed several times occurs once: its old values are from before the first
  /// change, its new values are the current ones.
  ///
  /// https://www.sqlite.org/session/sqlite3session_changeset.html
  public borrowing func changeset() throws(SQLiteError) -> Changeset {
    try unsafe output(SessionSymbols.changeset)
  }

  /// Returns the changes so far, with the old values of keys only.
  ///
  /// A patchset is smaller than a changeset, but it cannot be inverted.
  ///
  /// https://www.sqlite.org/session/sqlite3session_patchset.html
  public borrowing func patchset() throws(SQLiteError) -> Changeset {
    try unsafe output(SessionSymbols.patchset)
  }

  private borrowing func output(_ function: SessionSymbols.Output?) throws(SQLiteError) -> Changeset
  {
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    try checked(unsafe function?(pointer, &count, &bytes) ?? SQLITE_MISUSE)
    return unsafe Changeset(taking: bytes, count: count)
  }

  private borrowing func checked(_ code: Int32) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw unsafe .session(code, of: connection.pointer)
  }
}

extension SQLiteError {
  /// Creates the error of a function of the session extension.
  static func session(_ code: Int32) -> SQLiteError {
    let code = ResultCode(rawValue: code)
    return SQLiteError(code: code, message: code.name)
  }

  /// Creates the error of a session function that may leave a message on the connection.
  static func session(_ code: Int32, of handle: OpaquePointer?) -> SQLiteError {
    guard let handle = unsafe handle, unsafe sqlite3_errcode(handle) == code & 0xff else {
      return session(code)
    }
    return unsafe SQLiteError(code, of: handle)
  }
}
