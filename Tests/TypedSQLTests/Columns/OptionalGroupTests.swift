import Testing
import TypedSQL

@Suite struct OptionalGroupTests {
  @Test func `an optional group has optional members`() {
    let group: OptionalColumnGroup<JSONGrouped, JSONLink> = JSONGrouped.columns.other
    let _: TableColumn<JSONGrouped, String?> = group.label
    #expect(group._name == "other")
  }
}
