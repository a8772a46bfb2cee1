/// The definition of a full-text table of FTS3 or FTS4.
public final class FTS4Builder {
  /// The tokenizer that splits text into words; SQLite's default unless set.
  public var tokenizer: FTS4Tokenizer?

  /// The lengths of word prefixes that have an index of their own, in FTS4.
  public var prefixes: Set<Int> = []

  /// The table that holds the text, or `""` if no table does, in FTS4.
  ///
  /// A row that is found has the text of that table, or none. If you set this property, keep the
  /// index up to date yourself; ``synchronize(withTable:)`` does it for you.
  /// https://www.sqlite.org/fts3.html#_external_content_fts4_tables_
  public var content: String?

  /// The SQL function that compresses text before it is stored, in FTS4.
  public var compress: String?

  /// The SQL function that reverses ``compress``, in FTS4.
  public var uncompress: String?

  /// The kind of ranking data that is stored, in FTS4: `"fts3"` stores less.
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

  /// Keeps the table in step with the rows of another table, with a copy of its text.
  ///
  /// It uses triggers, which also handle rows that `INSERT OR REPLACE` removes. Rows are matched by
  /// their numbers: `docid` here, `rowid` in the other table.
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

  /// Makes the column a hidden one with the number of the row's language, in FTS4.
  ///
  /// https://www.sqlite.org/fts3.html#the_languageid_option
  @discardableResult
  public func asLanguageId() -> Self {
    isLanguageID = true
    return self
  }
}
