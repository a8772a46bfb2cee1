import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The subqueries of a statement, as plans see them.
struct AnalyzedSubqueries {
  /// The subqueries whose rows are joined to rows of the statement.
  var linked: [AnalyzedSelect.LinkedSubquery] = []
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
    guard resolver.commonTables.isEmpty, let subqueries = parts.subqueries(Snapshot.syntax) else {
      throw PlanRejection(reason: .subquery)
    }
    var analyzed = AnalyzedSubqueries()
    for subquery in subqueries { try add(subquery, to: &analyzed) }
    return analyzed
  }

  /// The names of the statement's tables, in lower case.
  private var names: Set<String> { Set((parts.sources ?? []).map { $0.alias.lowercased() }) }

  /// Refuses a statement that reads a table in an unknown place.
  func refuseUnknownTables(besides subqueries: AnalyzedSubqueries) throws {
    let known = Set(sources.map(\.table)).union(subqueries.tables)
    let isKnown = region.tables.keys.allSatisfy { table in
      known.contains(table) || views.contains(table.name.lowercased())
    }
    guard isKnown, !region.isFullDatabase else { throw PlanRejection(reason: .subquery) }
  }

  private func add(_ subquery: Subquery, to analyzed: inout AnalyzedSubqueries) throws {
    if !names.isDisjoint(with: subquery.qualifiersOutside) {
      return analyzed.linked.append(try linked(subquery))
    }
    if subquery.use == .member, let linked = try? linked(subquery) {
      return analyzed.linked.append(linked)
    }
    guard subquery.hasOnlyPlainNames else { throw PlanRejection(reason: .subquery) }
    let rows = try watched("SELECT EXISTS (\(subquery.text))")
    switch subquery.use {
    case .nonMember:
      guard let linked = try? linked(subquery) else { fallthrough }
      // An outer row depends on whether it is among these rows; all outer rows depend on whether
      // there are rows, and whether there is a NULL.
      let (parts, value) = (subquery.parts, subquery.parts.expressions[0])
      let nulls = parts.query(columns: "1", where: ["(\(value)) IS NULL"])
      analyzed.linked.append(linked)
      analyzed.watched += [rows, try watched("SELECT EXISTS (\(nulls))")]
    case .member, .other: analyzed.watched.append(.init(region: rows.region, query: nil))
    case .exists: analyzed.watched.append(rows)
    case .value:
      // Several values are not compared, but regarded as changed.
      let value: QueryFragment = "SELECT (\(subquery.text))"
      let isOne = db.canCompile(value)
      analyzed.watched += [rows, .init(region: rows.region, query: isOne ? value : nil)]
    }
  }

  private func watched(_ query: QueryFragment) throws -> AnalyzedSelect.WatchedValue {
    guard db.canCompile(query) else { throw PlanRejection(reason: .subquery) }
    return AnalyzedSelect.WatchedValue(region: try db.region(of: query), query: query)
  }

  private func linked(_ subquery: Subquery) throws -> AnalyzedSelect.LinkedSubquery {
    guard let inner = subquery.parts.sources,
      inner.allSatisfy({ $0.kind == .first || $0.kind == .inner })
    else { throw PlanRejection(reason: .subquery) }
    for source in inner where try db.viewText(source.table, in: source.schema) != nil {
      throw PlanRejection(reason: .subquery)
    }
    // Beside the statement's tables, such a join would also compare columns of these.
    guard !subquery.parts.joinsByColumnNames(Snapshot.syntax) else {
      throw PlanRejection(reason: .subquery)
    }
    let tables = try inner.map(resolver.table)
    if let linked = linkedToFirstTables(subquery, tables) { return linked }
    guard names.isDisjoint(with: inner.map { $0.alias.lowercased() }) else {
      throw PlanRejection(reason: .subquery)
    }
    let membership = subquery.membership?.condition(within: parts.sources ?? [], of: inner)
    return AnalyzedSelect.LinkedSubquery(
      outer: sources,
      sources: tables,
      from: parts.from + ", " + subquery.parts.from,
      conditions: subquery.parts.conditions + (membership.map { [$0] } ?? [])
    )
  }

  /// Returns a subquery that depends only on the first tables of the statement, with these.
  ///
  /// The other tables would multiply its links: by the members of a room, and by its messages.
  /// Their names may also be those of its own tables, which hide them. The database decides if it
  /// depends on another table: then it does not compile beside the first ones.
  ///
  /// - Returns: `nil` if it may depend on all tables.
  private func linkedToFirstTables(_ subquery: Subquery, _ tables: [AnalyzedSelect.Source])
    -> AnalyzedSelect.LinkedSubquery?
  {
    guard !isRewritten, subquery.membership == nil, subquery.hasOnlyPlainNames,
      let tokens = parts.from.tokens(Snapshot.syntax), let from = FromClause(tokens[...]),
      from.items.count == sources.count,
      from.items.allSatisfy({ $0.kind == .first || $0.kind == .inner || $0.kind == .left })
    else { return nil }
    let outside = names.intersection(subquery.qualifiersOutside)
    var aliases: Set<String> = []
    for (index, source) in sources.dropLast().enumerated() {
      aliases.insert(source.alias.lowercased())
      guard outside.isSubset(of: aliases),
        aliases.isDisjoint(with: tables.map { $0.alias.lowercased() })
      else { continue }
      let linked = AnalyzedSelect.LinkedSubquery(
        outer: Array(sources[...index]),
        sources: tables,
        from: tokens[..<from.ends[index]].fragment + ", " + subquery.parts.from,
        conditions: subquery.parts.conditions
      )
      if db.canCompile(linked.statement) { return linked }
    }
    return nil
  }
}

extension AnalyzedSelect.LinkedSubquery {
  /// A statement of all linked rows.
  var statement: QueryFragment {
    SelectParts(sources: nil, columns: "1", from: from, conditions: conditions).statement
  }
}
