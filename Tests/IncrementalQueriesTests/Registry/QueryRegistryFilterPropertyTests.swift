import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Testing

@Suite struct QueryRegistryFilterPropertyTests {
  private struct Query {
    let region: Region
    let filters: [TableName: RowFilter]

    /// Checks one change and one query at a time.
    func isTouched(by table: TableName, _ change: Change) -> Bool {
      let changes = ChangeSet(number: 1, origin: .thisProcess, tables: [table: .rows([change])])
      guard changes.touches(region) else { return false }
      guard let filter = filters[table], !filter.isEmpty, !region.isFullDatabase else {
        return true
      }
      if change.old == .unknown || change.new == .unknown { return true }
      return [change.old, change.new].compactMap(\.row).contains { filter.mayContain($0) }
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the registry finds exactly the queries that see a changed row before or after`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    var registry = QueryRegistry<Int>()
    var queries: [Int: Query] = [:]
    for _ in 0..<60 {
      let id = Int.random(in: 0..<24, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        let wasThere = registry.remove(id)
        #expect(wasThere == (queries.removeValue(forKey: id) != nil))
      } else {
        let query = randomQuery(using: &random)
        queries[id] = query
        registry.insert(id, region: query.region, filters: query.filters)
      }
      let (table, rows) = randomRows(using: &random)
      let changes = ChangeSet(number: 1, origin: .thisProcess, tables: [table: .rows(rows)])
      let expected = queries.filter { query in
        rows.contains { query.value.isTouched(by: table, $0) }
      }
      #expect(registry.queries(touchedBy: changes) == Set(expected.keys))
      check(registry, queries)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a search among many ranges finds the same queries as checking them one by one`(seed: UInt64)
  {
    var random = SeededGenerator(seed: seed)
    var registry = QueryRegistry<Int>()
    var ranges: [Int: ValueRange] = [:]
    for id in 0..<200 {
      let value = Int64.random(in: 0..<1_000, using: &random)
      let width = Int64.random(in: 0..<30, using: &random)
      let (lower, upper) = (DatabaseValue.integer(value), DatabaseValue.integer(value + width))
      let ends: [ValueRange.Bound?] = [ValueRange.Bound(upper, isIncluded: id % 2 == 0), nil]
      let range = ValueRange(from: .init(lower), to: id % 20 == 0 ? ends[1] : ends[0])
      var filter = RowFilter()
      filter.require("x", .range(range))
      registry.insert(id, region: Region(table: "a"), filters: ["a": filter])
      ranges[id] = range
      if Int.random(in: 0..<4, using: &random) == 0 {
        registry.remove(id / 2)
        ranges[id / 2] = nil
      }
    }
    for _ in 0..<50 {
      let value = DatabaseValue.integer(.random(in: -1...1_030, using: &random))
      let change = Change(key: .rowID(1), old: .absent, new: .row(Row(["x": value])))
      let changes = ChangeSet(number: 1, origin: .thisProcess, tables: ["a": .rows([change])])
      let expected = ranges.filter { $0.value.contains(value) }.keys
      #expect(registry.queries(touchedBy: changes) == Set(expected))
    }
  }

  private func check(_ registry: QueryRegistry<Int>, _ queries: [Int: Query]) {
    let filtered = queries.values.filter { !$0.region.isFullDatabase }
    let counts = filtered.reduce(into: [TableName: Int]()) { counts, query in
      for (table, filter) in query.filters
      where !filter.isEmpty && query.region.columns(of: table) != nil {
        counts[table, default: 0] += 1
      }
    }
    #expect(Set(registry.rowNeeds.tables.keys) == Set(counts.filter { $0.value >= 4 }.keys))
    #expect(registry.needs == queries.values.reduce(Region()) { $0.union($1.region) })
  }

  private let tables: [TableName] = ["a", "A", "b"]
  private let columns = ["x", "y", "z"]
  private let values: [DatabaseValue] = [
    .null, 0, 1, 2, 3, 1.0, 1.5, -1, .real(.infinity), "", "1", "a", "b", "\u{FFFD}", "é",
    .blob([]), .blob([97]),
  ]

  private func randomQuery(using random: inout SeededGenerator) -> Query {
    if Int.random(in: 0..<40, using: &random) == 0 {
      return Query(region: .fullDatabase, filters: ["a": randomFilter(using: &random)])
    }
    var region = Region()
    for _ in 0...1 {
      let names = columns.filter { _ in Bool.random(using: &random) }
      let isWhole = Int.random(in: 0..<3, using: &random) == 0
      region.insert(pick(tables, &random), columns: isWhole ? nil : names)
    }
    var filters: [TableName: RowFilter] = [:]
    for _ in 0...1 { filters[pick(tables, &random)] = randomFilter(using: &random) }
    return Query(region: region, filters: filters)
  }

  private func randomFilter(using random: inout SeededGenerator) -> RowFilter {
    var filter = RowFilter()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      filter.require(pick(["x", "Y", "z"], &random), randomConstraint(using: &random))
    }
    return filter
  }

  private func randomConstraint(using random: inout SeededGenerator) -> RowFilter.Constraint {
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      .oneOf(Set((0..<Int.random(in: 0...3, using: &random)).map { _ in pick(values, &random) }))
    case 2, 3:
      .range(ValueRange(from: randomBound(using: &random), to: randomBound(using: &random)))
    case 4: .notNull
    default: .truth(.random(using: &random))
    }
  }

  private func randomBound(using random: inout SeededGenerator) -> ValueRange.Bound? {
    Bool.random(using: &random)
      ? ValueRange.Bound(pick(values, &random), isIncluded: .random(using: &random)) : nil
  }

  private func randomRows(using random: inout SeededGenerator) -> (TableName, [Change]) {
    let rows = (0..<Int.random(in: 0...3, using: &random)).map { number in
      Change(
        key: .rowID(Int64(number)),
        old: randomImage(using: &random),
        new: randomImage(using: &random),
        columns: Bool.random(using: &random) ? .all : .some(["x"])
      )
    }
    return (pick(tables, &random), rows)
  }

  private func randomImage(using random: inout SeededGenerator) -> Change.Image {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: .absent
    case 1: .unknown
    case 2: .row(Row(["X": pick(values, &random)]))
    default:
      .row(
        Row(["X": pick(values, &random), "y": pick(values, &random), "z": pick([0, 1], &random)])
      )
    }
  }

  private func pick<Element>(_ elements: [Element], _ random: inout SeededGenerator) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }
}
