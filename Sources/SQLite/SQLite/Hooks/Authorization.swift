import CSQLite

/// An action that a statement being compiled would perform.
///
/// The strings belong to SQLite and are valid only within the authorizer.
///
/// https://www.sqlite.org/c3ref/set_authorizer.html
@safe
public struct Authorization: ~Copyable {
  /// The kind of action.
  public let action: Action
  private let arguments: (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
  private let schemaName: UnsafePointer<CChar>?
  private let innermost: UnsafePointer<CChar>?

  init(
    _ action: Int32,
    _ first: UnsafePointer<CChar>?,
    _ second: UnsafePointer<CChar>?,
    _ schema: UnsafePointer<CChar>?,
    _ innermost: UnsafePointer<CChar>?
  ) {
    self.action = Action(rawValue: action)
    unsafe arguments = unsafe (first, second)
    unsafe schemaName = schema
    unsafe self.innermost = innermost
  }

  /// The first argument of the action, usually a table.
  public var first: String? { unsafe arguments.0.map { unsafe String(cString: $0) } }
  /// The second argument of the action, usually a column.
  public var second: String? { unsafe arguments.1.map { unsafe String(cString: $0) } }
  /// The schema: `main`, `temp`, or the name of an attached database.
  public var schema: String? { unsafe schemaName.map { unsafe String(cString: $0) } }
  /// The innermost trigger or view that performs the action; `nil` for the statement itself.
  public var triggerOrView: String? { unsafe innermost.map { unsafe String(cString: $0) } }

  /// The answer of an authorizer.
  public enum Decision: Sendable {
    /// The action is allowed.
    case allow
    /// The action is skipped; a column reads as NULL.
    case ignore
    /// Compiling fails with ``ResultCode/notAuthorized``.
    case deny

    var rawValue: Int32 {
      switch self {
      case .allow: SQLITE_OK
      case .ignore: SQLITE_IGNORE
      case .deny: SQLITE_DENY
      }
    }
  }
}

extension Authorization {
  /// The kind of an action.
  ///
  /// https://www.sqlite.org/c3ref/c_alter_table.html
  public struct Action: RawRepresentable, Sendable, Hashable {
    /// SQLite's number.
    public let rawValue: Int32

    /// Creates an action from SQLite's number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// A column is read: table, column.
    public static let read = Action(rawValue: SQLITE_READ)
    /// Rows are selected.
    public static let select = Action(rawValue: SQLITE_SELECT)
    /// Rows are inserted: table.
    public static let insert = Action(rawValue: SQLITE_INSERT)
    /// A column is updated: table, column.
    public static let update = Action(rawValue: SQLITE_UPDATE)
    /// Rows are deleted: table.
    public static let delete = Action(rawValue: SQLITE_DELETE)
    /// A transaction begins or ends: operation.
    public static let transaction = Action(rawValue: SQLITE_TRANSACTION)
    /// A savepoint begins or ends: operation, name.
    public static let savepoint = Action(rawValue: SQLITE_SAVEPOINT)
    /// A pragma is run: pragma, argument.
    public static let pragma = Action(rawValue: SQLITE_PRAGMA)
    /// A table is altered: schema, table.
    public static let alterTable = Action(rawValue: SQLITE_ALTER_TABLE)
    /// A database is attached: file.
    public static let attach = Action(rawValue: SQLITE_ATTACH)
    /// A database is detached: schema.
    public static let detach = Action(rawValue: SQLITE_DETACH)
    /// A function is called: `nil`, function.
    public static let function = Action(rawValue: SQLITE_FUNCTION)
    /// A table is created: table.
    public static let createTable = Action(rawValue: SQLITE_CREATE_TABLE)
    /// A virtual table is created: table, module.
    public static let createVirtualTable = Action(rawValue: SQLITE_CREATE_VTABLE)
    /// A table is dropped: table.
    public static let dropTable = Action(rawValue: SQLITE_DROP_TABLE)
    /// A temporary table is dropped: table.
    public static let dropTemporaryTable = Action(rawValue: SQLITE_DROP_TEMP_TABLE)
    /// A virtual table is dropped: table, module.
    public static let dropVirtualTable = Action(rawValue: SQLITE_DROP_VTABLE)
    /// A view is dropped: view.
    public static let dropView = Action(rawValue: SQLITE_DROP_VIEW)

    /// Whether the action changes the schema, or the statistics that the query planner uses.
    public var changesSchema: Bool { Self.schemaActions.contains(rawValue) }

    private static let schemaActions: Set<Int32> = [
      SQLITE_CREATE_INDEX, SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_TABLE,
      SQLITE_CREATE_TEMP_TRIGGER, SQLITE_CREATE_TEMP_VIEW, SQLITE_CREATE_TRIGGER,
      SQLITE_CREATE_VIEW,
      SQLITE_CREATE_VTABLE, SQLITE_DROP_INDEX, SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_INDEX,
      SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_TEMP_TRIGGER, SQLITE_DROP_TEMP_VIEW, SQLITE_DROP_TRIGGER,
      SQLITE_DROP_VIEW, SQLITE_DROP_VTABLE, SQLITE_ALTER_TABLE, SQLITE_ATTACH, SQLITE_DETACH,
      SQLITE_ANALYZE,
    ]
  }
}

extension Connection {
  /// Sets the closure that authorizes each action of a statement when it is compiled.
  ///
  /// Set it only once: setting it makes SQLite recompile all statements.
  public func setAuthorizer(_ authorizer: ((borrowing Authorization) -> Authorization.Decision)?)
    throws(SQLiteError)
  {
    let handle = try unsafe handle()
    hooks.authorizer = authorizer
    let code = unsafe sqlite3_set_authorizer(
      handle,
      authorizer == nil ? nil : authorizerCallback,
      hooks.context
    )
    try unsafe check(code, of: handle)
  }

  /// Makes SQLite recompile each statement before its next run; running statements continue.
  ///
  /// It does nothing without an authorizer.
  public func expireStatements() throws(SQLiteError) {
    guard hooks.authorizer != nil else { return }
    try setAuthorizer(hooks.authorizer)
  }
}

private let authorizerCallback:
  @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
    UnsafePointer<CChar>?, UnsafePointer<CChar>?
  ) -> Int32 = { context, action, first, second, schema, innermost in
    guard let authorizer = unsafe Hooks.at(context)?.authorizer else { return SQLITE_OK }
    return authorizer(unsafe Authorization(action, first, second, schema, innermost)).rawValue
  }
