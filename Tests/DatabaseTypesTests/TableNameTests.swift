import DatabaseTypes
import Testing

@Suite struct TableNameTests {
  @Test(
    arguments: [
      (TableName("orders"), TableName("ORDERS")),
      (TableName(schema: "MAIN", "Orders"), "orders"),
      (TableName(schema: "Aux", "a b"), TableName(schema: "aux", "A B")),
      ("tÄ", "TÄ"),
    ] as [(TableName, TableName)]
  )
  func `names are equal whatever the case of ASCII letters`(left: TableName, right: TableName) {
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  @Test(
    arguments: [
      (TableName("orders"), TableName("order")),
      (TableName(schema: "temp", "orders"), "orders"),
      ("tä", "tÄ"),
      ("[", "{"),
      ("@", "`"),
      ("caf\u{e9}", "cafe\u{301}"),
      ("", "a"),
    ] as [(TableName, TableName)]
  )
  func `other names differ`(left: TableName, right: TableName) {
    #expect(left != right)
    #expect(Set([left, right]).count == 2)
  }

  @Test func `the description includes the schema unless it is main`() {
    #expect(TableName("orders").description == "orders")
    #expect(TableName(schema: "aux", "orders").description == "aux.orders")
  }
}
