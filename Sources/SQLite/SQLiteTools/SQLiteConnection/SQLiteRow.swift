public import DatabaseTypes
import SQLiteDatabase

/// A row that an asynchronous connection reads.
///
/// ```swift
/// for row in try await connection.query("SELECT id, name FROM users") {
///   print(row.column("id")?.integer ?? 0, row.column("name")?.string ?? "")
/// }
/// ```
public struct SQLiteRow: Sendable, Hashable {
  /// The row with typed decoding, which throws if a value has another type.
  public let row: Row

  init(_ row: Row) { self.row = row }

  /// The columns, in order.
  public var columns: [SQLiteColumn] {
    zip(row.columnNames, row.values).map { SQLiteColumn(name: $0, data: SQLiteData($1)) }
  }

  /// Returns the value of a column by its name; `nil` if there is no such column.
  ///
  /// Names are case-insensitive. If several columns have the name, the first one is returned.
  public func column(_ name: String) -> SQLiteData? { row.value(named: name).map(SQLiteData.init) }
}

/// A column of a row.
public struct SQLiteColumn: Sendable, Hashable {
  /// The column's name.
  public let name: String
  /// The column's value in the row.
  public let data: SQLiteData
}

extension SQLiteRow: CustomStringConvertible, CustomDebugStringConvertible {
  /// The names and storage classes: values may be private, so only `debugDescription` shows them.
  public var description: String { row.description }

  /// The names and values.
  public var debugDescription: String { row.debugDescription }
}
