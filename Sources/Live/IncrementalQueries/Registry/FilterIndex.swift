import DatabaseTypes

/// The filters of the queries on one table, indexed by the values of a row.
///
/// Each query is filed once, under its most selective constraint; its other constraints are checked
/// one by one.
///
/// 1. Under each value that a column may have.
/// 2. Under the range in which a column's value must be.
/// 3. Under nothing: such filters are checked for each row.
struct FilterIndex<ID: Hashable & Sendable>: Sendable {
  private var filters: [ID: RowFilter] = [:]
  /// The filters by column, whose name is in lower case.
  private var columns: [ByteText: ColumnFilters<ID>] = [:]
  private var others: Set<ID> = []

  /// The number of queries.
  var count: Int { filters.count }

  mutating func insert(_ id: ID, _ filter: RowFilter) {
    filters[id] = filter
    guard let chosen = filter.mostSelective else {
      others.insert(id)
      return
    }
    columns[ByteText.foldingASCII(chosen.column), default: ColumnFilters(name: chosen.column)]
      .insert(id, chosen.constraint)
  }

  mutating func remove(_ id: ID) {
    guard let filter = filters.removeValue(forKey: id) else { return }
    guard let chosen = filter.mostSelective else {
      others.remove(id)
      return
    }
    let name = ByteText.foldingASCII(chosen.column)
    columns[name]?.remove(id, chosen.constraint)
    if columns[name]?.isEmpty == true { columns[name] = nil }
  }

  /// Calls a closure with each query whose filter a row may pass.
  ///
  /// - Returns: The number of checks.
  func forEach(mayContain row: Row, _ body: (ID) -> Void) -> Int {
    var count = 0
    func check(_ id: ID) {
      count += 1
      if filters[id]?.mayContain(row) != false { body(id) }
    }
    for column in columns.values {
      count += 1
      column.forEach(mayContain: row.value(ofExactColumn: column.name), check)
    }
    for id in others { check(id) }
    return count
  }
}

/// The queries that are filed under one column.
private struct ColumnFilters<ID: Hashable & Sendable>: Sendable {
  let name: String
  private var all: Set<ID> = []
  private var values: [DatabaseValue: Set<ID>] = [:]
  private var ranges = RangeIndex<ID>()

  init(name: String) { self.name = name }

  var isEmpty: Bool { all.isEmpty }

  mutating func insert(_ id: ID, _ constraint: RowFilter.Constraint) {
    all.insert(id)
    switch constraint {
    case .oneOf(let wanted): for value in wanted { values[value, default: []].insert(id) }
    case .range(let range): ranges.insert(id, range)
    case .notNull, .truth: break
    }
  }

  mutating func remove(_ id: ID, _ constraint: RowFilter.Constraint) {
    all.remove(id)
    switch constraint {
    case .oneOf(let wanted):
      for value in wanted {
        values[value]?.remove(id)
        if values[value]?.isEmpty == true { values[value] = nil }
      }
    case .range: ranges.remove(id)
    case .notNull, .truth: break
    }
  }

  /// Calls a closure with each query that a value does not rule out; `nil` rules out no query.
  func forEach(mayContain value: DatabaseValue?, _ body: (ID) -> Void) {
    guard let value else { return all.forEach(body) }
    values[value.comparable]?.forEach(body)
    if !ranges.isEmpty { ranges.forEach(containing: value, body) }
  }
}

extension RowFilter {
  /// The requirement under which the filter is filed; `nil` if none rules out most rows.
  fileprivate var mostSelective: Requirement? {
    requirements.min { ($0.constraint.rank, $0.column) < ($1.constraint.rank, $1.column) }
      .flatMap { $0.constraint.rank == .max ? nil : $0 }
  }
}

extension RowFilter.Constraint {
  /// A rank that is smaller if probably fewer rows pass, judging by the constraint only.
  fileprivate var rank: Int {
    switch self {
    case .oneOf(let values): values.count
    case .range(let range):
      range.lower != nil && range.upper != nil ? Int.max - 2 : Int.max - 1
    case .notNull, .truth: .max
    }
  }
}
