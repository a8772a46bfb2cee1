import TypedSQL

/// The definition of an index that is to be created.
struct IndexDefinition {
  let name: String
  /// The schema of the table; `nil` to let SQLite find it.
  var schema: String?
  let table: String
  /// The indexed terms: columns or expressions, with their collation and direction.
  let terms: [QueryFragment]
  let options: IndexOptions
  /// The condition on the indexed rows; all rows if `nil`.
  var condition: QueryFragment?
}

extension IndexDefinition {
  /// Creates the definition of an index on columns, with the default name.
  init(on table: DefinedName, columns: [String], options: IndexOptions) {
    name = Self.name(on: table.name, columns: columns)
    schema = table.schema
    self.table = table.name
    terms = columns.map { QueryFragment(quote: $0) }
    self.options = options
  }

  /// Returns the default name of an index on columns: `index_item_on_name`.
  static func name(on table: String, columns: [String]) -> String {
    "index_\(table)_on_\(columns.joined(separator: "_"))"
  }

  /// The SQL for SQLite: `CREATE INDEX "index_item_on_name" ON "item"("name")`.
  var fragment: QueryFragment { fragment(in: .sqlite) }

  /// Returns the SQL in a dialect.
  func fragment(in dialect: Dialect) -> QueryFragment {
    var fragment: QueryFragment =
      options.contains(.unique) ? "CREATE UNIQUE INDEX " : "CREATE INDEX "
    if options.contains(.ifNotExists) { fragment.append("IF NOT EXISTS ") }
    var prefix = QueryFragment()
    if let schema { prefix.append("\(quote: schema).") }
    // In SQLite the schema goes before the index, and in PostgreSQL before the table.
    if dialect == .postgres {
      fragment.append("\(quote: name) ON \(prefix)\(quote: table)")
    } else {
      fragment.append("\(prefix)\(quote: name) ON \(quote: table)")
    }
    fragment.append("(\(terms.joined(separator: ", ")))")
    if let condition { fragment.append(" WHERE \(condition)") }
    return fragment.withoutTables
  }
}
