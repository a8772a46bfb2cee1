/// Options for creating a table.
///
/// ```swift
/// try db.create(table: "item", options: [.ifNotExists, .strict]) { t in … }
/// // CREATE TABLE IF NOT EXISTS "item" (…) STRICT
/// ```
///
/// https://www.sqlite.org/lang_createtable.html
public struct TableOptions: OptionSet, Sendable, Hashable {
  /// The bit mask.
  public let rawValue: Int

  /// Creates options from a bit mask.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Does nothing if a table with the name exists.
  public static let ifNotExists = TableOptions(rawValue: 1)
  /// The table lasts only as long as the connection, which alone sees it.
  public static let temporary = TableOptions(rawValue: 2)
  /// Rows have no numbers and are stored by their primary key.
  /// https://www.sqlite.org/withoutrowid.html
  public static let withoutRowID = TableOptions(rawValue: 4)
  /// Columns reject values of other types than their own. https://www.sqlite.org/stricttables.html
  public static let strict = TableOptions(rawValue: 8)
}
