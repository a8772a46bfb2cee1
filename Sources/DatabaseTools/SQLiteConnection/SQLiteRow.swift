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
  /// The row with its typed decoding, which throws where a value is of another type.
  public let row: Row

  init(_ row: Row) { self.row = row }

  /// The columns, in their order.
  public var columns: [SQLiteColumn] {
    zip(row.columnNames, row.values).map { SQLiteColumn(name: $0, data: SQLiteData($1)) }
  }

  /// The value of a column by its name; `nil` where there is no such column.
  ///
  /// The case of letters does not matter. Of several columns with one name the first is found.
  public func column(_ name: String) -> SQLiteData? { row.value(named: name).map(SQLiteData.init) }
}

/// A column of one row.
public struct SQLiteColumn: Sendable, Hashable {
  /// The column's name.
  public let name: String
  /// The column's value in the row.
  public let data: SQLiteData
}

extension SQLiteRow: CustomStringConvertible, CustomDebugStringConvertible {
  /// The names and storage classes: values may be private, so that only `debugDescription` shows them.
  public var description: String { row.description }

  /// The names and values.
  public var debugDescription: String { row.debugDescription }
}
