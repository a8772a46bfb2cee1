import TypedSQL

/// An index that is to be made.
struct IndexDefinition {
  let name: String
  /// The schema of the table; `nil` where SQLite is to find it.
  var schema: String?
  let table: String
  /// What is indexed: columns, or expressions, with their collation and direction.
  let terms: [QueryFragment]
  let options: IndexOptions
  /// Which rows are in it; all unless given.
  var condition: QueryFragment?
}

extension IndexDefinition {
  /// An index of columns, with the name that it has unless another is given.
  init(on table: DefinedName, columns: [String], options: IndexOptions) {
    name = Self.name(on: table.name, columns: columns)
    schema = table.schema
    self.table = table.name
    terms = columns.map { QueryFragment(quote: $0) }
    self.options = options
  }

  /// `index_item_on_name`.
  static func name(on table: String, columns: [String]) -> String {
    "index_\(table)_on_\(columns.joined(separator: "_"))"
  }

  /// `CREATE INDEX "index_item_on_name" ON "item"("name")`.
  var fragment: QueryFragment {
    var fragment: QueryFragment =
      options.contains(.unique) ? "CREATE UNIQUE INDEX " : "CREATE INDEX "
    if options.contains(.ifNotExists) { fragment.append("IF NOT EXISTS ") }
    // An index names its schema, and its table does not.
    if let schema { fragment.append("\(quote: schema).") }
    fragment.append("\(quote: name) ON \(quote: table)(\(terms.joined(separator: ", ")))")
    if let condition { fragment.append(" WHERE \(condition)") }
    return fragment.withoutTables
  }
}
