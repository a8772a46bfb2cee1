/// The definition of a full-text table of FTS3 or FTS4.
public final class FTS4Builder {
  /// What divides text into words; SQLite's unless given.
  public var tokenizer: FTS4Tokenizer?

  /// For how many characters at the beginning of words there are indexes, in FTS4.
  public var prefixes: Set<Int> = []

  /// The table that has the texts, or `""` where none has, in FTS4.
  ///
  /// Of a row that is found, the text of that table is given, or none. Whoever sets it keeps the index up to date; ``synchronize(withTable:)`` does it by itself.
  /// https://www.sqlite.org/fts3.html#_external_content_fts4_tables_
  public var content: String?

  /// The SQL function that makes texts smaller before they are stored, in FTS4.
  public var compress: String?

  /// The SQL function that undoes ``compress``, in FTS4.
  public var uncompress: String?

  /// What is kept for ranking, in FTS4: `"fts3"` for less.
  public var matchinfo: String?

  let table: String
  let module: String
  var columns: [FTS4ColumnBuilder] = []
  var synchronizedTable: String?

  init(table: String, module: String) {
    self.table = table
    self.module = module
  }

  /// Adds a column.
  @discardableResult
  public func column(_ name: String) -> FTS4ColumnBuilder {
    let column = FTS4ColumnBuilder(name: name)
    columns.append(column)
    return column
  }

  /// Makes the table follow the rows of another one, whose texts it has a copy of.
  ///
  /// Triggers do it, also for rows that `INSERT OR REPLACE` removes. A row is found by its number: `docid` here, `rowid` there.
  public func synchronize(withTable table: String) { synchronizedTable = table }
}

/// A column of a full-text table of FTS3 or FTS4.
public final class FTS4ColumnBuilder {
  let name: String
  var isIndexed = true
  var isLanguageID = false

  init(name: String) { self.name = name }

  /// Keeps the column's text out of the index, in FTS4.
  @discardableResult
  public func notIndexed() -> Self {
    isIndexed = false
    return self
  }

  /// Makes the column the number of the row's language, which is hidden, in FTS4.
  ///
  /// https://www.sqlite.org/fts3.html#the_languageid_option
  @discardableResult
  public func asLanguageId() -> Self {
    isLanguageID = true
    return self
  }
}
