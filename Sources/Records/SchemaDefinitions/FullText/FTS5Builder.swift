/// The definition of a full-text table of FTS5.
///
/// ```swift
/// try db.create(virtualTable: "doc_ft", using: FTS5()) { t in
///   t.tokenizer = .unicode61()
///   t.prefixes = [2, 3]
///   t.column("title")
///   t.column("body")
///   t.column("author").notIndexed()
/// }
/// ```
///
/// https://www.sqlite.org/fts5.html
public final class FTS5Builder {
  /// The amount of position data that the index stores.
  public enum Detail: String, Sendable, Hashable {
    /// All positions, so phrases can be searched for.
    case full
    /// Only the columns that words are in.
    case column
    /// Only the rows that words are in.
    case none
  }

  /// The tokenizer that splits text into words; `unicode61` unless set.
  public var tokenizer: FTS5TokenizerDescriptor?
  /// The lengths of word prefixes that have an index of their own.
  public var prefixes: Set<Int> = []
  /// The amount of position data that the index stores; `full` unless set.
  public var detail: Detail?
  /// Whether the index stores the number of words of each text, which `bm25` uses; `true` unless
  /// set.
  public var columnSize: Bool?
  /// The table that holds the text; `""` for an index without text; `nil` to store the text here.
  public var content: String?
  /// The column of `content` with the row numbers; its rowid unless set.
  public var contentRowID: String?

  let table: String
  var columns: [FTS5ColumnBuilder] = []
  var synchronizedTable: String?

  init(table: String) { self.table = table }

  /// Adds a column.
  @discardableResult
  public func column(_ name: String) -> FTS5ColumnBuilder {
    let column = FTS5ColumnBuilder(name: name)
    columns.append(column)
    return column
  }

  /// Indexes the text of a table, and keeps the index up to date by triggers.
  ///
  /// The indexed columns are those of that table with the same names. Existing rows are indexed at
  /// once. When you drop the full-text table, see
  /// ``Database/dropFTS5SynchronizationTriggers(forTable:)``.
  ///
  /// The triggers follow insertions, updates and deletions, and rows that are deleted because
  /// others replace them, as by `INSERT OR REPLACE`: before a row is written, they copy the rows
  /// that it may replace to a table `__…_replaced`. They use the unique keys that the table has
  /// when this is called.
  ///
  /// - Parameter table: The table. It needs row numbers, so it must not be `WITHOUT ROWID`.
  public func synchronize(withTable table: String) {
    synchronizedTable = table
    content = table
  }
}

/// A column of a full-text table of FTS5.
public final class FTS5ColumnBuilder {
  let name: String
  var isIndexed = true

  init(name: String) { self.name = name }

  /// Keeps the column out of the index: `"author" UNINDEXED`.
  @discardableResult
  public func notIndexed() -> Self {
    isIndexed = false
    return self
  }
}
