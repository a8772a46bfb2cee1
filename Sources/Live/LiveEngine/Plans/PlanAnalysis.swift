import DatabaseTypes
import IncrementalQueries
package import TypedSQL

/// The choice of a plan for a statement, by its text and by what the database says about it.
package struct PlanAnalysis<Snapshot: LiveSnapshot> {
  let parts: SelectParts
  let query: QueryFragment
  let db: Snapshot
  let region: Region
  let resolver: TableResolver<Snapshot>
  let sources: [AnalyzedSelect.Source]
  /// Whether the parts were written as text, so that the database has to be asked what they mean.
  private let isText: Bool
  /// Whether table names were replaced by statements.
  let isRewritten: Bool
  /// The views that were expanded.
  let views: Set<ByteText>
  /// Whether it is a `FULL JOIN` of two tables.
  private let isFullJoin: Bool
  /// The condition that a row is the first of its group, which ``parts`` does not contain.
  let firstRows: FirstRowsCondition?
  /// The words of all clauses.
  let words: FragmentWords
  /// The words outside of `FROM`, without those of ``firstRows``.
  let expressionWords: FragmentWords

  /// Analyses a statement.
  ///
  /// - Parameter text: The text from which the parts were read, if they were.
  /// - Throws: The database's error if the statement itself cannot be compiled.
  package static func plan(
    _ parts: SelectParts,
    query: QueryFragment,
    readFrom text: QueryFragment? = nil,
    _ db: Snapshot
  ) throws -> AnalyzedSelect {
    guard !parts.isEmpty else { return AnalyzedSelect(.rerun(.noRows), parts, Region()) }
    let shape = text == nil ? StatementShape(parts, query) : nil
    if let shape, let known = try known(shape, parts, query: query, db) { return known }
    let region = try db.region(of: query)
    do {
      if let text, try !db.compilesToSameProgram(text, parts.statement) {
        throw PlanRejection(reason: .unknownText)
      }
      try refuseReadingFunctions(of: query, region, db)
      if !parts.arms.isEmpty {
        return try CompoundAnalysis(parts, query: query, region, db).plan()
      }
      let analysis = try PlanAnalysis(parts, query: query, isText: text != nil, region, db)
      let analyzed = try analysis.plan()
      if let shape, !analysis.isText, analyzed.hasValuesOnlyInParts { db.keep(analyzed, of: shape) }
      return analyzed
    } catch let refusal as PlanRejection {
      return AnalyzedSelect(.rerun(refusal.reason), parts, region)
    } catch  where Snapshot.isDatabaseError(error) && !Snapshot.isTransient(error) {
      // The statement itself has compiled, so it is what plans make of it that does not.
      return AnalyzedSelect(.rerun(Self.refusedByDatabase), parts, region)
    }
  }

  /// The reason why a statement runs again if the database refuses what plans make of it.
  private static var refusedByDatabase: LivePlan.Reason {
    .unknownText.at(
      "what the database does not accept beside keys, or as a column",
      instead: "order by columns, and write the names of tables before those of columns"
    )
  }

  /// Returns the plan of an earlier statement that differs only in the values of its conditions.
  ///
  /// Values decide three parts of an analysis: the region, which must be the same;
  /// whether a text means the current time; and the row that is looked up, with the filters, which
  /// are found again. All else depends on the text, the types of the values and the schema.
  private static func known(
    _ shape: StatementShape,
    _ parts: SelectParts,
    query: QueryFragment,
    _ db: Snapshot
  ) throws -> AnalyzedSelect? {
    guard var analyzed = db.cachedAnalysis(of: shape),
      !FragmentWords(parts.conditions).readsClock,
      try !Snapshot.valuesDecideRegions || db.region(of: query) == analyzed.region
    else { return nil }
    analyzed.parts = parts
    if case .keyed(lookedUp: _?) = analyzed.selectPlan {
      analyzed.selectPlan = .keyed(lookedUp: lookedUpRowID(in: analyzed.sources[0], parts, db))
    }
    analyzed.filters = try PlanFilters.filters(of: analyzed, db)
    return analyzed
  }

  private init(
    _ parts: SelectParts,
    query: QueryFragment,
    isText: Bool,
    _ region: Region,
    _ db: Snapshot
  ) throws {
    let resolver = TableResolver(db: db, region: region, commonTables: parts.commonTables)
    let resolved = try resolver.resolve(parts)
    let whole = isText ? resolved.parts.resolvingNames(db) : resolved.parts
    let first = whole.firstRows(Snapshot.syntax)
    let parts = first.map { whole.with(conditions: $0.others) } ?? whole
    (self.parts, self.query, self.region, self.db) = (parts, query, region, db)
    firstRows = first?.condition
    (self.resolver, sources, isRewritten) = (resolver, resolved.sources, resolved.isRewritten)
    (views, isFullJoin) = (resolved.views, resolved.isFullJoin)
    self.isText = isText || isRewritten
    if isText { try whole.refuseMisreadNames(db) }
    if isRewritten { try Self.refuseOtherTables(resolved, region, db) }
    expressionWords = FragmentWords(
      [parts.columns] + parts.conditions + parts.groups + parts.having + parts.order
    )
    words = FragmentWords(
      [parts.columns, parts.from] + whole.conditions + parts.groups + parts.having + parts.order
    )
  }

  /// Whether it has a window function, besides that of ``firstRows``.
  var hasWindowFunctions: Bool {
    firstRows == nil
      ? words.words.contains("over")
      : FragmentWords([parts.from]).words.union(expressionWords.words).contains("over")
  }

  private func plan() throws -> AnalyzedSelect {
    try rejectWords()
    try rejectText()
    let subqueries = try subqueries()
    try refuseUnknownTables(besides: subqueries)
    let isAggregated = try isAggregated()
    let firstRows = try analyzedFirstRows(isAggregated: isAggregated, subqueries)
    if isAggregated, parts.groups.isEmpty {
      guard !isLimited else {
        throw PlanRejection(
          .unknownLimit,
          of: "the LIMIT of an aggregate",
          instead: "leave it out: an aggregate has one row"
        )
      }
      if let totals = try totals() { return totals }
    }
    try rejectShape(isAggregated: isAggregated)
    let grouped = parts.isDistinct ? try groupedParts(isAggregated: isAggregated) : parts
    var analyzed = AnalyzedSelect(
      try selectPlan(grouped, isAggregated: isAggregated, firstRows, subqueries.linked),
      grouped,
      region
    )
    analyzed.sources = sources
    analyzed.watched = subqueries.watched
    analyzed.window = try parts.window()
    try addTerms(to: &analyzed)
    if parts.isDistinct { try rejectSpellings(analyzed) }
    try analyzed.refuseManyColumns(of: query, db)
    if let condition = self.firstRows?.condition {
      analyzed.parts = analyzed.parts.with(conditions: parts.conditions + [condition])
    }
    if isText { try analyzed.parts.keepNames(of: query, db) }
    if isText || !subqueries.isEmpty || Snapshot.checksPlans {
      try Self.refuseUncompilable(analyzed, db)
    }
    try addScans(to: &analyzed)
    if !isRewritten { analyzed.filters = try PlanFilters.filters(of: analyzed, db) }
    return analyzed
  }

  /// Finds out whether an index finds the rows of a group or of a partition.
  private func addScans(to analyzed: inout AnalyzedSelect) throws {
    switch analyzed.selectPlan {
    case .groups(isDistinct: false, scansTable: _):
      let scans = try scansTable(analyzed, for: analyzed.keys)
      analyzed.selectPlan = .groups(isDistinct: false, scansTable: scans)
      if scans, let row = try computedGroups(of: analyzed) {
        analyzed.selectPlan = .computedGroups(row)
      }
    case .partitions(let terms, scansTable: _):
      let scans = try scansTable(analyzed, for: terms)
      analyzed.selectPlan = .partitions(terms, scansTable: scans)
    // A new row of a DISTINCT is read by the key of a row of the table, and others by other keys.
    case .groups, .computedGroups, .keyed, .firstRows, .join, .joinGroups, .fullJoin, .aggregate,
      .totals, .compound, .prefetched, .rerun:
      break
    }
  }

  private func scansTable(_ analyzed: AnalyzedSelect, for terms: [AnalyzedSelect.Term]) throws
    -> Bool
  {
    guard sources[0].hasRowNumbers else { return false }
    let hasKey = Snapshot.hasKey(terms.map(\.expression), isRowNumber: false)
    return try db.scansTable(for: analyzed.parts.query(hidden: analyzed.hidden, where: hasKey))
  }

  /// Returns the terms by which all window functions partition the rows.
  ///
  /// - Parameter isPlain: Whether each row of the result is one row of a table.
  private func partition(isPlain: Bool) throws -> [AnalyzedSelect.Term] {
    for clause in parts.conditions + parts.order + [parts.from]
    where FragmentWords([clause]).words.contains("over") {
      throw PlanRejection(
        .window,
        at: clause,
        "which has a window function",
        instead: "select what it computes, and filter and sort the rows in Swift"
      )
    }
    guard isPlain else {
      throw PlanRejection(.window, of: "a window function on a join, on groups or on subqueries")
    }
    guard let terms = parts.columns.partition(Snapshot.syntax), !terms.isEmpty,
      let collations = try db.collations(of: terms, in: parts)
    else { throw PlanRejection(.window, at: parts.columns) }
    return zip(terms, collations).map(Self.keyTerm)
  }

  static func keyTerm(_ key: QueryFragment, _ collation: SortTerm.Collation)
    -> AnalyzedSelect.Term
  {
    let term = Snapshot.keyTerm(key, collation)
    return AnalyzedSelect.Term(
      expression: key,
      sort: SortTerm(term.collation),
      written: term.written
    )
  }

  /// Refuses a `FULL JOIN` that does more, and a limit without an order.
  private func rejectShape(isAggregated: Bool) throws {
    let hasGroups = isAggregated || parts.isDistinct
    if isFullJoin, hasGroups || hasSubqueries {
      throw PlanRejection(.outerJoin, of: "a FULL JOIN with groups, DISTINCT or a subquery")
    }
    guard isLimited, !(isAggregated && parts.groups.isEmpty) else { return }
    let isOrdered =
      try !parts.order.isEmpty
      || sources.count < 2 && !hasGroups && firstRows == nil && db.readsInOrderOfKeys(query)
    guard isOrdered else { throw PlanRejection(.unorderedLimit, at: parts.shownLimit) }
  }

  /// Returns the plan, with the facts that are known before the terms of the order and of the keys.
  ///
  /// - Parameter grouped: The parts, with groups instead of `DISTINCT`.
  private func selectPlan(
    _ grouped: SelectParts,
    isAggregated: Bool,
    _ firstRows: SelectPlan.FirstRows?,
    _ subqueries: [SelectPlan.LinkedSubquery]
  ) throws -> SelectPlan {
    let hasGroups = !grouped.groups.isEmpty
    let isJoin = sources.count > 1 || !subqueries.isEmpty
    let partition = hasWindowFunctions ? try partition(isPlain: !isJoin && !hasGroups) : nil
    if isAggregated, !hasGroups { return .aggregate(countsRows: countsRows) }
    if let firstRows { return .firstRows(firstRows) }
    if let partition { return .partitions(partition, scansTable: false) }
    if isFullJoin { return .fullJoin }
    switch (isJoin, hasGroups) {
    case (true, true): return .joinGroups(subqueries, isDistinct: parts.isDistinct)
    case (true, false): return .join(subqueries)
    case (false, true): return .groups(isDistinct: parts.isDistinct, scansTable: false)
    case (false, false):
      let isPlain = !isLimited && parts.order.isEmpty && !hasSubqueries
      return .keyed(lookedUp: isPlain ? lookedUpKey(in: sources) : nil)
    }
  }

  /// Whether the only column is `count(*)`.
  private var countsRows: Bool {
    parts.having.isEmpty && parts.expressions.count == 1
      && parts.expressions[0].render().sql == "count(*)"
  }

  /// Whether it has subqueries outside of its `FROM` clause.
  private var hasSubqueries: Bool { expressionWords.words.contains("select") }

  /// Whether a row of the result depends on rows of more than one table.
  var hasManyTables: Bool { sources.count > 1 || hasSubqueries }

  private var isLimited: Bool { parts.limit != nil || parts.offset != nil }

  /// Returns the statement with groups instead of `DISTINCT`: equal rows form one group.
  private func groupedParts(isAggregated: Bool) throws -> SelectParts {
    let selected = try parts.selected(db) ?? []
    let columns = Set(selected)
    guard !isAggregated, !columns.isEmpty else {
      throw PlanRejection(
        .distinct,
        at: parts.columns,
        isAggregated ? "which has an aggregate" : nil,
        instead: isAggregated ? "leave DISTINCT out" : "name the columns"
      )
    }
    for term in parts.order where !columns.contains(term.orderTerm.expression) {
      throw refusal(ofDistinctOrder: term)
    }
    return parts.grouped(by: selected)
  }

  private func isAggregated() throws -> Bool {
    if !parts.groups.isEmpty { return true }
    if hasWindowFunctions {
      // The aggregates of window functions do not group rows.
      guard let columns = parts.columns.withoutWindows(Snapshot.syntax) else {
        throw PlanRejection(.window, at: parts.columns)
      }
      return try db.isAggregated(parts.query(columns: columns))
    }
    guard hasSubqueries else {
      return try db.isAggregated(parts.query())
    }
    // Aggregates in subqueries do not group the rows of this statement.
    guard let columns = parts.columns.withoutSubqueries(Snapshot.syntax) else {
      throw PlanRejection(.subquery, at: parts.columns)
    }
    return try db.isAggregated(parts.query(columns: columns, conditions: []))
  }
}

// MARK: - Tables

extension PlanAnalysis {
  /// Returns the row number that a single condition looks up: `("reminders"."id") IN ((1))`.
  private func lookedUpKey(in sources: [AnalyzedSelect.Source]) -> Int64? {
    isRewritten ? nil : Self.lookedUpRowID(in: sources[0], parts, db)
  }

  private static func lookedUpRowID(
    in source: AnalyzedSelect.Source,
    _ parts: SelectParts,
    _ db: Snapshot
  ) -> Int64? {
    guard parts.conditions.count == 1, case .int(let id) = parts.conditions[0].bindings.first,
      parts.conditions[0].bindings.count == 1, case .rowID = source.key,
      let written = parts.sources?.first,
      let name = try? db.rowNumberColumn(of: source.table)
    else { return nil }
    let column = written.column(name).render().sql
    let sql = parts.conditions[0].render().sql.filter { !"() ".contains($0) }
    let wanted = column.filter { !"() ".contains($0) }
    return sql == wanted + "IN?" || sql == wanted + "=?" ? id : nil
  }

}

extension SelectParts {
  /// The limit and the offset, as reasons show them.
  var shownLimit: QueryFragment {
    let limit: QueryFragment = limit.map { "LIMIT " + $0 } ?? ""
    return limit + (offset.map { " OFFSET " + $0 } ?? "")
  }

  /// Returns the limit and the offset, which must be numbers; `nil` if there is neither.
  func window() throws -> AnalyzedSelect.Window? {
    if limit == nil, offset == nil { return nil }
    let limit = try limit.map(number)
    let offset = try offset.map(number) ?? 0
    return .init(limit: limit.flatMap { $0 < 0 ? nil : $0 }, offset: max(0, offset))
  }

  private func number(_ fragment: QueryFragment) throws -> Int {
    let (sql, bindings) = fragment.render()
    let bare = sql.filter { !"() ".contains($0) }
    if bare == "?", case .int(let value) = bindings.first, let value = Int(exactly: value) {
      return value
    }
    guard let value = Int(bare) else { throw PlanRejection(.unknownLimit, at: fragment) }
    return value
  }
}
