/// A full-text table while it is defined.
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
public final class FullTextBuilder {
  /// How much the index knows of where words stand.
  public enum Detail: String, Sendable, Hashable {
    /// All: phrases can be sought.
    case full
    /// Which columns they are in.
    case column
    /// Which rows they are in.
    case none
  }

  /// What divides text into words; `unicode61` unless given.
  public var tokenizer: FullTextTokenizer?
  /// For how many characters at the beginning of words there are indexes.
  public var prefixes: Set<Int> = []
  /// How much the index knows of where words stand: all unless given.
  public var detail: Detail?
  /// Whether it knows how many words each text has, which `bm25` uses: it does unless said otherwise.
  public var columnSize: Bool?
  /// The table that has the texts; empty for an index without texts; `nil` for one that keeps them itself.
  public var content: String?
  /// The column of `content` with the numbers of rows; its row number unless given.
  public var contentRowID: String?

  let table: String
  var columns: [FullTextColumnBuilder] = []
  var synchronizedTable: String?

  init(table: String) { self.table = table }

  /// Adds a column.
  @discardableResult
  public func column(_ name: String) -> FullTextColumnBuilder {
    let column = FullTextColumnBuilder(name: name)
    columns.append(column)
    return column
  }

  /// Indexes the texts of a table, and keeps in step with it by triggers.
  ///
  /// The columns are those of that table of the same names. Rows that are there are indexed at once. See
  /// ``Database/dropFTS5SynchronizationTriggers(forTable:)`` for dropping the full-text table.
  ///
  /// The triggers follow insertions, updates and deletions, and also rows that are deleted since others take their
  /// place, as by `INSERT OR REPLACE`: in a table `__…_replaced` they keep for a moment what may be replaced. They know
  /// the unique keys that the table has now.
  ///
  /// - Parameter table: The table. Its rows need numbers: it must not be `WITHOUT ROWID`.
  public func synchronize(withTable table: String) {
    synchronizedTable = table
    content = table
  }
}

/// A column of a full-text table.
public final class FullTextColumnBuilder {
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
