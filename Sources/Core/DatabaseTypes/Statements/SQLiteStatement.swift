// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The unavailable functions are those of C.

/// The column that a ``StatementColumnConvertible`` type reads.
///
/// GRDB passes the pointer of SQLite's statement here. Nothing ensures that such a pointer is used
/// only while its row exists, and rows of other origin have none. So this is a value, and the
/// functions of C do not take it: `Int(sqliteStatement:index:)` and its kin do.
public struct SQLiteStatement: Sendable {
  let value: DatabaseValue
  let column: CInt

  /// Returns the value of the column; NULL for another column.
  public func value(at index: CInt) -> DatabaseValue { index == column ? value : .null }
}

/// It is not available, since a `SQLiteStatement` is not a pointer.
@available(*, unavailable, message: "Write 'sqliteStatement.value(at: index).storageClass'.")
public func sqlite3_column_type(_ statement: SQLiteStatement, _ index: CInt) -> CInt {
  fatalError("The function is unavailable.")
}

/// It is not available, since a `SQLiteStatement` is not a pointer.
@available(
  *,
  unavailable,
  message: "Write 'Int32(sqliteStatement: sqliteStatement, index: index)'."
)
public func sqlite3_column_int(_ statement: SQLiteStatement, _ index: CInt) -> CInt {
  fatalError("The function is unavailable.")
}

/// It is not available, since a `SQLiteStatement` is not a pointer.
@available(
  *,
  unavailable,
  message: "Write 'Int64(sqliteStatement: sqliteStatement, index: index)'."
)
public func sqlite3_column_int64(_ statement: SQLiteStatement, _ index: CInt) -> Int64 {
  fatalError("The function is unavailable.")
}

/// It is not available, since a `SQLiteStatement` is not a pointer.
@available(
  *,
  unavailable,
  message: "Write 'Double(sqliteStatement: sqliteStatement, index: index)'."
)
public func sqlite3_column_double(_ statement: SQLiteStatement, _ index: CInt) -> Double {
  fatalError("The function is unavailable.")
}

/// It is not available, since a `SQLiteStatement` is not a pointer.
@available(
  *,
  unavailable,
  message: "Write 'String(sqliteStatement: sqliteStatement, index: index)'."
)
public func sqlite3_column_text(
  _ statement: SQLiteStatement,
  _ index: CInt
) -> UnsafePointer<UInt8>? {
  fatalError("The function is unavailable.")
}

/// It is not available, since a `SQLiteStatement` is not a pointer.
@available(*, unavailable, message: "Write 'Data(sqliteStatement: sqliteStatement, index: index)'.")
public func sqlite3_column_blob(
  _ statement: SQLiteStatement,
  _ index: CInt
) -> UnsafeRawPointer? {
  fatalError("The function is unavailable.")
}

/// It is not available, since a `SQLiteStatement` is not a pointer.
@available(
  *,
  unavailable,
  message: "Write 'Data(sqliteStatement: sqliteStatement, index: index)?.count'."
)
public func sqlite3_column_bytes(_ statement: SQLiteStatement, _ index: CInt) -> CInt {
  fatalError("The function is unavailable.")
}
