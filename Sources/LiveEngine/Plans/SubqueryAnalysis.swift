import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The subqueries of a statement, as plans know them.
struct AnalyzedSubqueries {
  /// Those whose rows belong to rows of the statement.
  var linked: [AnalyzedSelect.LinkedSubquery] = []
  /// What the others come to.
  var watched: [AnalyzedSelect.WatchedValue] = []

  var isEmpty: Bool { linked.isEmpty && watched.isEmpty }

  /// The tables that they read.
  var tables: Set<TableName> {
    let linked = linked.flatMap(\.sources).map(\.table)
    return Set(linked).union(watched.flatMap(\.region.tables.keys))
  }
}

extension PlanAnalysis {
  /// The subqueries: each names rows around it, or seeks them by an `IN`, or is the same for all rows.
  func subqueries() throws -> AnalyzedSubqueries {
    guard expressionWords.words.contains("select") else { return AnalyzedSubqueries() }
    // A name may mean a statement there.
    guard resolver.commons.isEmpty, let subqueries = parts.subqueries() else {
      throw PlanRefusal(reason: .subquery)
    }
    let names = Set((parts.sources ?? []).map { $0.alias.lowercased() })
    var analyzed = AnalyzedSubqueries()
    for subquery in subqueries {
      try add(subquery, namesOutside: !names.isDisjoint(with: subquery.qualifiers), to: &analyzed)
    }
    return analyzed
  }

  /// Refuses a statement that reads a table of which it is not known where.
  func refuseUnknownTables(besides subqueries: AnalyzedSubqueries) throws {
    let known = Set(sources.map(\.table)).union(subqueries.tables)
    let isKnown = region.tables.keys.allSatisfy { table in
      known.contains(table) || views.contains(table.name.lowercased())
    }
    guard isKnown, !region.isFullDatabase else { throw PlanRefusal(reason: .subquery) }
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
    guard subquery.hasOnlyPlainNames else { throw PlanRefusal(reason: .subquery) }
    let rows = try watched("SELECT EXISTS (\(subquery.text))")
    switch subquery.use {
    case .noMember:
      guard let linked = try? linked(subquery) else { fallthrough }
      // Which rows are in it decides on those around it; on all of them, whether it has rows, and NULL.
      let (parts, value) = (subquery.parts, subquery.parts.expressions[0])
      let nulls = parts.query(columns: "1", where: ["(\(value)) IS NULL"])
      analyzed.linked.append(linked)
      analyzed.watched += [rows, try watched("SELECT EXISTS (\(nulls))")]
    case .member, .other: analyzed.watched.append(.init(region: rows.region, query: nil))
    case .exists: analyzed.watched.append(rows)
    case .value:
      // Several values are not compared, but taken for changed.
      let value: QueryFragment = "SELECT (\(subquery.text))"
      let isOne = db.canCompile(value)
      analyzed.watched += [rows, .init(region: rows.region, query: isOne ? value : nil)]
    }
  }

  private func watched(_ query: QueryFragment) throws -> AnalyzedSelect.WatchedValue {
    guard db.canCompile(query) else { throw PlanRefusal(reason: .subquery) }
    return AnalyzedSelect.WatchedValue(region: try db.region(of: query), query: query)
  }

  private func linked(_ subquery: Subquery) throws -> AnalyzedSelect.LinkedSubquery {
    let names = Set((parts.sources ?? []).map { $0.alias.lowercased() })
    guard let sources = subquery.parts.sources,
      sources.allSatisfy({ $0.kind == .first || $0.kind == .inner }),
      names.isDisjoint(with: sources.map { $0.alias.lowercased() })
    else { throw PlanRefusal(reason: .subquery) }
    for source in sources where try db.viewText(source.table, in: source.schema) != nil {
      throw PlanRefusal(reason: .subquery)
    }
    let membership = subquery.membership?.condition(within: parts.sources ?? [], of: sources)
    return AnalyzedSelect.LinkedSubquery(
      sources: try sources.map(resolver.table),
      from: subquery.parts.from,
      conditions: subquery.parts.conditions + (membership.map { [$0] } ?? [])
    )
  }
}
