import DatabaseTypes
import Testing

@Suite struct ChangeSetTests {
  private static let old = Row(["id": 1, "Total": 2, "note": "x"])
  private static let new = Row(["id": 1, "Total": 3, "note": "x"])

  @Test(
    arguments: [
      (Change.Image.row(old), Change.Image.row(new), ["total"], true),
      (.row(old), .row(new), ["TOTAL"], true),
      (.row(old), .row(new), ["id", "note"], false),
      (.row(old), .row(old), ["id", "total", "note"], false),
      (.absent, .row(new), ["note"], true),
      (.row(old), .absent, ["note"], true),
      (.unknown, .row(new), ["note"], true),
      (.absent, .absent, ["note"], false),
      (.row(old), .row(Row(["id": 1])), ["note"], true),
    ] as [(Change.Image, Change.Image, [String], Bool)]
  )
  func `a change touches a region by the columns that differ`(
    old: Change.Image,
    new: Change.Image,
    columns: [String],
    touches: Bool
  ) {
    let change = Change(key: .rowID(1), old: old, new: new)
    let changes = ChangeSet(number: 1, origin: .thisProcess, tables: ["t": .rows([change])])
    #expect(changes.touches(Region(table: "T", columns: columns)) == touches)
    #expect(!changes.touches(Region(table: "u")))
    #expect(!changes.touches(Region()))
  }

  @Test func `a change set of one table behaves like one of several`() {
    let change = Change(key: .rowID(1), old: .row(Self.old), new: .row(Self.new))
    let one = ChangeSet(number: 1, table: "t", .rows([change]))
    #expect(one.tables == ["t": .rows([change])])
    #expect(!one.isEmpty)
    #expect(one.origin == .thisProcess)
    #expect(one.touches(Region(table: "T", columns: ["total"])))
    #expect(!one.touches(Region(table: "t", columns: ["note"])))
    #expect(!one.touches(Region(table: "u")))
    #expect(one.touches(Region(table: "u").union(Region(table: "t"))))
    #expect(one.touches(.fullDatabase))
  }

  @Test func `the images of a changed row determine the kind of change`() {
    let row = Change.Image.row(Self.old)
    #expect(Change(key: .rowID(1), old: .absent, new: row).kind == .insert)
    #expect(Change(key: .rowID(1), old: row, new: row).kind == .update)
    #expect(Change(key: .rowID(1), old: .unknown, new: row).kind == .update)
    #expect(Change(key: .rowID(1), old: row, new: .absent).kind == .delete)
  }

  @Test func `an unknown change touches every region that reads a table`() {
    let changes = ChangeSet(number: 1, origin: .otherProcess, mayChangeAnyTable: true)
    #expect(changes.touches(Region(table: "t", columns: ["a"])))
    #expect(!changes.touches(Region()))
    #expect(!changes.isEmpty)
    #expect(ChangeSet(number: 1, origin: .thisProcess).isEmpty)
  }

  @Test func `only the debug description of a key shows values`() {
    #expect(RowKey.primaryKey(["secret", 1]).description == "primary key of 2")
    #expect(RowKey.primaryKey(["secret", 1]).debugDescription == "('secret', 1)")
    #expect(RowKey.rowID(7).description == "rowid")
    #expect(RowKey.rowID(7).debugDescription == "7")
  }
}
