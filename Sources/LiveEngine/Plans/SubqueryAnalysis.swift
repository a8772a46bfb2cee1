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
    let names = Set((parts.sources ?? []).map { $0.alias.lowercased() })
    var analyzed = AnalyzedSubqueries()
    for subquery in subqueries {
      try add(subquery, namesOutside: !names.isDisjoint(with: subquery.qualifiers), to: &analyzed)
    }
    return analyzed
  }

  /// Refuses a statement that reads a table in an unknown place.
  func refuseUnknownTables(besides subqueries: AnalyzedSubqueries) throws {
    let known = Set(sources.map(\.table)).union(subqueries.tables)
    let isKnown = region.tables.keys.allSatisfy { table in
      known.contains(table) || views.contains(table.name.lowercased())
    }
    guard isKnown, !region.isFullDatabase else { throw PlanRejection(reason: .subquery) }
  }

  private func add(
    _ subquery: Subquery,
    namesOutside: Bool,
    to analyzed: inout AnalyzedSubqueries
  ) throws {
    if namesOutside { return analyzed.linked.append(try linked(subquery)) }
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
    let names = Set((parts.sources ?? []).map { $0.alias.lowercased() })
    guard let sources = subquery.parts.sources,
      sources.allSatisfy({ $0.kind == .first || $0.kind == .inner }),
      names.isDisjoint(with: sources.map { $0.alias.lowercased() })
    else { throw PlanRejection(reason: .subquery) }
    for source in sources where try db.viewText(source.table, in: source.schema) != nil {
      throw PlanRejection(reason: .subquery)
    }
    // Beside the statement's tables, such a join would also compare columns of these.
    guard !subquery.parts.joinsByColumnNames(Snapshot.syntax) else {
      throw PlanRejection(reason: .subquery)
    }
    let membership = subquery.membership?.condition(within: parts.sources ?? [], of: sources)
    return AnalyzedSelect.LinkedSubquery(
      sources: try sources.map(resolver.table),
      from: subquery.parts.from,
      conditions: subquery.parts.conditions + (membership.map { [$0] } ?? [])
    )
  }
}
