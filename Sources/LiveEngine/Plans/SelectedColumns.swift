import DatabaseTypes
import TypedSQL

extension SelectParts {
  /// What it selects, one by one: with the columns that a `*` stands for.
  ///
  /// - Returns: `nil` where that is not known.
  func selected(_ db: some LiveSnapshot) throws -> [QueryFragment]? {
    if !expressions.isEmpty { return expressions }
    guard let tokens = columns.tokens else { return nil }
    var selected: [QueryFragment] = []
    for item in tokens[...].list {
      guard item.isStar else {
        selected.append(item.named.expression.fragment)
        continue
      }
      guard let columns = try columns(of: item, db) else { return nil }
      selected += columns
    }
    return selected
  }

  private func columns(of star: ArraySlice<SQLToken>, _ db: some LiveSnapshot) throws
    -> [QueryFragment]?
  {
    guard let sources, let from = from.tokens,
      !from.contains(where: { $0.isWord("using") || $0.isWord("natural") })
    else { return nil }
    let owner = star.count == 1 ? nil : star.dropLast(2).singleName
    let meant = sources.filter { source in owner.map { isSameIdentifier($0, source.alias) } ?? true
    }
    guard star.count == 1 || meant.count == 1 && owner != nil else { return nil }
    return try meant.flatMap { source in
      let query: QueryFragment = "SELECT \(quote: source.alias).* FROM \(self.from)"
      return try db.columnNames(of: query).map { name -> QueryFragment in
        "\(quote: source.alias).\(quote: name)"
      }
    }
  }
}
