import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Testing

/// The search for touched queries when the old values of rows are not reported.
@Suite(.mayBlock) struct KnownRowsRegistryTests {
  private var registry = QueryRegistry<Int>()
  private static let layout = RowLayout(columnNames: ["list"])

  init() {
    for list in 1...3 {
      var filter = RowFilter()
      filter.require("list", .oneOf([.integer(Int64(list))]))
      registry.insert(list, region: Region(table: "items"), filters: ["items": filter])
      registry.setRows(of: list, in: "items", [.rowID(Int64(list))])
    }
  }

  private static func row(_ list: Int) -> Change.Image {
    .row(Row(layout: layout, values: [.integer(Int64(list))]))
  }

  private func update(_ key: Int64, _ new: Change.Image) -> ChangeSet {
    let change = Change(key: .rowID(key), old: .unknown, new: new)
    return ChangeSet(number: 1, origin: .otherProcess, tables: ["items": .rows([change])])
  }

  private func found(_ key: Int64, _ new: Change.Image) -> Set<Int> {
    registry.queries(touchedBy: update(key, new))
  }

  @Test func `a row touches the queries that hold it and those whose filter it passes`() {
    #expect(found(1, Self.row(1)) == [1])
    #expect(found(1, Self.row(2)) == [1, 2])
    #expect(found(1, .absent) == [1])
    #expect(found(9, .absent) == [])
    #expect(found(9, Self.row(9)) == [])
    #expect(found(9, .unknown) == [1, 2, 3])
  }

  @Test mutating func `a row that passes a filter is held from then on`() {
    registry.note(update(9, Self.row(2)))
    #expect(found(9, .absent) == [2])
    registry.note(update(9, Self.row(3)))
    #expect(found(9, .absent) == [2, 3])
    registry.removeRow(.rowID(9), of: 2, in: "items")
    #expect(found(9, .absent) == [3])
    registry.addRow(.rowID(9), of: 1, in: "items")
    #expect(found(9, .absent) == [1, 3])
  }

  @Test mutating func `the known rows are forgotten when the values of a row are not reported`() {
    #expect(registry.tableOfKnownRows(of: 1) == "items")
    registry.note(update(9, .unknown))
    #expect(registry.tableOfKnownRows(of: 1) == nil)
    #expect(found(8, .absent) == [1, 2, 3])
    registry.addRow(.rowID(8), of: 1, in: "items")
    registry.setRows(of: 2, in: "items", [])
    #expect(found(8, .absent) == [1, 3])
  }

  @Test
  mutating func
    `any row matters to a query whose rows are not known, are very many, or that has no filter`()
  {
    registry.forgetRows(of: 1)
    #expect(found(9, .absent) == [1])
    registry.setRows(of: 1, in: "items", Set((0..<20_001).map { .rowID($0) }))
    #expect(found(30_000, .absent) == [1])
    registry.setRows(of: 1, in: "items", Set((0..<20_000).map { .rowID($0) }))
    #expect(found(30_000, .absent) == [])
    registry.addRow(.rowID(20_000), of: 1, in: "items")
    #expect(found(30_000, .absent) == [1])
    registry.insert(4, region: Region(table: "items"))
    registry.setRows(of: 4, in: "items", [])
    #expect(found(30_000, .absent) == [1, 4])
    registry.removeFilters()
    #expect(found(30_000, .absent) == [1, 2, 3, 4])
  }

  @Test mutating func `a removed query holds no rows`() {
    registry.note(update(1, Self.row(2)))
    registry.remove(1)
    #expect(found(1, .absent) == [2])
    registry.remove(2)
    #expect(found(1, .absent) == [])
  }

  /// Rows move from list to list; each query learns its rows some time after it was touched.
  @Test(arguments: PropertySeeds.of(40))
  mutating func `every query that sees a row before or after a change is found`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var rows: [Int64: Int] = [1: 1, 2: 2, 3: 3]
    var marked: [Int: Set<RowKey>] = [:]
    for _ in 0..<200 {
      let key = Int64.random(in: 1...12, using: &random)
      let list = random.chance(30) ? nil : Int.random(in: 1...4, using: &random)
      let seen = Set([rows[key], list].compactMap(\.self)).intersection(1...3)
      let isUnknown = random.chance(3)
      let changes = update(key, isUnknown ? .unknown : list.map(Self.row) ?? .absent)
      let found = registry.queries(touchedBy: changes)
      #expect(found.isSuperset(of: seen))
      if marked.isEmpty, !isUnknown,
        (1...3).allSatisfy({ registry.tableOfKnownRows(of: $0) != nil })
      {
        #expect(found == seen)
      }
      registry.note(changes)
      rows[key] = list
      for id in found { marked[id, default: []].insert(.rowID(key)) }
      if random.chance(40) { read(&marked, rows) }
    }
  }

  private mutating func read(_ marked: inout [Int: Set<RowKey>], _ rows: [Int64: Int]) {
    for (id, touched) in marked {
      let kept = Set(rows.filter { $0.value == id }.keys.map { RowKey.rowID($0) })
      if registry.tableOfKnownRows(of: id) == nil {
        registry.setRows(of: id, in: "items", kept)
      } else {
        for key in touched where kept.contains(key) { registry.addRow(key, of: id, in: "items") }
        for key in touched where !kept.contains(key) {
          registry.removeRow(key, of: id, in: "items")
        }
      }
    }
    marked = [:]
  }
}
