import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The search for the tables that a statement reads, with their keys.
///
/// A view, a `WITH` statement or a subquery in `FROM` is expanded if each of its rows is a row of
/// tables: it replaces the name, with the keys of its tables as additional columns.
struct TableResolver<Snapshot: LiveSnapshot> {
  /// A statement whose tables are known.
  struct Resolved {
    /// The statement, with names replaced.
    var parts: SelectParts
    /// The tables; those whose rows cannot be missing come first.
    var sources: [AnalyzedSelect.Source]
    /// Whether a name was replaced.
    var isRewritten = false
    /// The names of the expanded views, in lower case.
    var views: Set<ByteText> = []
    /// Whether it is a `FULL JOIN` of two tables.
    var isFullJoin = false
  }

  let db: Snapshot
  let region: Region
  /// The common tables that names may refer to.
  var commonTables: [SelectParts.CommonTable] = []

  /// Finds the tables of a statement.
  ///
  /// - Throws: ``PlanRejection``
  func resolve(_ parts: SelectParts) throws -> Resolved {
    guard let tokens = parts.from.tokens(Snapshot.syntax), let from = FromClause(tokens[...]) else {
      try db.refuseRowFunctions(among: FragmentWords([parts.from]))
      throw PlanRejection(
        .subquery,
        at: parts.from,
        "whose tables are not understood",
        instead: "name tables in FROM, without calls, INDEXED BY, or parentheses around a join"
      )
    }
    let items = try from.items.map { try resolve($0) }
    try refuseSubqueries(in: tokens[...], besides: from.items)
    var missing = MissingRowConditions()
    for (item, (written, end)) in zip(items, zip(from.items, from.ends)) {
      let hasOptional = item.sources.contains(where: \.isOptional)
      let constraint = tokens[item.range.upperBound..<end]
      try missing.add(written, hasOptional: hasOptional, on: constraint)
    }
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
      columns: try columns(of: parts, items),
      expressions: parts.expressions,
      from: try replacing(items, in: tokens[...]),
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
  /// A table of a `FROM` clause, or the statement that replaces one.
  private struct Item {
    let kind: SelectParts.Source.Kind
    let alias: String
    /// The name, as reasons show it.
    let shown: String
    let range: Range<Int>
    var sources: [AnalyzedSelect.Source]
    /// The statement that replaces it, if any.
    var derived: Derived?
    var isDerived: Bool { derived != nil }
    var views: Set<ByteText> { derived?.views ?? [] }
    /// The order within it, as the outer statement renders it.
    var order: [QueryFragment] { derived?.order ?? [] }
  }

  /// The replacement for a statement in `FROM`: itself, with the keys of its tables.
  private struct Derived {
    var written: QueryFragment
    var columnNames: [String]
    var views: Set<ByteText>
    var order: [QueryFragment]
  }

  private func resolve(_ item: FromClause.Item) throws -> Item {
    var resolved = Item(
      kind: item.kind,
      alias: item.alias,
      shown: item.shown,
      range: item.range,
      sources: []
    )
    if let statement = try statement(of: item) {
      (resolved.sources, resolved.derived) = try derived(statement, as: item)
      if statement.isView, let name = item.table {
        resolved.derived?.views.insert(ByteText.foldingASCII(name))
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

  /// Returns the table with a name.
  func table(_ source: SelectParts.Source) throws -> AnalyzedSelect.Source {
    guard let (table, key) = try keyedTable(source.table, in: source.schema) else {
      throw PlanRejection(reason: .noKey(source.table))
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

  /// Returns the table that a name refers to, unless it has no key or is a view.
  private func keyedTable(_ name: String, in schema: String?) throws
    -> (table: TableName, key: TableKey)?
  {
    let named = try region.tables.keys.filter { table in
      try isSameIdentifier(table.name, name)
        && schema.map { isSameIdentifier($0, table.schema) } ?? true
        && db.name(name, in: schema, refersTo: table)
    }
    guard named.count == 1, let table = named.first, let key = try db.tableKey(of: table) else {
      return nil
    }
    return (table, key)
  }

  /// Returns the tables of a join; those whose rows cannot be missing come first.
  private func joined(_ items: [Item]) throws -> [AnalyzedSelect.Source] {
    var joined: [AnalyzedSelect.Source] = []
    for item in items {
      switch item.kind {
      case .first, .inner: joined += item.sources
      case .left: joined += item.sources.optional
      case .right: joined = item.sources + joined.optional
      case .outer:
        guard items.count == 2, joined.count == 1, item.sources.count == 1 else {
          throw PlanRejection(.outerJoin, of: "the FULL JOIN of \(item.shown)")
        }
        joined = joined.optional + item.sources.optional
      }
    }
    return joined
  }

  /// Refuses subqueries within an `ON`, whose tables are not looked for.
  private func refuseSubqueries(
    in tokens: ArraySlice<SQLToken>,
    besides items: [FromClause.Item]
  ) throws {
    for index in tokens.indices where tokens[index].isWord("select") {
      guard items.contains(where: { $0.range.contains(index) }) else {
        throw PlanRejection(
          .subquery,
          at: tokens[index..<(tokens[index...].closing ?? tokens.endIndex)].fragment,
          "in the ON of a join",
          instead: "move the condition into WHERE"
        )
      }
    }
  }
}

extension [AnalyzedSelect.Source] {
  /// The same tables, with rows that may be missing.
  fileprivate var optional: [AnalyzedSelect.Source] {
    map { source in
      var source = source
      source.isOptional = true
      return source
    }
  }
}

// MARK: - Expanded statements

extension TableResolver {
  /// A named statement, with the names given to its columns.
  private struct NamedStatement {
    var parts: SelectParts
    var columnNames: [String] = []
    /// The common tables that its own names may refer to.
    var commonTables: [SelectParts.CommonTable] = []
    var isView = false
  }

  /// Returns the statement in a `FROM`, or that a name there refers to; `nil` for a table.
  private func statement(of item: FromClause.Item) throws -> NamedStatement? {
    if let inner = item.inner {
      let parts = try plain(.readingCompound(inner), as: item.shown)
      return NamedStatement(parts: parts, commonTables: commonTables)
    }
    guard let name = item.table else { return nil }
    let syntax = Snapshot.syntax
    if item.schema == nil, let common = commonTables.first(where: { syntax.areSame($0.name, name) })
    {
      let others = commonTables.filter { $0.name != common.name }
      return NamedStatement(
        parts: try plain(common.parts, as: "“\(name)”"),
        columnNames: common.columnNames,
        commonTables: others
      )
    }
    guard try keyedTable(name, in: item.schema) == nil,
      let text = try db.viewText(name, in: item.schema)
    else { return nil }
    guard let view = text.view(Snapshot.syntax) else {
      throw PlanRejection(.subquery, of: "the view “\(name)”, which could not be parsed")
    }
    // A column can be qualified by the schema and the view, which is impossible with a statement.
    guard item.schema == nil || !isSameIdentifier(item.alias, name) else {
      throw PlanRejection(
        .subquery,
        of: "the view “\(name)” with its schema",
        instead: "give it another name with AS"
      )
    }
    return NamedStatement(
      parts: try plain(view.parts, as: "“\(name)”"),
      columnNames: view.columnNames,
      commonTables: view.parts.commonTables,
      isView: true
    )
  }

  /// Returns a statement each of whose rows is a row of its tables.
  ///
  /// - Parameter name: The name of the statement, as reasons show it.
  private func plain(_ parts: SelectParts?, as name: String) throws -> SelectParts {
    guard let parts else {
      throw PlanRejection(.subquery, of: "\(name), which could not be parsed")
    }
    if let clause = parts.mixingClause {
      throw PlanRejection(
        .subquery,
        of: "\(name), which has \(clause)",
        instead: "write its tables into FROM, and the rest into the statement itself"
      )
    }
    return parts
  }

  /// Returns the replacement for a statement in `FROM`, with its tables.
  private func derived(_ statement: NamedStatement, as item: FromClause.Item) throws
    -> ([AnalyzedSelect.Source], Derived)
  {
    let alias = item.alias
    let inner = TableResolver(db: db, region: region, commonTables: statement.commonTables)
    let resolved = try inner.resolve(statement.parts)
    let parts = resolved.parts
    let hasOptional = resolved.sources.contains(where: \.isOptional)
    guard try !db.isAggregated(parts.query()), !resolved.isFullJoin,
      !hasOptional || parts.conditions.isEmpty
    else {
      throw PlanRejection(
        .subquery,
        of: "\(item.shown), which has an aggregate, a FULL JOIN, or a WHERE behind a LEFT JOIN",
        instead: "write its tables into FROM, and the rest into the statement itself"
      )
    }
    let columns = try parts.columns(named: statement.columnNames)
    let columnNames = try db.columnNames(of: parts.query(columns: columns))
    if let name = columnNames.first(where: { $0.lowercased().hasPrefix("live_") }) {
      throw PlanRejection(
        .subquery,
        of: "the column “\(name)” of \(item.shown)",
        instead: "give it a name that does not begin with “live_”"
      )
    }
    var sources: [AnalyzedSelect.Source] = []
    var hidden: [QueryFragment] = []
    for source in resolved.sources {
      let names = source.keyColumns.indices.map { "live_key_\(hidden.count + $0)" }
      hidden += zip(source.keyColumns, names).map { "\($0) AS \(quote: $1)" }
      sources.append(source.within(alias, keyNames: names))
    }
    let order = try parts.orderTerms(Snapshot.syntax)
    hidden += order.enumerated().map { "\($1.expression) AS \(quote: "live_order_\($0)")" }
    let derived = Derived(
      written: "(\(parts.query(columns: columns, hidden: hidden))) AS \(quote: alias)",
      columnNames: columnNames,
      views: resolved.views,
      order: order.enumerated().map { index, term in
        "\(quote: alias).\(quote: "live_order_\(index)")" + term.suffix
      }
    )
    return (sources, derived)
  }

  /// Returns the clause with names replaced by statements.
  private func replacing(_ items: [Item], in tokens: ArraySlice<SQLToken>) throws -> QueryFragment {
    // A natural join would also compare the keys that are added to statements.
    let isNatural = tokens.contains { $0.isWord("natural") }
    if isNatural, let item = items.first(where: { $0.derived != nil }) {
      throw PlanRejection(
        .subquery,
        of: "\(item.shown) in a NATURAL JOIN",
        instead: "write JOIN … ON"
      )
    }
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

  /// Returns the selected columns, with a `*` replaced by names, since it would include the keys.
  private func columns(of parts: SelectParts, _ items: [Item]) throws -> QueryFragment {
    guard let tokens = parts.columns.tokens(Snapshot.syntax) else {
      throw PlanRejection(.unknownText, at: parts.columns)
    }
    let list = tokens[...].list
    guard list.contains(where: \.isStar) else { return parts.columns }
    guard !parts.joinsByColumnNames(Snapshot.syntax) else {
      throw PlanRejection(
        .subquery,
        of: "* beside USING or NATURAL JOIN",
        instead: "name the columns"
      )
    }
    let columns = try list.flatMap { item in
      item.isStar ? try starred(item, items) : [item.fragment]
    }
    return columns.joined(separator: ", ")
  }

  /// Returns the columns of a `*`.
  private func starred(_ star: ArraySlice<SQLToken>, _ items: [Item]) throws -> [QueryFragment] {
    let owner = star.count == 1 ? nil : star.dropLast(2).singleName
    let meant = items.filter { item in owner.map { isSameIdentifier($0, item.alias) } ?? true }
    guard star.count == 1 || owner != nil, meant.count == 1 || owner == nil else {
      throw PlanRejection(.subquery, at: star.fragment, instead: "name the columns")
    }
    return try meant.flatMap { item -> [QueryFragment] in
      guard let names = item.derived?.columnNames else { return ["\(quote: item.alias).*"] }
      guard Set(names.map { ByteText.foldingASCII($0) }).count == names.count else {
        throw PlanRejection(
          .subquery,
          of: "\(item.shown), which has several columns of one name",
          instead: "name the columns"
        )
      }
      return names.map { "\(quote: item.alias).\(quote: $0)" }
    }
  }
}

extension AnalyzedSelect.Source {
  /// Returns the same table as the outer statement sees it.
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
