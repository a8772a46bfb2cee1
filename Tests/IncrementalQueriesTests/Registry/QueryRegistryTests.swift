import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import Testing

@Suite struct QueryRegistryTests {
  private var registry = QueryRegistry<Int>()

  init() {
    registry.insert(1, region: Region(table: "orders", columns: ["id", "total"]))
    registry.insert(2, region: Region(table: "orders"))
    registry.insert(3, region: Region(table: "customers", columns: ["name"]))
    registry.insert(4, region: .fullDatabase)
    registry.insert(5, region: Region())
  }

  @Test func `an update touches the queries that read one of its columns`() {
    #expect(registry.queries(touchedBy: update(of: "orders", "total")) == [1, 2, 4])
    #expect(registry.queries(touchedBy: update(of: "orders", "NOTE")) == [2, 4])
    #expect(registry.queries(touchedBy: update(of: "CUSTOMERS", "Name")) == [3, 4])
    #expect(registry.queries(touchedBy: update(of: "products", "name")) == [4])
  }

  @Test func `an inserted or deleted row touches all queries on its table`() {
    let row = Change(key: .rowID(1), old: .absent, new: .row(Row(["note": 1])))
    let changes = ChangeSet(
      number: 1,
      origin: .thisProcess,
      tables: ["orders": .rows([row])]
    )
    #expect(registry.queries(touchedBy: changes) == [1, 2, 4])
  }

  @Test func `unknown changes touch all queries except those that read nothing`() {
    let unknown = ChangeSet(number: 1, origin: .otherProcess, mayChangeAnyTable: true)
    let schema = ChangeSet(number: 1, origin: .otherProcess, changesSchema: true)
    #expect(registry.queries(touchedBy: unknown) == [1, 2, 3, 4])
    #expect(registry.queries(touchedBy: schema) == [1, 2, 3, 4])
  }

  @Test func `a change set without changes touches nothing`() {
    let changes = ChangeSet(number: 1, origin: .thisProcess)
    #expect(registry.queries(touchedBy: changes).isEmpty)
  }

  @Test func `a removed query is no longer found`() {
    var registry = registry
    let removals = [registry.remove(2), registry.remove(2)]
    #expect(removals == [true, false])
    #expect(registry.queries(touchedBy: update(of: "orders", "total")) == [1, 4])
  }

  @Test func `an updated query is found only by its new region`() {
    var registry = registry
    registry.update(1, region: Region(table: "customers"))
    registry.update(99, region: Region(table: "customers"))
    #expect(registry.queries(touchedBy: update(of: "orders", "total")) == [2, 4])
    #expect(registry.queries(touchedBy: update(of: "customers", "name")) == [1, 3, 4])
    #expect(registry.count == 5)
  }

  @Test func `columns that no query reads any more are not needed`() {
    var registry = registry
    registry.remove(4)
    registry.remove(2)
    #expect(registry.needs.description == "customers(name), orders(id, total)")
    registry.remove(3)
    #expect(registry.needs.description == "orders(id, total)")
    registry.remove(1)
    registry.remove(5)
    #expect(registry.needs.isEmpty && registry.isEmpty)
  }

  private func update(of table: TableName, _ column: String) -> ChangeSet {
    let (old, new) = (Row(["id": 1, column: 1]), Row(["id": 1, column: 2]))
    let change = Change(key: .rowID(1), old: .row(old), new: .row(new))
    return ChangeSet(number: 1, origin: .thisProcess, tables: [table: .rows([change])])
  }
}

@Suite struct QueryRegistryPropertyTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the registry finds exactly the queries of a touched region, and needs what they read`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var registry = QueryRegistry<Int>()
    var regions: [Int: Region] = [:]
    for _ in 0..<60 {
      let id = Int.random(in: 0..<20, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        let wasThere = registry.remove(id)
        #expect(wasThere == (regions.removeValue(forKey: id) != nil))
      } else {
        regions[id] = randomRegion(using: &random)
        registry.insert(id, region: regions[id] ?? Region())
      }
      let changes = randomChanges(using: &random)
      let expected = regions.filter { changes.touches($0.value) }.keys
      #expect(registry.queries(touchedBy: changes) == Set(expected))
      #expect(registry.needs.isFullDatabase == regions.values.contains { $0.isFullDatabase })
      if !registry.needs.isFullDatabase {
        #expect(registry.needs == regions.values.reduce(Region()) { $0.union($1) })
      }
    }
  }

  private let tables =
    ["a", "A", "b", "c", "Ä"].map { TableName($0) } + [TableName(schema: "x", "a")]
  private let columns = ["id", "ID", "title", "note", "É", "rowid"]

  private func randomRegion(using random: inout SeededGenerator) -> Region {
    if Int.random(in: 0..<30, using: &random) == 0 { return .fullDatabase }
    var region = Region()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let names = columns.filter { _ in Bool.random(using: &random) }
      let isWhole = Int.random(in: 0..<4, using: &random) == 0
      region.insert(randomTable(using: &random), columns: isWhole ? nil : names)
    }
    return region
  }

  private func randomChanges(using random: inout SeededGenerator) -> ChangeSet {
    var tables: [TableName: ChangeSet.TableChanges] = [:]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let changes = (0..<Int.random(in: 0...3, using: &random)).map { number in
        Change(
          key: .rowID(Int64(number)),
          old: randomImage(using: &random),
          new: randomImage(using: &random)
        )
      }
      let isAny = Int.random(in: 0..<8, using: &random) == 0
      tables[randomTable(using: &random)] = isAny ? .anyRow : .rows(changes)
    }
    return ChangeSet(
      number: 1,
      origin: .thisProcess,
      tables: tables,
      mayChangeAnyTable: Int.random(in: 0..<30, using: &random) == 0,
      changesSchema: Int.random(in: 0..<30, using: &random) == 0
    )
  }

  private func randomImage(using random: inout SeededGenerator) -> Change.Image {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return .absent
    case 1: return .unknown
    case 2: return .row(Row(["id": 1]))
    default:
      let values = (0..<4).map { _ in DatabaseValue.integer(.random(in: 0...1, using: &random)) }
      return .row(Row(["ID": 1, "title": values[1], "note": values[2], "É": values[3]]))
    }
  }

  private func randomTable(using random: inout SeededGenerator) -> TableName {
    tables.randomElement(using: &random) ?? "a"
  }
}
