import CSQLite
public import DatabaseTypes

/// What a changeset has done to one row.
///
/// It is valid within the closure that it is handed to.
///
/// https://www.sqlite.org/session/sqlite3changeset_op.html
@safe
public struct RecordedChange: ~Copyable {
  /// What happened to a row.
  public typealias Operation = PreupdateEvent.Operation

  /// What happened to the row.
  public let operation: Operation
  /// The number of the table's columns.
  public let columnCount: Int
  /// Whether it followed from another change, such as one by a trigger.
  public let isIndirect: Bool
  private let iterator: OpaquePointer?
  private let name: UnsafePointer<CChar>

  /// The change on which an iterator stands.
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

  /// The value of a column before.
  ///
  /// `nil` for an insertion, for a column that the change did not record (one that an update left as it was, or
  /// any but a key in a patchset), and for text that is not valid UTF-8.
  public borrowing func oldValue(at index: Int) -> DatabaseValue? {
    unsafe recordedValue(at: index, of: iterator, SessionSymbols.old)
  }

  /// The value of a column afterwards.
  ///
  /// `nil` for a deletion, for a column that an update left as it was, and for text that is not valid UTF-8.
  public borrowing func newValue(at index: Int) -> DatabaseValue? {
    unsafe recordedValue(at: index, of: iterator, SessionSymbols.new)
  }
}

/// A copy of a value that an iterator stands on.
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
