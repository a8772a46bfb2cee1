import DatabaseTypes
import IncrementalQueries
import SQLSyntax
import TypedSQL

/// The analysis of a compound statement, which has one plan for each of its arms.
///
/// Rows that are equal in all columns are one row; the plan counts how often each arm has it.
struct CompoundAnalysis<Snapshot: LiveSnapshot> {
  private let parts: SelectParts
  private let query: QueryFragment
  private let region: Region
  private let db: Snapshot

  init(_ parts: SelectParts, query: QueryFragment, _ region: Region, _ db: Snapshot) {
    (self.parts, self.query, self.region, self.db) = (parts, query, region, db)
  }

  /// Returns the statement with its plan.
  ///
  /// - Throws: ``PlanRejection``
  func plan() throws -> AnalyzedSelect {
    try refuseOtherPrecedence()
    let arms = try parts.arms.map(arm)
    let collations = try collations(of: arms)
    let names = try db.columnNames(of: query)
    for arm in arms where arm.values.count != names.count {
      throw PlanRejection(.unknownText, at: arm.select.parts.columns)
    }
    let isLimited = parts.limit != nil || parts.offset != nil
    if isLimited, parts.order.isEmpty {
      throw PlanRejection(.unorderedLimit, at: parts.shownLimit)
    }
    let leading = leadingColumns(of: arms)
    let leadCount = leading.first?.count ?? 0
    let compound = SelectPlan.Compound(
      arms: zip(arms, leading).map { arm, lead in
        .init(operator: arm.operator, select: arm.select, values: lead + arm.values)
      },
      columnNames: names,
      columnTypes: try types(of: arms, names, keepsDuplicates: leadCount > 0)
    )
    var analyzed = AnalyzedSelect(
      .compound(compound),
      rows(of: arms, leading, named: names),
      region
    )
    analyzed.watched = arms.flatMap(\.select.watched)
    analyzed.window = try parts.window()
    analyzed.order = try parts.order.map { term in
      try self.term(term.orderTerm, names, collations, leadCount)
    }
    analyzed.keys = try keys((0..<leadCount + names.count).map { .column($0) }, of: analyzed.parts)
    try analyzed.refuseManyColumns(of: query, db)
    guard db.canCompile(analyzed.parts.query(hidden: analyzed.hidden, order: analyzed.writtenOrder))
    else {
      throw PlanRejection(.unknownText, of: "what the database does not accept in a subquery")
    }
    return analyzed
  }

  private func arm(_ arm: SelectParts.Arm) throws -> SelectPlan.Arm {
    let parts = arm.parts.with(parts.commonTables)
    let statement = parts.statement
    let select = try PlanAnalysis.plan(parts, query: statement, readFrom: statement, db)
    switch select.selectPlan {
    case .rerun(let reason): throw PlanRejection(reason: reason)
    case .firstRows: throw PlanRejection.firstRows(within: "a UNION or similar")
    case .keyed, .groups, .computedGroups, .partitions, .join, .joinGroups, .fullJoin, .aggregate,
      .totals, .compound, .prefetched:
      break
    }
    guard let values = try select.parts.selected(db) else {
      throw PlanRejection(.unknownText, at: parts.columns, instead: "name the columns")
    }
    var keyed = select
    if keyed.plan == .aggregate { keyed.keys = [.bytewise("1", .binary)] }
    return SelectPlan.Arm(operator: arm.operator, select: keyed, values: values)
  }

  /// Refuses an `INTERSECT` after other operators.
  ///
  /// It binds more tightly in PostgreSQL, and the plan counts from left to right, as SQLite does.
  private func refuseOtherPrecedence() throws {
    let operators = parts.arms.dropFirst().map(\.operator)
    let others = operators.drop { $0 == .intersect }
    guard Snapshot.syntax == .sqlite || !others.contains(.intersect) else {
      throw PlanRejection(
        .unknownText,
        of: "INTERSECT behind another operator",
        instead: "write it before the others"
      )
    }
  }

  private func types(
    of arms: [SelectPlan.Arm],
    _ names: [String],
    keepsDuplicates: Bool
  ) throws -> [QueryFragment] {
    if keepsDuplicates, Snapshot.syntax == .sqlite { return [] }
    let values = arms.map { arm in
      arm.select.parts.query(columns: "", hidden: arm.values)
    }
    guard let types = try db.compoundTypes(of: query, arms: values),
      types.isEmpty || types.count == names.count
    else {
      throw PlanRejection(
        .distinct,
        of:
          "columns whose types differ between the statements, or whose equal values may look different",
        instead: "cast them to one type"
      )
    }
    return types
  }

  /// Returns the keys of rows; equal rows are distinguished by numbers, which the plan assigns.
  private func keys(_ columns: [QueryFragment], of rows: SelectParts) throws
    -> [AnalyzedSelect.Term]
  {
    if Snapshot.syntax == .sqlite {
      let collation = try db.byteCollation()
      return (columns + ["0 + 0"]).map { .bytewise($0, collation) }
    }
    guard let collations = try db.collations(of: columns, in: rows) else {
      throw PlanRejection(.unknownOrder, at: columns.joined(separator: ", "))
    }
    let number = AnalyzedSelect.Term(expression: "0 + 0", sort: SortTerm(.binary), written: "0 + 0")
    return zip(columns, collations).map { PlanAnalysis<Snapshot>.keyTerm($0, $1) } + [number]
  }

  /// Returns the columns to put first if duplicate rows are kept: the arm of a row, and its key.
  ///
  /// This puts the rows into the order in which SQLite returns them: one arm after the other.
  private func leadingColumns(of arms: [SelectPlan.Arm]) -> [[QueryFragment]] {
    guard arms.dropFirst().allSatisfy({ $0.operator == .unionAll }) else {
      return arms.map { _ in [] }
    }
    let width = arms.map(\.select.keys.count).max() ?? 0
    return arms.enumerated().map { index, arm in
      let keys = arm.select.keys.map(\.expression)
      let missing = Array(repeating: QueryFragment("NULL"), count: width - keys.count)
      return ["\(raw: index)"] + keys + missing
    }
  }

  /// Returns the rows of the statement, with column names by which plans refer to them.
  private func rows(
    of arms: [SelectPlan.Arm],
    _ leads: [[QueryFragment]],
    named names: [String]
  ) -> SelectParts {
    let lead = leads.first?.count ?? 0
    let columns = names.enumerated().map { index, name -> QueryFragment in
      "\(QueryFragment.column(lead + index)) AS \(quote: name)"
    }
    let written = zip(arms, leads).map { arm, lead in
      let parts = arm.select.parts
      let columns = Snapshot.syntax == .sqlite ? arm.values.map(\.withoutAffinity) : [parts.columns]
      return SelectParts.Arm(
        arm.operator,
        parts.selecting((lead + columns).joined(separator: ", "))
      )
    }
    return SelectParts(
      sources: nil,
      columns: columns.joined(separator: ", "),
      from: "live_rows",
      limit: parts.limit,
      offset: parts.offset
    ).with([
      SelectParts.CommonTable(
        name: "live_rows",
        columnNames: (0..<lead + names.count).map { "live_\($0)" },
        parts: SelectParts(arms: lead == 0 ? parts.arms : written).with(parts.commonTables)
      )
    ])
  }
}

// MARK: - Order

extension CompoundAnalysis {
  /// Returns the collations of the columns, on which all arms have to agree.
  ///
  /// If duplicates are removed, columns must be compared as bytes.
  private func collations(of arms: [SelectPlan.Arm]) throws -> [SortTerm.Collation] {
    let all = try arms.map { arm -> [SortTerm.Collation] in
      if arm.select.plan == .aggregate {
        // The value of an aggregate has a collation only if its text names one.
        for value in arm.values where FragmentWords([value]).words.contains("collate") {
          throw PlanRejection(.unknownOrder, at: value, instead: "leave the COLLATE out")
        }
        let collation = try db.byteCollation()
        return arm.values.map { _ in collation }
      }
      guard let collations = try db.collations(of: arm.values, in: arm.select.parts) else {
        throw PlanRejection(.unknownOrder, at: arm.values.joined(separator: ", "))
      }
      return collations
    }
    guard let first = all.first, all.allSatisfy({ $0 == first }) else {
      throw PlanRejection(
        .unknownOrder,
        of: "columns that the statements compare by different collations",
        instead: "write the same COLLATE in each"
      )
    }
    let leavesOut = parts.arms.contains { $0.operator != nil && $0.operator != .unionAll }
    // As keys, texts may be compared by their bytes.
    let identities = zip(arms[0].values, first).map { Snapshot.keyTerm($0, $1).collation }
    if leavesOut, let place = identities.firstIndex(where: { !$0.isBytewise }) {
      throw PlanRejection(
        .distinct,
        at: arms[0].values[place],
        "which a collation compares",
        instead: "add COLLATE BINARY to it in each statement, or write UNION ALL"
      )
    }
    return first
  }

  /// Returns a term of the order, which must be a column, by number or by the first arm's name for
  /// it.
  private func term(
    _ term: OrderTerm,
    _ names: [String],
    _ collations: [SortTerm.Collation],
    _ lead: Int
  ) throws -> AnalyzedSelect.Term {
    guard let (text, collation) = term.expression.collated(Snapshot.syntax, try db.byteCollation()),
      let column = column(called: text, names)
    else {
      throw PlanRejection(
        .unknownOrder,
        at: term.expression,
        instead: "order by a column of the first statement"
      )
    }
    let expression = QueryFragment.column(lead + column)
    let used = collation ?? collations[column]
    return AnalyzedSelect.Term(
      expression: expression,
      sort: SortTerm(used, isDescending: term.isDescending, nullsFirst: term.nullsFirst),
      written: Self.written(expression, used, term)
    )
  }

  private static func written(
    _ expression: QueryFragment,
    _ collation: SortTerm.Collation,
    _ term: OrderTerm
  ) -> QueryFragment {
    if Snapshot.syntax == .sqlite {
      return "\(expression) COLLATE \(quote: collation.name)" + term.suffix
    }
    return Snapshot.orderTerm(
      expression + term.suffix,
      isDescending: term.isDescending,
      nullsFirst: term.nullsFirst
    )
  }

  private func column(called text: QueryFragment, _ names: [String]) -> Int? {
    if let number = Int(text.render().sql) {
      return names.indices.contains(number - 1) ? number - 1 : nil
    }
    guard let name = text.tokens(Snapshot.syntax)?[...].singleName else { return nil }
    let places = names.indices.filter { isSameIdentifier(names[$0], name) }
    return places.count == 1 ? places[0] : nil
  }
}

extension AnalyzedSelect.Term {
  /// Returns a term that is compared by bytes.
  fileprivate static func bytewise(_ expression: QueryFragment, _ collation: SortTerm.Collation)
    -> Self
  {
    Self(
      expression: expression,
      sort: SortTerm(collation),
      written: "\(expression) COLLATE BINARY"
    )
  }
}

extension QueryFragment {
  /// Returns a column of the rows of a compound statement.
  fileprivate static func column(_ index: Int) -> QueryFragment { "live_\(raw: index)" }

  /// The expression, and the collation that it names, if any: `title COLLATE NOCASE`.
  fileprivate func collated(_ syntax: SQLGrammar, _ bytewise: SortTerm.Collation)
    -> (QueryFragment, SortTerm.Collation?)?
  {
    guard let tokens = tokens(syntax) else { return nil }
    guard let place = tokens.lastIndex(where: { $0.isWord("collate") }) else { return (self, nil) }
    guard place == tokens.count - 2, let name = tokens[place + 1].identifier else { return nil }
    return (tokens[..<place].fragment, SortTerm.Collation(named: name, bytewise))
  }
}

extension SortTerm.Collation {
  fileprivate init(named name: String, _ bytewise: Self) {
    self =
      switch name.uppercased() {
      case "BINARY": bytewise
      case "NOCASE": .noCase
      case "RTRIM": .rightTrim
      default: .custom(name)
      }
  }

  fileprivate var name: String {
    switch self {
    case .binary, .binaryUTF16: "BINARY"
    case .noCase: "NOCASE"
    case .rightTrim: "RTRIM"
    case .custom(let name): name
    }
  }
}

extension QueryFragment {
  /// The same value, but not a column whose affinity `REAL` makes integers of other statements
  /// real numbers. https://www.sqlite.org/datatype3.html#affinity_of_expressions
  fileprivate var withoutAffinity: QueryFragment { "+(\(self))" }
}
