package import DatabaseTypes
import IncrementalQueries
package import TypedSQL

/// The maintenance of the rows of a `SELECT` in sections.
///
/// The rows are kept with the names of their sections, and the sections are updated from the rows
/// that a plan reports as changed. SQLite orders rows by these names, so the rows of a section are
/// adjacent; if they are not, all rows are sorted again. With a limit, SQLite orders rows by the
/// statement's own order, which decides which rows are kept, and the rows are sorted here.
///
/// Memory: the rows a second time, with the names of their sections.
package struct SectionedMaintenance<Row: Sendable, Snapshot: LiveSnapshot>: ResultMaintenance {
  /// A row with the name of its section.
  package typealias NamedRow = (row: Row, name: String?)

  private let select: DecodableSelect<NamedRow, Snapshot>
  /// The order of the sections; `nil` if the rows are in that order.
  private let sectionOrder: QueryFragment?
  /// The comparison of names, if the rows are to be sorted.
  private var sort: SortTerm?
  /// What was analysed, if the rows cannot be sorted.
  private var unsortable: AnalyzedSelect?
  private var runner: PlanRunner<NamedRow, Snapshot>
  private var rows: [NamedRow] = []
  /// The sections; `nil` before the first start.
  private var layout: SectionLayout<String?>?
  /// The indexes of the rows in the order of the sections, if that differs from theirs.
  private var order: [Int]?

  /// Creates a maintenance that has not been started.
  ///
  /// - Parameters:
  ///   - select: The statement of the rows.
  ///   - sectionOrder: The order of the sections, if the rows are not in that order.
  package init(
    _ select: DecodableSelect<NamedRow, Snapshot>,
    orderedBy sectionOrder: QueryFragment? = nil
  ) {
    self.select = select
    self.sectionOrder = sectionOrder
    runner = PlanRunner(select)
  }

  package var analyzed: AnalyzedSelect? { unsortable ?? runner.analyzed }

  package func retainedKeys(among touched: [RowKey]?) -> RetainedKeys? {
    runner.retainedKeys(among: touched)
  }

  package mutating func start(_ db: Snapshot, after old: [Row]?) throws -> ResultChange<[Row]>? {
    let analyzed = try runner.analyze(db)
    unsortable = nil
    if analyzed.isRerun { return nil }
    if let sectionOrder {
      sort = try sortTerm(of: sectionOrder, db)
      guard sort != nil else {
        unsortable = AnalyzedSelect(.rerun(.unknownOrder), analyzed.parts, analyzed.region)
        return nil
      }
    }
    let before = layout
    try take(runner.start(analyzed, db), db)
    return replaced(old, before)
  }

  package mutating func apply(_ changes: ChangeSet, to value: [Row], _ db: Snapshot) throws
    -> ResultChange<[Row]>
  {
    switch try runner.apply(changes, to: rows, db) {
    case .unchanged: return .unchanged
    case .failed(let error): return .failed(error)
    case .patched(let change):
      guard let named = change.difference as? ResultDifference<NamedRow> else { return .unchanged }
      return try patch(named.difference, of: value, db)
    case .replaced(let new, let difference):
      let named = difference as? ResultDifference<NamedRow>
      let (before, wasInOrder) = (layout, order == nil)
      try take(new.value, db)
      guard wasInOrder, order == nil, let named else { return replaced(value, before) }
      return .replaced(reading, Self.rowDifference(of: named.difference))
    }
  }

  package func correction(of value: [Row], _ db: Snapshot) throws -> [Row]? {
    guard select.canCompare, runner.analyzed != nil else { return nil }
    var fresh = self
    try fresh.take(runner.correction(of: self.rows, db) ?? self.rows, db)
    let rows = fresh.reading.value
    let isSame = fresh.layout == layout && rows.count == value.count
    return isSame && zip(rows, value).allSatisfy(self.isSame) ? nil : rows
  }
}

extension SectionedMaintenance {
  private var isSame: @Sendable (Row, Row) -> Bool {
    let isSame = select.isSame
    return { isSame(($0, nil), ($1, nil)) }
  }

  private static var isNeverSame: @Sendable (Row, Row) -> Bool { { _, _ in false } }

  /// Replaces all rows.
  private mutating func take(_ named: [NamedRow], _ db: Snapshot) throws {
    rows = named
    guard let sort, let sorted = try Self.positions(of: named, sortedBy: sort, db) else {
      let (layout, order) = SectionLayout.sections(of: named.map(\.name))
      return (self.layout, self.order) = (layout, order)
    }
    let (layout, grouped) = SectionLayout.sections(of: sorted.map { named[$0].name })
    (self.layout, order) = (layout, grouped.map { $0.map { sorted[$0] } } ?? sorted)
  }

  /// Returns how names are compared in the order of the sections; `nil` if that is not known.
  private func sortTerm(of order: QueryFragment, _ db: Snapshot) throws -> SortTerm? {
    let term = order.orderTerm
    let collations = try db.collations(of: [term.expression], in: select.parts)
    return collations?.first.map {
      SortTerm($0, isDescending: term.isDescending, nullsFirst: term.nullsFirst)
    }
  }

  /// Returns the positions of the rows in the order of their names; rows with equal names keep
  /// their order.
  ///
  /// - Returns: `nil` if the rows are in that order.
  private static func positions(of named: [NamedRow], sortedBy sort: SortTerm, _ db: Snapshot)
    throws -> [Int]?
  {
    let names: [DatabaseValue] = named.map { row in
      if let name = row.name { .text(name) } else { .null }
    }
    let sorted = try names.indices.sorted { left, right in
      let order = try sort.compare(names[left], names[right]) { collation, left, right in
        try db.compare(collation, left, right)
      }
      return order == 0 ? left < right : order < 0
    }
    return sorted.elementsEqual(names.indices) ? nil : sorted
  }

  /// Returns the change to all rows as they are now.
  private func replaced(_ old: [Row]?, _ before: SectionLayout<String?>?) -> ResultChange<[Row]> {
    let reading = reading
    // If the sections may have changed, equal rows must be reported as well.
    let isSame = before == layout ? self.isSame : Self.isNeverSame
    return .replaced(
      reading,
      old.map { ResultDifference.between($0, reading.value, isSame: isSame) }
    )
  }

  /// The rows in the order of their sections.
  private var reading: LiveReading<[Row]> {
    let value = order.map { $0.map { rows[$0].row } } ?? rows.map(\.row)
    return LiveReading(value: value, sections: layout, tracksDifferences: true)
  }

  /// Returns the difference of the rows only; an equal row may have moved to another section.
  private static func rowDifference(of difference: Difference<NamedRow>) -> ResultDifference<Row> {
    ResultDifference(difference: difference.map { $0.row }, isSame: isNeverSame)
  }

  private mutating func patch(
    _ difference: Difference<NamedRow>,
    of value: [Row],
    _ db: Snapshot
  ) throws -> ResultChange<[Row]> {
    try rows.apply(difference)
    guard sort == nil, order == nil, let new = layout?.replacing(difference) else {
      let (before, wasInOrder) = (layout, order == nil)
      try take(rows, db)
      if wasInOrder, order == nil { return patched(difference) }
      return sort == nil ? replaced(value, before) : sorted(value, before)
    }
    layout = new
    return patched(difference)
  }

  /// Returns the patch that makes the rows what they are now, after they were sorted.
  private func sorted(_ old: [Row], _ before: SectionLayout<String?>?) -> ResultChange<[Row]> {
    // If the sections may have changed, equal rows must be reported as well.
    let isSame = before == layout ? self.isSame : Self.isNeverSame
    let difference = ResultDifference.between(old, reading.value, isSame: isSame)
    guard let layout, !difference.isEmpty else { return .unchanged }
    return .patched(ResultPatch(difference, sections: layout))
  }

  private func patched(_ difference: Difference<NamedRow>) -> ResultChange<[Row]> {
    guard let layout else { return .replaced(reading, nil) }
    return .patched(ResultPatch(Self.rowDifference(of: difference), sections: layout))
  }
}

extension SectionLayout<String?> {
  /// Returns the sections after a difference; `nil` if the rows of a section would not be adjacent.
  fileprivate func replacing<Row>(_ difference: Difference<(row: Row, name: String?)>) -> Self? {
    let removed =
      difference.removed.map(\.index) + difference.updated.map(\.oldIndex)
      + difference.moved.map(\.oldIndex)
    let inserted = difference.inserted.map { (index: $0.index, name: $0.element.name) }
    let updated = difference.updated.map { (index: $0.newIndex, name: $0.newElement.name) }
    let moved = difference.moved.map { (index: $0.newIndex, name: $0.element.name) }
    let added = (inserted + updated + moved).sorted { $0.index < $1.index }
    return replacing(removed, by: added)
  }
}
