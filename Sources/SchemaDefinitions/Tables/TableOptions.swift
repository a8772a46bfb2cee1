/// How a table is made.
///
/// ```swift
/// try db.create(table: "item", options: [.ifNotExists, .strict]) { t in … }
/// // CREATE TABLE IF NOT EXISTS "item" (…) STRICT
/// ```
///
/// https://www.sqlite.org/lang_createtable.html
public struct TableOptions: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int

  /// Makes options of their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing happens where there is a table of the name.
  public static let ifNotExists = TableOptions(rawValue: 1)
  /// The table lasts as long as the connection, and only that sees it.
  public static let temporary = TableOptions(rawValue: 2)
  /// The rows have no numbers, and are stored by their primary key. https://www.sqlite.org/withoutrowid.html
  public static let withoutRowID = TableOptions(rawValue: 4)
  /// Columns refuse values of other types than theirs. https://www.sqlite.org/stricttables.html
  public static let strict = TableOptions(rawValue: 8)
}
