import CSQLite
public import DatabaseTypes

/// A row that is about to be inserted, updated or deleted.
///
/// It is valid within the hook.
///
/// https://www.sqlite.org/c3ref/preupdate_blobwrite.html
@safe
public struct PreupdateEvent: ~Copyable {
  /// What will happen to the row.
  public enum Operation: Sendable {
    /// It will be inserted.
    case insert
    /// It will be updated.
    case update
    /// It will be deleted.
    case delete
  }

  /// What will happen to the row.
  public let operation: Operation
  /// The row's number before; undefined for a table without row numbers and for an insertion.
  public let oldRowID: Int64
  /// The row's number afterwards; undefined for a table without row numbers and for a deletion.
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

  /// Whether the row is one of a table, whose name is compared as the bytes that it is.
  public borrowing func isIn(_ table: borrowing NameBytes) -> Bool {
    unsafe sqlite3_stricmp(name, table.name) == 0
      && sqlite3_stricmp(schemaName, table.schema) == 0
  }

  /// The name of a table, ready to be compared with those of many events.
  public struct NameBytes: Sendable {
    fileprivate let schema: [CChar]
    fileprivate let name: [CChar]

    /// Makes the bytes of a name.
    public init(_ table: TableName) {
      schema = table.schema.utf8.map { CChar(bitPattern: $0) } + [0]
      name = table.name.utf8.map { CChar(bitPattern: $0) } + [0]
    }
  }

  /// The number of the table's columns.
  ///
  /// Values stand at the indexes of the columns that are stored. SQLite 3.40 counts the VIRTUAL generated columns
  /// here and leaves them out there: in a table that has some, the values of later columns stand earlier, and the
  /// last indexes have none.
  public var columnCount: Int { Int(unsafe OptionalSymbols.preupdateCount?(connection) ?? 0) }

  /// 0 for a statement's own change, 1 for one of its triggers or foreign-key actions, and so on.
  public var depth: Int { Int(unsafe OptionalSymbols.preupdateDepth?(connection) ?? 0) }

  /// Whether the row is written piece by piece, as a blob; its new values are not known then.
  public var isBlobWrite: Bool {
    unsafe (OptionalSymbols.preupdateBlobWrite?(connection) ?? -1) >= 0
  }

  /// The value of a column before; `nil` for an insertion, for text that is not valid UTF-8, and where SQLite
  /// cannot tell.
  ///
  /// NULL for a column that was added after the row was stored, whatever the column's default.
  public borrowing func oldValue(at index: Int) -> DatabaseValue? {
    unsafe value(at: index, OptionalSymbols.preupdateOld)
  }

  /// The value of a column afterwards; `nil` for a deletion, for text that is not valid UTF-8, and where SQLite
  /// cannot tell.
  public borrowing func newValue(at index: Int) -> DatabaseValue? {
    unsafe value(at: index, OptionalSymbols.preupdateNew)
  }

  /// Whether the row before has a value of a column, as far as SQLite counts the columns so.
  public borrowing func hasOldValue(at index: Int) -> Bool {
    var value: OpaquePointer?
    guard let function = unsafe OptionalSymbols.preupdateOld else { return false }
    return unsafe function(connection, Int32(truncatingIfNeeded: index), &value) == SQLITE_OK
  }

  /// Whether a NULL that the row has before is stored, and not that of a column which was added after the row was stored.
  ///
  /// What is stored has the encoding of the database, also where it is no text. A SQLite that lacks the function of version 3.40
  /// that tells it says `false`.
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
  /// Installs the closure that is called before each row is changed.
  ///
  /// Statements that were compiled while no hook was installed may delete all rows of a table unseen, so install
  /// it before the first statement and leave it.
  ///
  /// While a ``Session`` lives it has the hook's place: the hook is called again after the last one has ended.
  ///
  /// - Throws: ``ResultCode/misuse`` without ``Capability/preupdateHook``.
  public func setPreupdateHook(_ hook: ((borrowing PreupdateEvent) -> Void)?) throws(SQLiteError) {
    let handle = try unsafe handle()
    guard let install = unsafe OptionalSymbols.preupdateHook else {
      throw .misuse(Capability.preupdateHook.advice)
    }
    hooks.preupdate = hook
    hooks.isPreupdatePaused = false
    // Under a session, SQLite would take the hook's context for another session.
    guard sessionCount == 0 else { return }
    _ = unsafe install(handle, hook == nil ? nil : preupdateCallback, hooks.context)
  }

  /// Has SQLite leave out the calls of the hook, or make them again.
  ///
  /// A call costs about as much as binding a row's values. What ``setPreupdateHook(_:)`` says of statements that are
  /// compiled without a hook holds of those that are compiled meanwhile.
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
