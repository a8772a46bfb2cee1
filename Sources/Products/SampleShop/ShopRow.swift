public import DatabaseTypes

/// A row of a table of the shop.
public protocol ShopRow: Sendable, Hashable {
  /// The table's name.
  static var tableName: String { get }
  /// The names of all columns of the table.
  static var columnNames: [String] { get }
  /// The values, in the order of the columns.
  var values: [DatabaseValue] { get }
}

extension ShopRow {
  /// The statement that inserts a row: `INSERT INTO orders (id, …) VALUES (?, …)`.
  public static var insertSQL: String {
    let places = columnNames.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(tableName) (\(columnNames.joined(separator: ", "))) VALUES (\(places))"
  }
}

extension DatabaseValue {
  /// Returns a time, given in seconds since 1970, as the library stores dates.
  static func time(_ seconds: Int) -> DatabaseValue { .text(timeText(seconds)) }
}
