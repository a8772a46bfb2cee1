import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
package import SQLiteDatabase
package import TypedSQL

/// Chooses the plan for a statement: what the statement says decides, and what SQLite says of it.
package struct PlanAnalysis {
  private let parts: SelectParts
  private let db: Database
  private let region: Region
  private let words: FragmentWords
  private let query: QueryFragment

  /// Analyses a statement.
  ///
  /// - Throws: ``DatabaseError`` where the statement itself cannot be compiled.
  package static func plan(_ parts: SelectParts, query: QueryFragment, _ db: Database) throws
    -> PlannedSelect
  {
    guard !parts.isEmpty else { return PlannedSelect(.rerun(.noRows), parts, Region()) }
    let analysis = try PlanAnalysis(parts: parts, query: query, db)
    do { return try analysis.plan() } catch let refusal as Refusal {
      return PlannedSelect(.rerun(refusal.reason), parts, analysis.region)
    }
  }

  private struct Refusal: Error { let reason: LivePlan.Reason }

  private init(parts: SelectParts, query: QueryFragment, _ db: Database) throws {
    self.parts = parts
    self.query = query
    self.db = db
    region = try db.region(of: query)
    words = FragmentWords(
      [parts.columns, parts.from] + parts.conditions + parts.groups + parts.having + parts.order
    )
  }

  private func plan() throws -> PlannedSelect {
    try refuseWords()
    try refuseText()
    let sources = try resolvedSources()
    let isAggregated = try isAggregated()
    let isJoin = sources.count > 1
    let isLimited = parts.limit != nil || parts.offset != nil
    let plan: LivePlan
    if isJoin {
      guard !isAggregated, !isLimited else { throw Refusal(reason: .groupedJoin) }
      plan = .join
    } else if isAggregated {
      guard !isLimited else { throw Refusal(reason: .unknownLimit) }
      plan = parts.groups.isEmpty ? .aggregate : .groups
    } else if isLimited {
      if parts.order.isEmpty, try !readsByKey() { throw Refusal(reason: .unorderedLimit) }
      plan = .orderedWindow
    } else if !parts.order.isEmpty {
      plan = .orderedPatch
    } else {
      plan = soughtRowID(in: sources[0]) == nil ? .keyedPatch : .pointLookup
    }
    var planned = PlannedSelect(plan, parts, region)
    planned.sources = sources
    planned.soughtRowID = plan == .pointLookup ? soughtRowID(in: sources[0]) : nil
    planned.countsRows =
      plan == .aggregate && parts.having.isEmpty && parts.expressions.count == 1
      && parts.expressions[0].render().sql == "count(*)"
    if isLimited { (planned.limit, planned.offset) = try limits() }
    try addTerms(to: &planned)
    planned.filters = try PlanFilters.filters(of: planned, db)
    return planned
  }

  private func refuseWords() throws {
    if parts.isDistinct { throw Refusal(reason: .distinct) }
    if words.hasMemberTable || !words.words.isDisjoint(with: ["select", "values", "with"]) {
      throw Refusal(reason: .subquery)
    }
    if words.words.contains("over") { throw Refusal(reason: .window) }
    if words.readsClock { throw Refusal(reason: .volatile("the time")) }
    let builtIn: Set = [
      "random", "randomblob", "changes", "total_changes", "last_insert_rowid", "current_date",
      "current_time", "current_timestamp", "now",
    ]
    let volatile = try words.words.intersection(builtIn.union(db.volatileFunctionNames()))
    if let name = volatile.sorted().first { throw Refusal(reason: .volatile(name)) }
  }

  /// A plan puts parts of the statement beside others: text that is not understood whole may mean something else there.
  private func refuseText() throws {
    let lists = [parts.columns, parts.from] + parts.conditions + parts.having
    let terms = parts.groups + parts.order
    let isUnderstood =
      lists.allSatisfy { ConditionTree($0)?.hasNoClause == true }
      && terms.allSatisfy { ConditionTree($0)?.isOneExpression == true }
    if !isUnderstood { throw Refusal(reason: .unknownText) }
  }

  /// Whether SQLite reads the rows in the order of their numbers, which then decides what a limit leaves.
  ///
  /// It opens the table alone; an index has its columns as the argument: `k(2,,)`.
  private func readsByKey() throws -> Bool {
    let instructions = try db.instructions(of: query)
    let opened = instructions.filter { $0.opcode.hasPrefix("Open") || $0.opcode == "SorterOpen" }
    return opened.count == 1 && opened[0].opcode == "OpenRead"
      && !opened[0].argument.hasPrefix("k(")
      && !instructions.contains { $0.opcode == "Last" || $0.opcode == "Prev" }
  }

  private func isAggregated() throws -> Bool {
    if !parts.groups.isEmpty { return true }
    let instructions = try db.instructions(of: parts.query())
    return instructions.contains { $0.opcode.hasPrefix("Agg") || $0.opcode == "Count" }
  }
}

// MARK: - Tables

extension PlanAnalysis {
  private func resolvedSources() throws -> [PlannedSelect.Source] {
    guard let sources = parts.sources else { throw Refusal(reason: .subquery) }
    let resolved = try sources.map(resolved)
    let known = Set(resolved.map(\.table))
    guard region.tables.keys.allSatisfy(known.contains), !region.isFullDatabase else {
      throw Refusal(reason: .subquery)
    }
    return resolved
  }

  private func resolved(_ source: SelectParts.Source) throws -> PlannedSelect.Source {
    guard source.kind != .outer else { throw Refusal(reason: .outerJoin) }
    let named = region.tables.keys.filter { table in
      isSameIdentifier(table.name, source.table)
        && source.schema.map { isSameIdentifier($0, table.schema) } ?? true
    }
    guard named.count == 1, let table = named.first, let key = try db.tableKey(of: table) else {
      throw Refusal(reason: .noKey(source.table))
    }
    let names =
      switch key {
      case .rowID(let name): [name]
      case .primaryKey(let names): names
      }
    return PlannedSelect.Source(
      table: table,
      key: key,
      isOptional: source.kind == .left,
      keyColumns: names.map(source.column)
    )
  }

  /// The row number that a statement seeks by a single condition: `("reminders"."id") IN ((1))`.
  private func soughtRowID(in source: PlannedSelect.Source) -> Int64? {
    guard parts.conditions.count == 1, case .int(let id) = parts.conditions[0].bindings.first,
      parts.conditions[0].bindings.count == 1, case .rowID = source.key,
      let written = parts.sources?.first,
      let name = try? db.primaryKey(source.table).rowIDColumn
    else { return nil }
    let column = written.column(name).render().sql
    let sql = parts.conditions[0].render().sql.filter { !"() ".contains($0) }
    let wanted = column.filter { !"() ".contains($0) }
    return sql == wanted + "IN?" || sql == wanted + "=?" ? id : nil
  }

  private func limits() throws -> (limit: Int?, offset: Int) {
    let limit = try parts.limit.map(number)
    let offset = try parts.offset.map(number) ?? 0
    return (limit.flatMap { $0 < 0 ? nil : $0 }, max(0, offset))
  }

  private func number(_ fragment: QueryFragment) throws -> Int {
    let (sql, bindings) = fragment.render()
    let bare = sql.filter { !"() ".contains($0) }
    if bare == "?", case .int(let value) = bindings.first, let value = Int(exactly: value) {
      return value
    }
    guard let value = Int(bare) else { throw Refusal(reason: .unknownLimit) }
    return value
  }
}

// MARK: - Order

extension PlanAnalysis {
  /// Adds the terms of the order and of the keys, with the collations that SQLite compares them by.
  private func addTerms(to planned: inout PlannedSelect) throws {
    guard planned.plan != .aggregate else { return }
    let order = parts.order.map(\.orderTerm)
    // A number is the place of a column.
    guard
      order.allSatisfy({ Int($0.expression.render().sql.filter { !"() ".contains($0) }) == nil })
    else { throw Refusal(reason: .unknownOrder) }
    let keys = planned.plan == .groups ? parts.groups : planned.sources.flatMap(\.keyColumns)
    let collations = try collations(of: order.map(\.expression) + keys)
    planned.order = zip(order, collations).map { term, collation in
      PlannedSelect.Term(
        expression: term.expression,
        sort: SortTerm(collation, isDescending: term.isDescending, nullsFirst: term.nullsFirst),
        written: term.written
      )
    }
    planned.keys = zip(keys, collations.dropFirst(order.count)).map { key, collation in
      PlannedSelect.Term(expression: key, sort: SortTerm(collation), written: key)
    }
    guard planned.plan == .groups else { return }
    for case .custom(let name) in planned.keys.map(\.sort.collation) {
      throw Refusal(reason: .groupCollation(name))
    }
  }

  /// Asks SQLite by which collations expressions are compared.
  ///
  /// A sorter has them in its instruction: `k(2,NOCASE,B)`. The unary plus keeps SQLite from using an index instead.
  private func collations(of expressions: [QueryFragment]) throws -> [SortTerm.Collation] {
    guard !expressions.isEmpty else { return [] }
    let terms = expressions.map { QueryFragment("+(") + $0 + QueryFragment(")") }
    let query =
      QueryFragment("SELECT 1 FROM ") + parts.from + QueryFragment(" ORDER BY ")
      + terms.joined(separator: ", ")
    // Terms that are aggregates can stand in a grouped statement only.
    let grouped =
      parts.groups.isEmpty
      ? query : parts.query(columns: "1", order: terms)
    // That of the order comes before that of the groups.
    let sorter = try? db.instructions(of: grouped).first { instruction in
      instruction.opcode == "SorterOpen" || instruction.opcode == "OpenEphemeral"
    }
    guard let argument = sorter?.argument, argument.hasPrefix("k("), argument.hasSuffix(")") else {
      throw Refusal(reason: .unknownOrder)
    }
    let names = argument.dropFirst(2).dropLast().split(
      separator: ",",
      omittingEmptySubsequences: false
    ).dropFirst()
    guard names.count == terms.count || names.count == terms.count + 1 && names.last == "" else {
      throw Refusal(reason: .unknownOrder)
    }
    return names.prefix(terms.count).map { Self.collation(String($0)) }
  }

  private static func collation(_ name: String) -> SortTerm.Collation {
    switch name.uppercased() {
    case "B", "BINARY", "": .binary
    case "NOCASE": .noCase
    case "RTRIM": .rightTrim
    default: .custom(name)
    }
  }
}

/// A term of an `ORDER BY`, taken apart.
private struct OrderTerm {
  let written: QueryFragment
  var expression: QueryFragment
  var isDescending = false
  var nullsFirst: Bool?
}

extension QueryFragment {
  fileprivate var orderTerm: OrderTerm {
    var term = OrderTerm(written: self, expression: self)
    if term.expression.dropSuffix(" nulls first") {
      term.nullsFirst = true
    } else if term.expression.dropSuffix(" nulls last") {
      term.nullsFirst = false
    }
    if term.expression.dropSuffix(" desc") {
      term.isDescending = true
    } else {
      _ = term.expression.dropSuffix(" asc")
    }
    return term
  }
}
