import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Testing

@Suite struct QueryRegistryFilterTests {
  private var registry = QueryRegistry<Int>()
  private let region = Region(table: "orders", columns: ["list", "total"])

  init() {
    for list in 1...3 { insert(list, .oneOf([.integer(Int64(list))])) }
    insert(4, .range(ValueRange(from: .init(3), to: .init(9))))
    insert(5, .notNull)
    registry.insert(6, region: region)
  }

  private mutating func insert(_ id: Int, _ constraint: RowFilter.Constraint) {
    var filter = RowFilter()
    filter.require("list", constraint)
    registry.insert(id, region: region, filters: ["Orders": filter])
  }

  private func changes(_ old: Change.Image, _ new: Change.Image) -> ChangeSet {
    let change = Change(key: .rowID(1), old: old, new: new)
    return ChangeSet(number: 1, origin: .thisProcess, tables: ["orders": .rows([change])])
  }

  private func row(_ list: DatabaseValue, total: DatabaseValue = 0, note: DatabaseValue = 0)
    -> Change.Image
  { .row(Row(["id": 1, "list": list, "total": total, "note": note])) }

  @Test func `a row touches the queries that see it before or after`() {
    #expect(registry.queries(touchedBy: changes(.absent, row(2))) == [2, 5, 6])
    #expect(registry.queries(touchedBy: changes(row(3), .absent)) == [3, 4, 5, 6])
    #expect(registry.queries(touchedBy: changes(row(1), row(2))) == [1, 2, 5, 6])
    #expect(registry.queries(touchedBy: changes(row(.null), row(9.5))) == [5, 6])
    #expect(registry.queries(touchedBy: changes(.absent, row(.null))) == [6])
  }

  @Test func `an update of other columns does not touch a query`() {
    #expect(registry.queries(touchedBy: changes(row(1, note: 0), row(1, note: 1))) == [])
    #expect(registry.queries(touchedBy: changes(row(1, total: 0), row(1, total: 1))) == [1, 5, 6])
  }

  @Test func `a row with unknown values touches all queries`() {
    let all: Set = [1, 2, 3, 4, 5, 6]
    #expect(registry.queries(touchedBy: changes(.unknown, .unknown)) == all)
    #expect(registry.queries(touchedBy: changes(.unknown, row(1))) == all)
    #expect(registry.queries(touchedBy: changes(.absent, .row(Row(["id": 1])))) == all)
    let anyRow = ChangeSet(number: 1, origin: .thisProcess, tables: ["orders": .anyRow])
    #expect(registry.queries(touchedBy: anyRow) == all)
  }

  @Test func `a filter of a column that the row lacks is not applied to one of similar name`() {
    var registry = QueryRegistry<Int>()
    var filter = RowFilter()
    filter.require("\u{c9}", .oneOf([1]))
    registry.insert(1, region: Region(table: "orders"), filters: ["orders": filter])
    let similar = changes(.absent, .row(Row(["id": 1, "\u{e9}": 2])))
    #expect(registry.queries(touchedBy: similar) == [1])
    let same = changes(.absent, .row(Row(["id": 1, "\u{e9}": 1, "\u{c9}": 2])))
    #expect(registry.queries(touchedBy: same) == [])
  }

  @Test func `changed columns exclude queries even if the values of a row are unknown`() {
    let change = Change(key: .rowID(1), old: .unknown, new: .unknown, columns: .some(["note"]))
    let changes = ChangeSet(
      number: 1,
      origin: .thisProcess,
      tables: ["orders": .rows([change])]
    )
    #expect(registry.queries(touchedBy: changes) == [])
  }

  @Test func `a new filter replaces the old one`() {
    var registry = registry
    var filter = RowFilter()
    filter.require("list", .oneOf([8]))
    registry.update(1, region: region, filters: ["orders": filter])
    #expect(registry.queries(touchedBy: changes(.absent, row(1))) == [5, 6])
    #expect(registry.queries(touchedBy: changes(.absent, row(8))) == [1, 4, 5, 6])
    registry.update(1, region: region)
    #expect(registry.queries(touchedBy: changes(.absent, row(.null))) == [1, 6])
    registry.remove(4)
    #expect(registry.queries(touchedBy: changes(.absent, row(8))) == [1, 5, 6])
  }

  @Test func `without filters, every row touches the queries`() {
    var registry = registry
    registry.removeFilters()
    #expect(registry.queries(touchedBy: changes(.absent, row(.null))) == [1, 2, 3, 4, 5, 6])
    #expect(registry.rowNeeds.isEmpty && registry.needs == region)
  }

  @Test func `row values are needed of tables on which several queries have a filter`() {
    var registry = registry
    #expect(registry.rowNeeds == Region(table: "orders"))
    registry.remove(1)
    #expect(registry.rowNeeds == Region(table: "orders"))
    registry.remove(2)
    #expect(registry.rowNeeds.isEmpty && registry.needs == region)
  }

  @Test func `very many changed rows touch all queries without being checked one by one`() {
    let rows = (0..<5_000).map { number in
      Change(key: .rowID(Int64(number)), old: .absent, new: row(.integer(100)))
    }
    let few = ChangeSet(
      number: 1,
      origin: .thisProcess,
      tables: ["orders": .rows(Array(rows.prefix(50)))]
    )
    let many = ChangeSet(number: 1, origin: .thisProcess, tables: ["orders": .rows(rows)])
    #expect(registry.queries(touchedBy: few) == [5, 6])
    #expect(registry.queries(touchedBy: many) == [1, 2, 3, 4, 5, 6])
  }
}
