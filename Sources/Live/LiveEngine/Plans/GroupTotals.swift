import DatabaseTypes
import IncrementalQueries

/// The running totals of groups, from which the rows of touched groups are computed.
///
/// Rows of a group are read only where that would not be exact: see ``RunningSum`` and
/// ``RunningExtreme``.
///
/// Memory: for each row the aggregated values, about 40 bytes for one and 32 bytes more for others,
/// or nothing if only rows are counted. For each group about 100 bytes, and as many for each
/// further aggregate.
struct GroupTotals<Key: PlanKey>: Sendable {
  private let aggregates: [(aggregate: RunningAggregate, value: Int)]
  /// The index of the expression of each `min` and `max`.
  private let extremeColumns: [Int]
  /// What each row adds, if only rows are counted; `nil` if rows have values of their own.
  private let constant: Addends?
  /// What a group without rows has.
  private let empty: Totals
  private var rows: [Key: Addends] = [:]
  private var groups: [CompositeKey: Totals] = [:]

  init(_ row: SelectPlan.ComputedRow) {
    aggregates = row.aggregates
    extremeColumns = aggregates.filter(\.aggregate.isExtreme).map(\.value)
    constant = row.countsRows ? Addends(row.values.map { _ in .integer(1) }[...]) : nil
    empty = Totals(
      sums: Array(repeating: RunningSum(), count: row.values.count),
      extremes: row.aggregates.filter(\.aggregate.isExtreme)
        .map { RunningExtreme(isGreatest: $0.aggregate == .max) }
    )
  }

  /// Adds a row to its group.
  mutating func add(_ key: Key, _ values: ArraySlice<DatabaseValue>, to group: CompositeKey) {
    let addends = constant ?? Addends(values)
    if constant == nil { rows[key] = addends }
    groups[group, default: empty].add(addends, extremesOf: extremeColumns)
  }

  /// Removes a row from its group.
  mutating func remove(_ key: Key, from group: CompositeKey) {
    guard let addends = constant ?? rows.removeValue(forKey: key) else { return }
    groups[group, default: empty].remove(addends, extremesOf: extremeColumns)
  }

  /// Forgets a group without rows.
  mutating func forget(_ group: CompositeKey) { groups[group] = nil }

  /// Returns the values of a group's aggregates; `nil` if one of them has to be read.
  ///
  /// - Parameter keys: Returns the keys of the group's rows.
  mutating func values(of group: CompositeKey, rows keys: () -> [Key]) -> [DatabaseValue]? {
    guard var totals = groups[group] else { return nil }
    defer { if !extremeColumns.isEmpty { groups[group] = totals } }
    var (values, extreme) = ([DatabaseValue](), 0)
    for (aggregate, column) in aggregates {
      var value = totals.sums[column].value(of: aggregate)
      if aggregate.isExtreme {
        value = totals.extremes[extreme].value { keys().compactMap { rows[$0]?.values[column] } }
        extreme += 1
      }
      guard let value else { return nil }
      values.append(value)
    }
    return values
  }
}

/// The running totals of one group.
private struct Totals {
  /// One for each aggregated expression.
  private(set) var sums: [RunningSum]
  /// One for each `min` and `max`.
  var extremes: [RunningExtreme]

  mutating func add(_ addends: Addends, extremesOf columns: [Int]) {
    for (column, value) in addends.values.enumerated() { sums[column].add(value) }
    for (place, column) in columns.enumerated() { extremes[place].add(addends.values[column]) }
  }

  mutating func remove(_ addends: Addends, extremesOf columns: [Int]) {
    for (column, value) in addends.values.enumerated() { sums[column].remove(value) }
    for (place, column) in columns.enumerated() { extremes[place].remove(addends.values[column]) }
  }
}
