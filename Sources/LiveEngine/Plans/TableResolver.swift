import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// Why a statement has no plan but to be run again.
struct PlanRefusal: Error { let reason: LivePlan.Reason }

/// The search for the tables that a statement reads, with their keys.
///
/// Views, statements of a `WITH` and those in `FROM` are read through where each of their rows is one of tables: such a
/// statement takes the place of the name, with the keys of its tables as columns of their own.
struct TableResolver<Snapshot: LiveSnapshot> {
  /// A statement whose tables are known.
  struct Resolved {
    /// The statement, with what was put in the place of names.
    var parts: SelectParts
    /// Its tables: first one of which no row may be missing.
    var sources: [AnalyzedSelect.Source]
    /// Whether something is in the place of a name.
    var isRewritten = false
    /// The names of the views that are read through, in lower case.
    var views: Set<String> = []
    /// Whether it is a `FULL JOIN` of two tables.
    var isFullJoin = false
  }

  let db: Snapshot
  let region: Region
  /// The statements that names may mean.
  var commons: [SelectParts.CommonTable] = []

  /// Finds the tables of a statement.
  ///
  /// - Throws: ``PlanRefusal``
  func resolve(_ parts: SelectParts) throws -> Resolved {
    guard let tokens = parts.from.tokens, let from = FromClause(tokens[...]) else {
      throw PlanRefusal(reason: .subquery)
    }
    let items = try from.items.map { try resolve($0) }
    try refuseSubqueries(in: tokens[...], besides: from.items)
    var resolved = Resolved(parts: parts, sources: try joined(items))
    resolved.isFullJoin = items.contains { $0.kind == .outer }
    guard items.contains(where: \.isDerived) else { return resolved }
    resolved.isRewritten = true
    resolved.views = items.reduce(into: []) { $0.formUnion($1.views) }
    resolved.parts = SelectParts(
      sources: items.map { item in
        SelectParts.Source(kind: item.kind, table: item.alias, alias: item.alias)
      },
      isDistinct: parts.isDistinct,
      columns: try columns(of: parts, items, in: tokens),
      expressions: parts.expressions,
      from: replacing(items, in: tokens[...]),
      conditions: parts.conditions,
      groups: parts.groups,
      having: parts.having,
      order: parts.order.isEmpty && items.count == 1 ? items[0].order : parts.order,
      limit: parts.limit,
      offset: parts.offset,
      names: parts.names
    )
    return resolved
  }
}

// MARK: - Tables

extension TableResolver {
  /// A table of a `FROM` clause, or what stands in the place of one.
  private struct Item {
    let kind: SelectParts.Source.Kind
    let alias: String
    let range: Range<Int>
    var sources: [AnalyzedSelect.Source]
    /// What is written in its place, if something is.
    var derived: Derived?
    var isDerived: Bool { derived != nil }
    var views: Set<String> { derived?.views ?? [] }
    /// The order that it has within it, as a statement around it writes that.
    var order: [QueryFragment] { derived?.order ?? [] }
  }

  /// What is written for a statement in `FROM`: itself, with the keys of its tables.
  private struct Derived {
    var written: QueryFragment
    var columnNames: [String]
    var views: Set<String>
    var order: [QueryFragment]
  }

  private func resolve(_ item: FromClause.Item) throws -> Item {
    var resolved = Item(kind: item.kind, alias: item.alias, range: item.range, sources: [])
    if let statement = try statement(of: item) {
      (resolved.sources, resolved.derived) = try derived(statement, as: item.alias)
      if statement.isView, let name = item.table {
        resolved.derived?.views.insert(name.lowercased())
      }
    } else {
      let source = SelectParts.Source(
        kind: item.kind,
        schema: item.schema,
        table: item.table ?? "",
        alias: item.alias
      )
      resolved.sources = [try table(source)]
    }
    return resolved
  }

  /// A table by its name.
  func table(_ source: SelectParts.Source) throws -> AnalyzedSelect.Source {
    guard let (table, key) = try keyedTable(source.table, in: source.schema) else {
      throw PlanRefusal(reason: .noKey(source.table))
    }
    let names =
      switch key {
      case .rowID(let name): [name]
      case .primaryKey(let names): names
      }
    return AnalyzedSelect.Source(
      table: table,
      key: key,
      alias: source.alias,
      keyColumns: names.map(source.column)
    )
  }

  /// The table that a name means, if it is one with a key, and no view.
  private func keyedTable(_ name: String, in schema: String?) throws
    -> (table: TableName, key: TableKey)?
  {
    let named = try region.tables.keys.filter { table in
      try isSameIdentifier(table.name, name)
        && schema.map { isSameIdentifier($0, table.schema) } ?? true
        && db.names(name, in: schema, mean: table)
    }
    guard named.count == 1, let table = named.first, let key = try db.tableKey(of: table) else {
      return nil
    }
    return (table, key)
  }

  /// The tables of a join: first one of which no row may be missing.
  private func joined(_ items: [Item]) throws -> [AnalyzedSelect.Source] {
    var joined: [AnalyzedSelect.Source] = []
    for item in items {
      switch item.kind {
      case .first, .inner: joined += item.sources
      case .left: joined += item.sources.optional
      case .right: joined = item.sources + joined.optional
      case .outer:
        guard items.count == 2, joined.count == 1, item.sources.count == 1 else {
          throw PlanRefusal(reason: .outerJoin)
        }
        joined = joined.optional + item.sources.optional
      }
    }
    return joined
  }

  /// What a statement within an `ON` reads is not looked for.
  private func refuseSubqueries(
    in tokens: ArraySlice<SQLToken>,
    besides items: [FromClause.Item]
  ) throws {
    for index in tokens.indices where tokens[index].isWord("select") {
      guard items.contains(where: { $0.range.contains(index) }) else {
        throw PlanRefusal(reason: .subquery)
      }
    }
  }
}

extension [AnalyzedSelect.Source] {
  /// The same, of which any row may be missing.
  fileprivate var optional: [AnalyzedSelect.Source] {
    map { source in
      var source = source
      source.isOptional = true
      return source
    }
  }
}

// MARK: - What is read through

extension TableResolver {
  /// A statement that has a name, with the names that its columns are given.
  private struct NamedStatement {
    var parts: SelectParts
    var columnNames: [String] = []
    /// Within which its own names are understood.
    var commons: [SelectParts.CommonTable] = []
    var isView = false
  }

  /// The statement that stands in a `FROM`, or that a name there means; `nil` for a table.
  private func statement(of item: FromClause.Item) throws -> NamedStatement? {
    if let inner = item.inner {
      return NamedStatement(parts: try plain(.readingCompound(inner)), commons: commons)
    }
    guard let name = item.table else { return nil }
    if item.schema == nil, let common = commons.first(where: { isSameIdentifier($0.name, name) }) {
      let others = commons.filter { $0.name != common.name }
      return NamedStatement(
        parts: try plain(common.parts),
        columnNames: common.columnNames,
        commons: others
      )
    }
    guard try keyedTable(name, in: item.schema) == nil,
      let text = try db.viewText(name, in: item.schema)
    else { return nil }
    // A column can be called by the schema, the view and its name, which a statement has not.
    guard let view = text.view, item.schema == nil || !isSameIdentifier(item.alias, name) else {
      throw PlanRefusal(reason: .subquery)
    }
    return NamedStatement(
      parts: try plain(view.parts),
      columnNames: view.columnNames,
      commons: view.parts.commons,
      isView: true
    )
  }

  /// A statement each of whose rows is one of its tables.
  private func plain(_ parts: SelectParts?) throws -> SelectParts {
    guard let parts, parts.arms.isEmpty, !parts.isDistinct, parts.groups.isEmpty,
      parts.having.isEmpty, parts.limit == nil, parts.offset == nil
    else { throw PlanRefusal(reason: .subquery) }
    let words = FragmentWords([parts.columns] + parts.conditions).words
    guard words.isDisjoint(with: ["select", "over"]) else { throw PlanRefusal(reason: .subquery) }
    return parts
  }

  /// What is written for a statement in `FROM`, with its tables.
  private func derived(_ statement: NamedStatement, as alias: String) throws
    -> ([AnalyzedSelect.Source], Derived)
  {
    let inner = TableResolver(db: db, region: region, commons: statement.commons)
    let resolved = try inner.resolve(statement.parts)
    let parts = resolved.parts
    let hasOptional = resolved.sources.contains(where: \.isOptional)
    guard try !db.isAggregated(parts.query()), !resolved.isFullJoin,
      !hasOptional || parts.conditions.isEmpty
    else { throw PlanRefusal(reason: .subquery) }
    let columns = try parts.columns(named: statement.columnNames)
    var sources: [AnalyzedSelect.Source] = []
    var hidden: [QueryFragment] = []
    for source in resolved.sources {
      let names = source.keyColumns.indices.map { "live_key_\(hidden.count + $0)" }
      hidden += zip(source.keyColumns, names).map { "\($0) AS \(quote: $1)" }
      sources.append(source.within(alias, keyNames: names))
    }
    let order = try parts.orderTerms()
    hidden += order.enumerated().map { "\($1.expression) AS \(quote: "live_order_\($0)")" }
    let derived = Derived(
      written: "(\(parts.query(columns: columns, hidden: hidden))) AS \(quote: alias)",
      columnNames: try db.columnNames(of: parts.query(columns: columns)),
      views: resolved.views,
      order: order.enumerated().map { index, term in
        "\(quote: alias).\(quote: "live_order_\(index)")" + term.suffix
      }
    )
    return (sources, derived)
  }

  /// The clause with statements in the places of names.
  private func replacing(_ items: [Item], in tokens: ArraySlice<SQLToken>) -> QueryFragment {
    var (fragment, start) = (QueryFragment(), tokens.startIndex)
    for item in items {
      guard let derived = item.derived else { continue }
      fragment.append(tokens[start..<item.range.lowerBound].fragment)
      fragment.append(sql: " ")
      fragment.append(derived.written)
      fragment.append(sql: " ")
      start = item.range.upperBound
    }
    return fragment + tokens[start...].fragment
  }

  /// The columns that are selected, with names in place of a `*`, which would stand for the keys too.
  private func columns(of parts: SelectParts, _ items: [Item], in from: [SQLToken]) throws
    -> QueryFragment
  {
    guard let tokens = parts.columns.tokens else { throw PlanRefusal(reason: .unknownText) }
    let list = tokens[...].list
    guard list.contains(where: \.isStar) else { return parts.columns }
    guard !from.contains(where: { $0.isWord("using") || $0.isWord("natural") }) else {
      throw PlanRefusal(reason: .subquery)
    }
    let columns = try list.flatMap { item in
      item.isStar ? try starred(item, items) : [item.fragment]
    }
    return columns.joined(separator: ", ")
  }

  /// What a `*` stands for.
  private func starred(_ star: ArraySlice<SQLToken>, _ items: [Item]) throws -> [QueryFragment] {
    let owner = star.count == 1 ? nil : star.dropLast(2).singleName
    let meant = items.filter { item in owner.map { isSameIdentifier($0, item.alias) } ?? true }
    guard star.count == 1 || owner != nil, meant.count == 1 || owner == nil else {
      throw PlanRefusal(reason: .subquery)
    }
    return try meant.flatMap { item -> [QueryFragment] in
      guard let names = item.derived?.columnNames else { return ["\(quote: item.alias).*"] }
      guard Set(names.map { $0.lowercased() }).count == names.count else {
        throw PlanRefusal(reason: .subquery)
      }
      return names.map { "\(quote: item.alias).\(quote: $0)" }
    }
  }
}

extension AnalyzedSelect.Source {
  /// The same as a statement around it sees it.
  fileprivate func within(_ alias: String, keyNames: [String]) -> Self {
    Self(
      table: table,
      key: key,
      alias: alias,
      isOptional: isOptional,
      keyColumns: keyNames.map { "\(quote: alias).\(quote: $0)" }
    )
  }
}

extension SelectParts {
  /// The terms of the order, with expressions in place of the numbers and names of columns.
  fileprivate func orderTerms() throws -> [OrderTerm] {
    try order.map(\.orderTerm).map { term in
      var term = term
      let text = term.expression.render().sql
      if let number = Int(text) {
        guard expressions.indices.contains(number - 1) else { throw PlanRefusal(reason: .subquery) }
        term.expression = expressions[number - 1]
      } else if let expression = names[term.expression.bareName] {
        term.expression = expression
      }
      return term
    }
  }

  /// What is selected, by names that are given from outside.
  fileprivate func columns(named names: [String]) throws -> QueryFragment {
    if names.isEmpty { return columns }
    guard names.count == expressions.count else { throw PlanRefusal(reason: .subquery) }
    return zip(expressions, names).map { "\($0) AS \(quote: $1)" }.joined(separator: ", ")
  }
}

extension QueryFragment {
  /// The statement of a `CREATE VIEW`, and the names that its columns are given.
  fileprivate var view: (parts: SelectParts, columnNames: [String])? {
    guard var rest = tokens?[...] else { return nil }
    while let token = rest.first, token.kind != .open, !token.isWord("as") { rest.removeFirst() }
    var names: [String?] = []
    if rest.first?.kind == .open {
      guard let end = rest.dropFirst().closing else { return nil }
      names = rest[(rest.startIndex + 1)..<end].list.map(\.singleName)
      rest = rest[(end + 1)...]
    }
    guard rest.popFirst()?.isWord("as") == true, !names.contains(nil),
      let parts = SelectParts.reading(rest)
    else { return nil }
    return (parts, names.compactMap(\.self))
  }
}

extension ArraySlice<SQLToken> {
  /// Whether it is `*` or `table.*`.
  var isStar: Bool { last?.code == Array("*".utf8) && (count == 1 || count == 3) }
}
