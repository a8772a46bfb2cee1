import CSQLite
public import DatabaseTypes

/// A row that is about to be inserted, updated or deleted.
///
/// It is valid only within the hook.
///
/// https://www.sqlite.org/c3ref/preupdate_blobwrite.html
@safe
public struct PreupdateEvent: ~Copyable {
  /// The kind of a change to a row.
  public enum Operation: Sendable {
    /// The row will be inserted.
    case insert
    /// The row will be updated.
    case update
    /// The row will be deleted.
    case delete
  }

  /// The kind of the change.
  public let operation: Operation
  /// The rowid before; undefined for an insertion and for a `WITHOUT ROWID` table.
  public let oldRowID: Int64
  /// The rowid afterwards; undefined for a deletion and for a `WITHOUT ROWID` table.
  public let newRowID: Int64
  private let connection: OpaquePointer
  private let schemaName: UnsafePointer<CChar>
  private let name: UnsafePointer<CChar>

  init?(
    _ connection: OpaquePointer?,
    _ operation: Int32,
    _ schema: UnsafePointer<CChar>?,
    _ name: UnsafePointer<CChar>?,
    _ oldRowID: Int64,
    _ newRowID: Int64
  ) {
    guard let connection = unsafe connection, let schema = unsafe schema, let name = unsafe name
    else { return nil }
    self.operation =
      operation == SQLITE_INSERT ? .insert : operation == SQLITE_DELETE ? .delete : .update
    self.oldRowID = oldRowID
    self.newRowID = newRowID
    unsafe self.connection = connection
    unsafe schemaName = schema
    unsafe self.name = name
  }
}

extension PreupdateEvent {
  /// The table.
  public var table: TableName {
    unsafe TableName(schema: String(cString: schemaName), String(cString: name))
  }

  /// Returns whether the row belongs to a table, comparing names as bytes.
  public borrowing func isIn(_ table: borrowing NameBytes) -> Bool {
    unsafe sqlite3_stricmp(name, table.name) == 0
      && sqlite3_stricmp(schemaName, table.schema) == 0
  }

  /// The name of a table, prepared for comparison with many events.
  public struct NameBytes: Sendable {
    fileprivate let schema: [CChar]
    fileprivate let name: [CChar]

    /// Creates the bytes of a name.
    public init(_ table: TableName) {
      schema = table.schema.utf8.map { CChar(bitPattern: $0) } + [0]
      name = table.name.utf8.map { CChar(bitPattern: $0) } + [0]
    }
  }

  /// The number of the table's columns.
  ///
  /// Values are found at the indexes of the stored columns. SQLite 3.40 includes VIRTUAL generated
  /// columns in this count, but not in the values. In a table with such columns, the values of
  /// later columns have smaller indexes, and the last indexes have no values.
  public var columnCount: Int { Int(unsafe OptionalSymbols.preupdateCount?(connection) ?? 0) }

  /// The nesting depth of the change.
  ///
  /// It is 0 for a statement's own change, 1 for a change by one of its triggers or foreign-key
  /// actions, and so on.
  public var depth: Int { Int(unsafe OptionalSymbols.preupdateDepth?(connection) ?? 0) }

  /// Whether the row is written incrementally as a blob; its new values are then unknown.
  public var isBlobWrite: Bool {
    unsafe (OptionalSymbols.preupdateBlobWrite?(connection) ?? -1) >= 0
  }

  /// Returns the value of a column before the change, or `nil` if it is not available.
  ///
  /// It is `nil` for an insertion, for text with invalid UTF-8, and if SQLite does not know
  /// it. It is NULL for a column that was added after the row was stored, even if the column has a
  /// default.
  public borrowing func oldValue(at index: Int) -> DatabaseValue? {
    unsafe value(at: index, OptionalSymbols.preupdateOld)
  }

  /// Returns the value of a column after the change, or `nil` if it is not available.
  ///
  /// It is `nil` for a deletion, for text with invalid UTF-8, and if SQLite does not know it.
  public borrowing func newValue(at index: Int) -> DatabaseValue? {
    unsafe value(at: index, OptionalSymbols.preupdateNew)
  }

  /// Returns whether the old row has a value at an index, as SQLite counts columns here.
  public borrowing func hasOldValue(at index: Int) -> Bool {
    var value: OpaquePointer?
    guard let function = unsafe OptionalSymbols.preupdateOld else { return false }
    return unsafe function(connection, Int32(truncatingIfNeeded: index), &value) == SQLITE_OK
  }

  /// Returns whether an old NULL is stored, as opposed to belonging to a column added later.
  ///
  /// A stored value has the encoding of the database, even if it is not text. Without the function
  /// of SQLite 3.40 that returns the encoding, the result is `false`.
  public borrowing func storesOldNull(at index: Int) -> Bool {
    var value: OpaquePointer?
    guard let function = unsafe OptionalSymbols.preupdateOld,
      let encoding = unsafe OptionalSymbols.valueEncoding,
      unsafe function(connection, Int32(truncatingIfNeeded: index), &value) == SQLITE_OK
    else { return false }
    return unsafe encoding(value) != 0
  }

  private borrowing func value(at index: Int, _ function: OptionalSymbols.PreupdateValue?)
    -> DatabaseValue?
  {
    var value: OpaquePointer?
    guard let function = unsafe function,
      unsafe function(connection, Int32(truncatingIfNeeded: index), &value) == SQLITE_OK,
      let value = unsafe value
    else { return nil }
    return unsafe DatabaseValue(sqliteValue: value)
  }
}

extension Connection {
  /// Sets the closure that is called before each row is changed.
  ///
  /// Statements that were compiled without a hook may delete all rows of a table without calling
  /// it. So set the hook before compiling the first statement, and keep it.
  ///
  /// While a ``Session`` exists, it takes the place of the hook. The hook is called again once the
  /// last session has ended.
  ///
  /// - Throws: ``ResultCode/misuse`` without ``Capability/preupdateHook``.
  public func setPreupdateHook(_ hook: ((borrowing PreupdateEvent) -> Void)?) throws(SQLiteError) {
    let handle = try unsafe handle()
    guard let install = unsafe OptionalSymbols.preupdateHook else {
      throw .misuse(Capability.preupdateHook.advice)
    }
    hooks.preupdate = hook
    hooks.isPreupdatePaused = false
    // SQLite would take the hook's context for another session while one exists.
    guard sessionCount == 0 else { return }
    _ = unsafe install(handle, hook == nil ? nil : preupdateCallback, hooks.context)
  }

  /// Pauses or resumes calling the hook.
  ///
  /// A call costs about as much as binding a row's values. Statements that are compiled during a
  /// pause count as compiled without a hook: see ``setPreupdateHook(_:)``.
  public func pausePreupdateHook(_ isPaused: Bool) {
    guard hooks.preupdate != nil, hooks.isPreupdatePaused != isPaused, sessionCount == 0,
      let handle = try? unsafe handle(), let install = unsafe OptionalSymbols.preupdateHook
    else { return }
    hooks.isPreupdatePaused = isPaused
    _ = unsafe install(handle, isPaused ? nil : preupdateCallback, hooks.context)
  }
}

private let preupdateCallback: OptionalSymbols.PreupdateCallback = {
  context,
  connection,
  operation,
  schema,
  name,
  oldRowID,
  newRowID in
  guard let hook = unsafe Hooks.at(context)?.preupdate,
    let event = unsafe PreupdateEvent(connection, operation, schema, name, oldRowID, newRowID)
  else { return }
  hook(event)
}
