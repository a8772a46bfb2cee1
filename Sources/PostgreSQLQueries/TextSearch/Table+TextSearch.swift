public import TypedSQL

extension Table {
  /// Adds a column that holds the words of each row, and that the database keeps up to date, for a migration on PostgreSQL.
  ///
  /// ```swift
  /// try Recipe.addTextSearchColumn("search") {
  ///   $0.title.textSearchVector(.english).weighted(.a)
  ///     .joined(with: $0.text.textSearchVector(.english))
  /// }
  /// .execute(db)
  /// try Recipe.createTextSearchIndex(on: "search").execute(db)
  /// // ALTER TABLE "recipes" ADD COLUMN "search" tsvector GENERATED ALWAYS AS (…) STORED
  /// // CREATE INDEX "recipes_search" ON "recipes" USING gin ("search")
  /// ```
  ///
  /// The Swift type need not have the column: `$0.textSearchVector(column: "search")` names it. Adding it writes the whole
  /// table anew, with the table locked.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - vector: The words of a row, of the row's columns.
  public static func addTextSearchColumn(
    _ name: String,
    _ vector: (TableColumns) -> SQLQueryExpression<TextSearchVector>
  ) -> SQLQueryExpression<()> {
    SQLQueryExpression(
      """
      ALTER TABLE \(Self.self) ADD COLUMN \(quote: name) tsvector GENERATED ALWAYS AS (\(vector(columns).queryFragment)) STORED
      """
    )
  }

  /// Makes an index by which rows are searched for words, on a column of type `tsvector`: a GIN index.
  ///
  /// - Parameters:
  ///   - name: The column's name. The index is called as the table and the column.
  ///   - ifNotExists: Whether to do nothing where there is one of that name.
  public static func createTextSearchIndex(
    on name: String,
    ifNotExists: Bool = false
  ) -> SQLQueryExpression<()> {
    textSearchIndex(name, ifNotExists, "\(quote: name)")
  }

  /// Makes an index by which rows are searched for words, on an expression: then conditions have to have the very same one.
  ///
  /// - Parameters:
  ///   - name: The index is called as the table and this.
  ///   - ifNotExists: Whether to do nothing where there is one of that name.
  ///   - vector: The words of a row, of the row's columns.
  public static func createTextSearchIndex(
    _ name: String,
    ifNotExists: Bool = false,
    _ vector: (TableColumns) -> SQLQueryExpression<TextSearchVector>
  ) -> SQLQueryExpression<()> {
    textSearchIndex(name, ifNotExists, "(\(vector(columns).queryFragment))")
  }

  private static func textSearchIndex(
    _ name: String,
    _ ifNotExists: Bool,
    _ indexed: QueryFragment
  ) -> SQLQueryExpression<()> {
    let condition: QueryFragment = ifNotExists ? "IF NOT EXISTS " : ""
    return SQLQueryExpression(
      "CREATE INDEX \(condition)\(quote: "\(tableName)_\(name)") ON \(Self.self) USING gin (\(indexed))"
    )
  }
}
