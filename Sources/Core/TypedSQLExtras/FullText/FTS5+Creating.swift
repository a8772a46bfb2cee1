public import TypedSQL

extension FTS5 {
  /// Creates the virtual table:
  /// `CREATE VIRTUAL TABLE "reminderTexts" USING fts5("title", "notes")`.
  ///
  /// A column called `rowid` is left out, because every such table has one.
  ///
  /// - Parameters:
  ///   - ifNotExists: Whether to do nothing if a table of that name exists.
  ///   - tokenizer: The tokenizer that divides text into words, such as `porter unicode61` or
  ///     `trigram`; `unicode61` if none is given.
  ///   - prefixes: The lengths of the word prefixes that are indexed, in characters.
  public static func createVirtualTable(
    ifNotExists: Bool = false,
    tokenizer: String? = nil,
    prefixes: [Int] = []
  ) -> SQLQueryExpression<()> {
    var arguments = TableColumns.allColumns.filter { $0.name != "rowid" }
      .map { QueryFragment(quote: $0.name) }
    if let tokenizer { arguments.append("tokenize = \(quote: tokenizer, delimiter: .text)") }
    if !prefixes.isEmpty {
      let list = prefixes.map(String.init).joined(separator: " ")
      arguments.append("prefix = \(quote: list, delimiter: .text)")
    }
    return SQLQueryExpression(
      QueryFragment(creating: Self.self, ifNotExists, module: "fts5", arguments)
    )
  }
}

extension QueryFragment {
  /// Creates a definition: `CREATE VIRTUAL TABLE "name" USING module(…)`.
  init<T: Table>(
    creating table: T.Type,
    _ ifNotExists: Bool,
    module: StaticString,
    _ arguments: [QueryFragment]
  ) {
    self.init()
    append(sql: ifNotExists ? "CREATE VIRTUAL TABLE IF NOT EXISTS " : "CREATE VIRTUAL TABLE ")
    append(table.tableFragment)
    append(sql: " USING ")
    append(sql: module)
    append(sql: "(")
    append(list: arguments)
    append(sql: ")")
  }
}
