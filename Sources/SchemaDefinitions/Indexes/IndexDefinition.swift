import TypedSQL

/// An index that is to be made.
struct IndexDefinition {
  let name: String
  let table: String
  /// What is indexed: columns, or expressions, with their collation and direction.
  let terms: [QueryFragment]
  let options: IndexOptions
  /// Which rows are in it; all unless given.
  var condition: QueryFragment?
}

extension IndexDefinition {
  /// An index of columns, with the name that it has unless another is given.
  init(on table: String, columns: [String], options: IndexOptions) {
    name = Self.name(on: table, columns: columns)
    self.table = table
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
    fragment.append("\(quote: name) ON \(quote: table)(\(terms.joined(separator: ", ")))")
    if let condition { fragment.append(" WHERE \(condition)") }
    return fragment.withoutTables
  }
}
