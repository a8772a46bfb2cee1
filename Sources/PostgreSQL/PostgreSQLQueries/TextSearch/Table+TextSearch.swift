public import TypedSQL

extension Table {
  /// Adds a column with the words of each row, which the database keeps up to date, in a migration.
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
  /// It works only on PostgreSQL. The Swift type need not have the column:
  /// `$0.textSearchVector(column: "search")` names it. Adding the column rewrites the whole table,
  /// while it is locked.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - vector: A closure that makes the words of a row from its columns.
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

  /// Creates a GIN index for full-text search on a column of type `tsvector`.
  ///
  /// - Parameters:
  ///   - name: The column's name. The index is named after the table and the column.
  ///   - ifNotExists: Whether to do nothing if an index with that name exists.
  public static func createTextSearchIndex(
    on name: String,
    ifNotExists: Bool = false
  ) -> SQLQueryExpression<()> {
    textSearchIndex(name, ifNotExists, "\(quote: name)")
  }

  /// Creates a GIN index for full-text search on an expression, which conditions must repeat
  /// exactly.
  ///
  /// - Parameters:
  ///   - name: A name; the index is named after the table and this name.
  ///   - ifNotExists: Whether to do nothing if an index with that name exists.
  ///   - vector: A closure that makes the words of a row from its columns.
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
