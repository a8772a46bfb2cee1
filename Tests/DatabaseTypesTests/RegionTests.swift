import DatabaseTypes
import LiveSQLTestSupport
import Testing

@Suite struct RegionTests {
  @Test func `columns accumulate, and a whole table contains each column`() {
    var region = Region(table: "orders", columns: ["id"])
    region.insert("ORDERS", columns: ["Total"])
    #expect(region.description == "orders(id, total)")
    region.insert("orders")
    region.insert("orders", columns: ["note"])
    #expect(region.description == "orders")
  }

  @Test(
    arguments: [
      (Region(), Region.fullDatabase, false),
      (.fullDatabase, .fullDatabase, true),
      (Region(table: "a"), .fullDatabase, true),
      (Region(table: "a"), Region(table: "A"), true),
      (Region(table: "a"), Region(table: "b"), false),
      (Region(table: "a"), Region(table: TableName(schema: "temp", "a")), false),
      (Region(table: "a", columns: ["x"]), Region(table: "a"), true),
      (Region(table: "a", columns: ["x"]), Region(table: "a", columns: ["X", "y"]), true),
      (Region(table: "a", columns: ["x"]), Region(table: "a", columns: ["y"]), false),
    ] as [(Region, Region, Bool)]
  )
  func `regions overlap if they have a column in common`(
    left: Region,
    right: Region,
    overlaps: Bool
  ) {
    #expect(left.overlaps(right) == overlaps)
    #expect(right.overlaps(left) == overlaps)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a union contains both regions and nothing else`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (a, b, c) = (region(&random), region(&random), region(&random))
    #expect(a.union(b) == b.union(a))
    #expect(a.union(b).union(c) == a.union(b.union(c)))
    #expect(a.union(a) == a)
    #expect(a.union(Region()) == a)
    #expect(a.union(.fullDatabase) == .fullDatabase)
    #expect(a.union(b).isEmpty == (a.isEmpty && b.isEmpty))
    #expect(a.union(b).overlaps(c) == (a.overlaps(c) || b.overlaps(c)))
    #expect(a.overlaps(b) == b.overlaps(a))
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a change touches a union if it touches either region`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (a, b) = (region(&random), region(&random))
    let images = (0..<2).map { _ in
      Row(["x": .integer(.random(in: 0...1, using: &random)), "y": 1])
    }
    let change = Change(key: .rowID(1), old: .row(images[0]), new: .row(images[1]))
    let changes = ChangeSet(number: 1, origin: .thisProcess, tables: ["a": .rows([change])])
    #expect(changes.touches(a.union(b)) == (changes.touches(a) || changes.touches(b)))
  }

  private func region(_ random: inout SeededGenerator) -> Region {
    if Int.random(in: 0..<10, using: &random) == 0 { return .fullDatabase }
    var region = Region()
    for table in ["a", "b", "c"] as [TableName] where Bool.random(using: &random) {
      let columns = ["x", "Y", "z"].filter { _ in Bool.random(using: &random) }
      region.insert(table, columns: columns.isEmpty ? nil : columns)
    }
    return region
  }
}
