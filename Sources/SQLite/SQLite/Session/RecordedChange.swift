import CSQLite
public import DatabaseTypes

/// A change of a changeset to one row.
///
/// It is valid only within the closure that receives it.
///
/// https://www.sqlite.org/session/sqlite3changeset_op.html
@safe
public struct RecordedChange: ~Copyable {
  /// The kind of a change to a row.
  public typealias Operation = PreupdateEvent.Operation

  /// The kind of the change.
  public let operation: Operation
  /// The number of the table's columns.
  public let columnCount: Int
  /// Whether the change followed from another one, such as through a trigger.
  public let isIndirect: Bool
  private let iterator: OpaquePointer?
  private let name: UnsafePointer<CChar>

  /// Creates the change at the position of an iterator.
  init?(_ iterator: OpaquePointer?) {
    var table: UnsafePointer<CChar>?
    var count: Int32 = 0
    var operation: Int32 = 0
    var isIndirect: Int32 = 0
    let code = unsafe SessionSymbols.operation?(iterator, &table, &count, &operation, &isIndirect)
    guard code == SQLITE_OK, let table = unsafe table else { return nil }
    self.operation =
      operation == SQLITE_INSERT ? .insert : operation == SQLITE_DELETE ? .delete : .update
    columnCount = Int(count)
    self.isIndirect = isIndirect != 0
    unsafe self.iterator = iterator
    unsafe name = table
  }

  /// The table's name.
  public var table: String { unsafe String(cString: name) }

  /// The indexes of the columns that make up the PRIMARY KEY.
  public var keyColumns: [Int] {
    var flags: UnsafeMutablePointer<UInt8>?
    var count: Int32 = 0
    guard unsafe SessionSymbols.primaryKey?(iterator, &flags, &count) == SQLITE_OK,
      let flags = unsafe flags
    else { return [] }
    return (0..<Int(count)).filter { unsafe flags[$0] != 0 }
  }

  /// Returns the value of a column before the change.
  ///
  /// It is `nil` for an insertion, for a column that the change did not record, and for text that
  /// is not valid UTF-8. An update does not record unchanged columns, and a patchset records only
  /// keys.
  public borrowing func oldValue(at index: Int) -> DatabaseValue? {
    unsafe recordedValue(at: index, of: iterator, SessionSymbols.old)
  }

  /// Returns the value of a column after the change.
  ///
  /// It is `nil` for a deletion, for a column that an update left unchanged, and for text that is
  /// not valid UTF-8.
  public borrowing func newValue(at index: Int) -> DatabaseValue? {
    unsafe recordedValue(at: index, of: iterator, SessionSymbols.new)
  }
}

/// Returns a copy of a value at the position of an iterator.
func recordedValue(
  at index: Int,
  of iterator: OpaquePointer?,
  _ function: SessionSymbols.Value?
) -> DatabaseValue? {
  var value: OpaquePointer?
  guard unsafe function?(iterator, Int32(clamping: index), &value) == SQLITE_OK,
    let value = unsafe value
  else { return nil }
  return unsafe DatabaseValue(sqliteValue: value)
}
