import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The subqueries of a statement, as plans see them.
struct AnalyzedSubqueries {
  /// The subqueries whose rows are joined to rows of the statement.
  var linked: [SelectPlan.LinkedSubquery] = []
  /// The values of the other subqueries.
  var watched: [AnalyzedSelect.WatchedValue] = []

  var isEmpty: Bool { linked.isEmpty && watched.isEmpty }

  /// The tables that they read.
  var tables: Set<TableName> {
    let linked = linked.flatMap(\.sources).map(\.table)
    return Set(linked).union(watched.flatMap(\.region.tables.keys))
  }
}

extension PlanAnalysis {
  /// Returns the subqueries.
  ///
  /// Each refers to outer rows, finds them by an `IN`, or has one value for all rows.
  func subqueries() throws -> AnalyzedSubqueries {
    guard expressionWords.words.contains("select") else { return AnalyzedSubqueries() }
    // A name in a subquery could refer to a common table.
    guard resolver.commonTables.isEmpty else {
      throw PlanRejection(
        .subquery,
        of: "a subquery beside a WITH",
        instead: "write the WITH into FROM, as a SELECT in parentheses"
      )
    }
    var analyzed = AnalyzedSubqueries()
    for subquery in try parts.subqueries(Snapshot.syntax) { try add(subquery, to: &analyzed) }
    return analyzed
  }

  /// The names of the statement's tables, in lower case.
  private var names: Set<ByteText> {
    Set((parts.sources ?? []).map { ByteText.foldingASCII($0.alias) })
  }

  /// Refuses a statement that reads a table in an unknown place.
  func refuseUnknownTables(besides subqueries: AnalyzedSubqueries) throws {
    let known = Set(sources.map(\.table)).union(subqueries.tables)
    let unknown = region.tables.keys.filter { table in
      !known.contains(table) && !views.contains(ByteText.foldingASCII(table.name))
    }
    if let table = unknown.map(\.description).min() {
      throw PlanRejection(
        .subquery,
        of: "“\(table)”, which is read in a place that is not understood"
      )
    }
    if region.isFullDatabase {
      throw PlanRejection(.subquery, of: "a table that may read any other, such as a virtual one")
    }
  }

  private func add(_ subquery: Subquery, to analyzed: inout AnalyzedSubqueries) throws {
    if !names.isDisjoint(with: subquery.qualifiersOutside) {
      let linked = try linked(subquery, withNulls: subquery.use != .member)
      return analyzed.linked.append(linked)
    }
    if subquery.use == .member, let linked = try? linked(subquery) {
      return analyzed.linked.append(linked)
    }
    guard subquery.hasOnlyPlainNames else {
      throw PlanRejection(
        .subquery,
        at: subquery.text,
        "which has quoted names without a table",
        instead: "write the names of tables before them"
      )
    }
    let rows = try watched("SELECT EXISTS (\(subquery.text))", of: subquery)
    switch subquery.use {
    case .nonMember:
      guard let linked = try? linked(subquery) else { fallthrough }
      // An outer row depends on whether it is among these rows; all outer rows depend on whether
      // there are rows, and whether there is a NULL.
      let (parts, value) = (subquery.parts, subquery.parts.expressions[0])
      let nulls = parts.query(columns: "1", where: ["(\(value)) IS NULL"])
      analyzed.linked.append(linked)
      analyzed.watched += [rows, try watched("SELECT EXISTS (\(nulls))", of: subquery)]
    case .member, .other: analyzed.watched.append(.init(region: rows.region, query: nil))
    case .exists: analyzed.watched.append(rows)
    case .value:
      // Several values are not compared, but regarded as changed.
      let value: QueryFragment = "SELECT (\(subquery.text))"
      let isOne = db.canCompile(value)
      analyzed.watched += [rows, .init(region: rows.region, query: isOne ? value : nil)]
    }
  }

  private func watched(_ query: QueryFragment, of subquery: Subquery) throws
    -> AnalyzedSelect.WatchedValue
  {
    guard db.canCompile(query) else {
      throw PlanRejection(
        .subquery,
        at: subquery.text,
        "which names the outer row without its table",
        instead: "write the names of tables before its columns"
      )
    }
    return AnalyzedSelect.WatchedValue(region: try db.region(of: query), query: query)
  }

  /// Returns a subquery with the condition that joins its rows to those of the statement.
  ///
  /// - Parameter withNulls: Whether an `IN` also depends on rows for which it is NULL. A `NOT IN`
  ///   does, and so does the value of an `IN`.
  private func linked(_ subquery: Subquery, withNulls: Bool = false) throws
    -> SelectPlan.LinkedSubquery
  {
    let inner = try linkedSources(of: subquery)
    let tables = try inner.map(resolver.table)
    if let linked = linkedToFirstTables(subquery, tables) { return linked }
    for source in inner where names.contains(ByteText.foldingASCII(source.alias)) {
      throw PlanRejection(
        .subquery,
        at: subquery.text,
        "where “\(source.alias)” is also the name of an outer table",
        instead: "give it another name with AS"
      )
    }
    var membership = subquery.membership?.condition(within: parts.sources ?? [], of: inner)
    if withNulls { membership = membership.map { "(\($0)) IS NOT FALSE" } }
    return SelectPlan.LinkedSubquery(
      outer: sources,
      sources: tables,
      from: parts.from + ", " + subquery.parts.from,
      conditions: subquery.parts.conditions + (membership.map { [$0] } ?? []),
      text: subquery.text
    )
  }

  /// Returns the tables of a subquery whose rows can be joined to those of the statement.
  private func linkedSources(of subquery: Subquery) throws -> [SelectParts.Source] {
    func refusal(_ what: String, _ advice: String) -> PlanRejection {
      PlanRejection(.subquery, at: subquery.text, what, instead: advice)
    }
    guard let inner = subquery.parts.sources else {
      throw refusal("whose FROM is not a list of tables", "name tables in its FROM")
    }
    guard inner.allSatisfy({ $0.kind == .first || $0.kind == .inner }) else {
      throw refusal("which has an outer join", "write an inner join, or two subqueries")
    }
    for source in inner where try db.viewText(source.table, in: source.schema) != nil {
      throw refusal("which reads the view “\(source.table)”", "name the view's tables in its FROM")
    }
    // Beside the statement's tables, such a join would also compare columns of these.
    guard !subquery.parts.joinsByColumnNames(Snapshot.syntax) else {
      throw refusal("which joins by USING or NATURAL", "write JOIN … ON")
    }
    return inner
  }

  /// Returns a subquery that depends only on the first tables of the statement, with these.
  ///
  /// The other tables would multiply its links: by the members of a room, and by its messages.
  /// Their names may also be those of its own tables, which hide them. The database decides if it
  /// depends on another table: then it does not compile beside the first ones.
  ///
  /// - Returns: `nil` if it may depend on all tables.
  private func linkedToFirstTables(_ subquery: Subquery, _ tables: [AnalyzedSelect.Source])
    -> SelectPlan.LinkedSubquery?
  {
    guard !isRewritten, subquery.membership == nil, subquery.hasOnlyPlainNames,
      let tokens = parts.from.tokens(Snapshot.syntax), let from = FromClause(tokens[...]),
      from.items.count == sources.count,
      from.items.allSatisfy({ $0.kind == .first || $0.kind == .inner || $0.kind == .left })
    else { return nil }
    let outside = names.intersection(subquery.qualifiersOutside)
    var aliases: Set<ByteText> = []
    for (index, source) in sources.dropLast().enumerated() {
      aliases.insert(ByteText.foldingASCII(source.alias))
      guard outside.isSubset(of: aliases),
        aliases.isDisjoint(with: tables.map { ByteText.foldingASCII($0.alias) })
      else { continue }
      let linked = SelectPlan.LinkedSubquery(
        outer: Array(sources[...index]),
        sources: tables,
        from: tokens[..<from.ends[index]].fragment + ", " + subquery.parts.from,
        conditions: subquery.parts.conditions,
        text: subquery.text
      )
      if db.canCompile(linked.statement) { return linked }
    }
    return nil
  }
}

extension SelectPlan.LinkedSubquery {
  /// A statement of all linked rows.
  var statement: QueryFragment {
    SelectParts(sources: nil, columns: "1", from: from, conditions: conditions).statement
  }
}
