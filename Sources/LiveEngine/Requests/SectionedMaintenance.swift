package import DatabaseTypes
import IncrementalQueries

/// The maintenance of the rows of a `SELECT` in sections.
///
/// The rows are kept with the names of their sections, and the sections are updated from the rows
/// that a plan reports as changed. SQLite orders rows by these names, so the rows of a section are
/// adjacent; if they are not, all rows are sorted again.
///
/// Memory: the rows a second time, with the names of their sections.
package struct SectionedMaintenance<Row: Sendable, Snapshot: LiveSnapshot>: ResultMaintenance {
  /// A row with the name of its section.
  package typealias NamedRow = (row: Row, name: String?)

  private let select: DecodableSelect<NamedRow, Snapshot>
  private var runner: PlanRunner<NamedRow, Snapshot>
  private var rows: [NamedRow] = []
  /// The sections; `nil` before the first start.
  private var layout: SectionLayout<String?>?
  /// The indexes of the rows in the order of the sections, if that differs from theirs.
  private var order: [Int]?

  /// Creates a maintenance that has not been started.
  package init(_ select: DecodableSelect<NamedRow, Snapshot>) {
    self.select = select
    runner = PlanRunner(select)
  }

  package var analyzed: AnalyzedSelect? { runner.analyzed }

  package func keptKeys(among touched: [RowKey]?) -> KeptKeys? { runner.keptKeys(among: touched) }

  package mutating func start(_ db: Snapshot, after old: [Row]?) throws -> ResultChange<[Row]>? {
    let analyzed = try runner.analyze(db)
    if analyzed.plan.isRerun { return nil }
    let before = layout
    take(try runner.start(analyzed, db))
    let reading = reading
    // If the sections may have changed, equal rows must be reported as well.
    let isSame = before == layout ? self.isSame : Self.isNeverSame
    return .replaced(
      reading,
      old.map { ResultDifference.between($0, reading.value, isSame: isSame) }
    )
  }

  package mutating func apply(_ changes: ChangeSet, to value: [Row], _ db: Snapshot) throws
    -> ResultChange<[Row]>
  {
    switch try runner.apply(changes, to: rows, db) {
    case .unchanged: return .unchanged
    case .failed(let error): return .failed(error)
    case .patched(let change):
      guard let named = change.difference as? ResultDifference<NamedRow> else { return .unchanged }
      return try patch(named.difference)
    case .replaced(let new, let difference):
      let named = difference as? ResultDifference<NamedRow>
      let wasInOrder = order == nil
      take(new.value)
      guard wasInOrder, order == nil, let named else { return .replaced(reading, nil) }
      return .replaced(reading, Self.rowDifference(of: named.difference))
    }
  }

  package func correction(of value: [Row], _ db: Snapshot) throws -> [Row]? {
    guard select.canCompare, runner.analyzed != nil else { return nil }
    var fresh = self
    fresh.take(try runner.correction(of: self.rows, db) ?? self.rows)
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
  private mutating func take(_ named: [NamedRow]) {
    rows = named
    let (layout, order) = SectionLayout.sections(of: named.map(\.name))
    (self.layout, self.order) = (layout, order)
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

  private mutating func patch(_ difference: Difference<NamedRow>) throws -> ResultChange<[Row]> {
    try rows.apply(difference)
    guard order == nil, let new = layout?.replacing(difference) else {
      let wasInOrder = order == nil
      take(rows)
      guard wasInOrder, order == nil else { return .replaced(reading, nil) }
      return patched(difference)
    }
    layout = new
    return patched(difference)
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
