import DatabaseTypes
import IncrementalQueries
import SQLSyntax
import TypedSQL

extension SelectParts {
  /// Returns the selected expressions, including the columns of a `*`.
  ///
  /// - Returns: `nil` if they are not known.
  func selected<Snapshot: LiveSnapshot>(_ db: Snapshot) throws -> [QueryFragment]? {
    if !expressions.isEmpty { return expressions }
    guard let tokens = columns.tokens(Snapshot.syntax) else { return nil }
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

  private func columns<Snapshot: LiveSnapshot>(of star: ArraySlice<SQLToken>, _ db: Snapshot)
    throws -> [QueryFragment]?
  {
    guard let sources, !joinsByColumnNames(Snapshot.syntax) else { return nil }
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

extension AnalyzedSelect {
  /// Refuses a plan that reads more columns than the database returns.
  ///
  /// Counting the columns of a statement compiles it. So a few are counted by what it reads.
  ///
  /// - Parameter count: The number of columns that the plan reads in addition to the keys and the
  ///   terms of the order.
  func refuseManyColumns<Snapshot: LiveSnapshot>(
    of query: QueryFragment,
    besides count: Int = 0,
    _ db: Snapshot
  ) throws {
    let (limit, added) = (db.columnLimit, hidden.count + count)
    guard added > 0, limit < .max else { return }
    let known = region.tables.values.reduce(parts.expressions.count) { sum, columns in
      switch columns {
      case .all: limit
      case .some(let names): sum + names.count
      }
    }
    guard known + added > limit / 2 else { return }
    guard try db.columnNames(of: query).count + added <= limit else {
      throw PlanRejection(reason: .manyColumns)
    }
  }
}

extension SelectParts {
  /// Refuses text of which the database gives a column another name than it was read with: in
  /// `price::double precision` the last word is no name.
  ///
  /// SQLite compiles the text and its parts to the same program, or they are refused.
  func refuseMisreadNames<Snapshot: LiveSnapshot>(_ db: Snapshot) throws {
    guard Snapshot.syntax == .postgres else { return }
    guard let tokens = columns.tokens(Snapshot.syntax) else {
      throw PlanRejection(.unknownText, at: columns)
    }
    let items = tokens[...].list.filter { !$0.isStar }
    if items.isEmpty { return }
    let names = try db.columnNames(
      of: query(columns: items.map(\.fragment).joined(separator: ", "))
    )
    guard names.count == items.count else { throw PlanRejection(.unknownText, at: columns) }
    for (item, name) in zip(items, names) where !item.isRead(withName: name) {
      throw PlanRejection(.unknownText, at: item.fragment, instead: "give it a name with AS")
    }
  }
}

extension SelectParts {
  /// Gives the columns the names that they have in a statement.
  ///
  /// SQLite names a column without `AS` by the text of its expression, with the comments and the
  /// spaces that parts leave out. https://www.sqlite.org/c3ref/column_name.html
  mutating func keepNames<Snapshot: LiveSnapshot>(of statement: QueryFragment, _ db: Snapshot)
    throws
  {
    let names = try db.columnNames(of: statement)
    guard try db.columnNames(of: query()) != names else { return }
    guard names.count == expressions.count else {
      throw PlanRejection(.unknownText, at: columns, instead: "name its columns with AS")
    }
    self = selecting(try columns(named: names))
  }
}

extension ArraySlice<SQLToken> {
  /// Whether what is selected has the name that is read in it, or none is.
  fileprivate func isRead(withName name: String) -> Bool {
    if let alias = named.alias { return hasSameBytes(alias, name) }
    // A word that was taken for a part of the expression may be the name.
    guard count > 1, let last = last?.identifier, dropLast().last?.kind != .point else {
      return true
    }
    return !hasSameBytes(last, name)
  }
}

extension SelectParts {
  /// Returns whether tables may be joined by columns with the same names: `USING`, or `NATURAL`.
  func joinsByColumnNames(_ syntax: SQLGrammar) -> Bool {
    guard let tokens = from.tokens(syntax) else { return true }
    return tokens.contains { $0.isWord("using") || $0.isWord("natural") }
  }
}
