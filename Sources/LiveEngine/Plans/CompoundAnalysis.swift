import DatabaseTypes
import IncrementalQueries
import TypedSQL

/// The choice of a plan for a compound statement: one for each of those that it puts together.
///
/// What is the same in all columns is one row, of which the plan counts how often each statement has it.
struct CompoundAnalysis<Snapshot: LiveSnapshot> {
  private let parts: SelectParts
  private let query: QueryFragment
  private let region: Region
  private let db: Snapshot

  init(_ parts: SelectParts, query: QueryFragment, _ region: Region, _ db: Snapshot) {
    (self.parts, self.query, self.region, self.db) = (parts, query, region, db)
  }

  /// The statement with its plan.
  ///
  /// - Throws: ``PlanRefusal``
  func plan() throws -> AnalyzedSelect {
    let arms = try parts.arms.map(arm)
    let collations = try collations(of: arms)
    let names = try db.columnNames(of: query)
    guard arms.allSatisfy({ $0.values.count == names.count }) else {
      throw PlanRefusal(reason: .unknownText)
    }
    let isLimited = parts.limit != nil || parts.offset != nil
    if isLimited, parts.order.isEmpty { throw PlanRefusal(reason: .unorderedLimit) }
    let lead = leads(of: arms)
    let leadCount = lead.first?.count ?? 0
    var analyzed = AnalyzedSelect(
      isLimited ? .orderedWindow : .compound,
      rows(of: arms, lead, named: names),
      region
    )
    analyzed.arms = zip(arms, lead).map { arm, lead in
      .init(operator: arm.operator, select: arm.select, values: lead + arm.values)
    }
    analyzed.columnNames = names
    analyzed.watched = arms.flatMap(\.select.watched)
    if isLimited { (analyzed.limit, analyzed.offset) = try parts.limits() }
    analyzed.order = try parts.order.map { term in
      try self.term(term.orderTerm, names, collations, leadCount)
    }
    // What is the same is told apart by its number, which the plan gives it.
    analyzed.keys =
      (0..<leadCount + names.count).map { .byBytes(.column($0)) } + [.byBytes("0 + 0")]
    guard db.canCompile(analyzed.parts.query(hidden: analyzed.hidden, order: analyzed.writtenOrder))
    else { throw PlanRefusal(reason: .unknownText) }
    return analyzed
  }

  private func arm(_ arm: SelectParts.Arm) throws -> AnalyzedSelect.Arm {
    let parts = arm.parts.with(parts.commons)
    let statement = parts.statement
    let select = try PlanAnalysis.plan(parts, query: statement, readFrom: statement, db)
    if case .rerun(let reason) = select.plan { throw PlanRefusal(reason: reason) }
    guard let values = try select.parts.selected(db) else {
      throw PlanRefusal(reason: .unknownText)
    }
    var keyed = select
    if keyed.plan == .aggregate { keyed.keys = [.byBytes("1")] }
    return AnalyzedSelect.Arm(operator: arm.operator, select: keyed, values: values)
  }

  /// What comes before the columns, where rows that are the same stay: the statement that a row is of, and its key.
  ///
  /// So they are in the order in which SQLite gives them: one statement after the other.
  private func leads(of arms: [AnalyzedSelect.Arm]) -> [[QueryFragment]] {
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

  /// The rows of the statement, whose columns have names by which plans call them.
  private func rows(
    of arms: [AnalyzedSelect.Arm],
    _ leads: [[QueryFragment]],
    named names: [String]
  ) -> SelectParts {
    let lead = leads.first?.count ?? 0
    let columns = names.enumerated().map { index, name -> QueryFragment in
      "\(QueryFragment.column(lead + index)) AS \(quote: name)"
    }
    let written = zip(arms, leads).map { arm, lead in
      let parts = arm.select.parts
      return SelectParts.Arm(
        arm.operator,
        parts.selecting((lead + [parts.columns]).joined(separator: ", "))
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
        parts: SelectParts(arms: lead == 0 ? parts.arms : written).with(parts.commons)
      )
    ])
  }
}

// MARK: - Order

extension CompoundAnalysis {
  /// By what the columns are compared: all statements have to agree, and to be compared as bytes where what is the same is
  /// left out.
  private func collations(of arms: [AnalyzedSelect.Arm]) throws -> [SortTerm.Collation] {
    let all = try arms.map { arm -> [SortTerm.Collation] in
      if arm.select.plan == .aggregate {
        // What a function gives has the collation that its text names, if any.
        guard !FragmentWords(arm.values).words.contains("collate") else {
          throw PlanRefusal(reason: .unknownOrder)
        }
        return arm.values.map { _ in .binary }
      }
      guard let collations = try db.collations(of: arm.values, in: arm.select.parts) else {
        throw PlanRefusal(reason: .unknownOrder)
      }
      return collations
    }
    guard let first = all.first, all.allSatisfy({ $0 == first }) else {
      throw PlanRefusal(reason: .unknownOrder)
    }
    let leavesOut = parts.arms.contains { $0.operator != nil && $0.operator != .unionAll }
    if leavesOut, first.contains(where: { $0 != .binary }) {
      throw PlanRefusal(reason: .distinct)
    }
    return first
  }

  /// A term of the order, which is a column: by its number, or by the name that the first statement gives it.
  private func term(
    _ term: OrderTerm,
    _ names: [String],
    _ collations: [SortTerm.Collation],
    _ lead: Int
  ) throws -> AnalyzedSelect.Term {
    guard let (text, collation) = term.expression.collated,
      let column = column(called: text, names)
    else { throw PlanRefusal(reason: .unknownOrder) }
    let expression = QueryFragment.column(lead + column)
    let used = collation ?? collations[column]
    return AnalyzedSelect.Term(
      expression: expression,
      sort: SortTerm(used, isDescending: term.isDescending, nullsFirst: term.nullsFirst),
      written: "\(expression) COLLATE \(quote: used.name)" + term.suffix
    )
  }

  private func column(called text: QueryFragment, _ names: [String]) -> Int? {
    if let number = Int(text.render().sql) {
      return names.indices.contains(number - 1) ? number - 1 : nil
    }
    guard let name = text.tokens?[...].singleName else { return nil }
    let places = names.indices.filter { isSameIdentifier(names[$0], name) }
    return places.count == 1 ? places[0] : nil
  }
}

extension AnalyzedSelect.Term {
  /// A term that is compared as bytes are.
  fileprivate static func byBytes(_ expression: QueryFragment) -> Self {
    Self(
      expression: expression,
      sort: SortTerm(.binary),
      written: "\(expression) COLLATE BINARY"
    )
  }
}

extension QueryFragment {
  /// A column of the rows of a compound statement.
  fileprivate static func column(_ index: Int) -> QueryFragment { "live_\(raw: index)" }

  /// An expression and the collation that it names, if it names one: `title COLLATE NOCASE`.
  fileprivate var collated: (QueryFragment, SortTerm.Collation?)? {
    guard let tokens else { return nil }
    guard let place = tokens.lastIndex(where: { $0.isWord("collate") }) else { return (self, nil) }
    guard place == tokens.count - 2, let name = tokens[place + 1].identifier else { return nil }
    return (tokens[..<place].fragment, SortTerm.Collation(named: name))
  }
}

extension SortTerm.Collation {
  fileprivate init(named name: String) {
    self =
      switch name.uppercased() {
      case "BINARY": .binary
      case "NOCASE": .noCase
      case "RTRIM": .rightTrim
      default: .custom(name)
      }
  }

  fileprivate var name: String {
    switch self {
    case .binary: "BINARY"
    case .noCase: "NOCASE"
    case .rightTrim: "RTRIM"
    case .custom(let name): name
    }
  }
}
