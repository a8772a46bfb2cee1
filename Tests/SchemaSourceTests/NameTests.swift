import Testing

@testable import LiveSQLCommand

/// Tests of the Swift names that are derived from SQL names.
struct NameTests {
  @Test(arguments: [
    ("orders", "Order"), ("order_lines", "OrderLine"), ("Order Details", "OrderDetail"),
    ("remindersTags", "RemindersTag"), ("categories", "Category"), ("PEOPLE", "Person"),
    ("statuses", "Status"), ("status", "Status"), ("addresses", "Address"), ("houses", "House"),
    ("boxes", "Box"), ("branches", "Branch"), ("series", "Series"), ("salesPeople", "SalesPerson"),
    ("grandchildren", "Grandchild"), ("data", "Data"), ("2020", "_2020"), ("!?", "Unnamed"),
    ("", "Unnamed"), ("éclairs", "Éclair"), ("s", "S"), ("XMLFiles", "XMLFile"),
  ])
  func `a type is named after its table`(_ table: String, _ type: String) {
    #expect(SwiftName.type(of: table) == type)
  }

  @Test(arguments: [
    ("title", "title"), ("customer_id", "customerID"), ("CustomerID", "customerID"), ("ID", "id"),
    ("URLPath", "urlPath"), ("page_url", "pageURL"), ("IS_DONE", "isDone"), ("is-done", "isDone"),
    ("_id", "id"), ("1st", "_1st"), ("", "unnamed"), ("🎉", "unnamed"), ("count(*)", "count"),
    ("Ärger", "ärger"),
  ])
  func `a property is named after its column`(_ column: String, _ property: String) {
    #expect(SwiftName.property(of: column) == property)
  }

  @Test func `clashing names get numbers, and the plainest one keeps its name`() {
    let names = SwiftName.distinct(
      ["a b", "a_b", "aB", "init", "aB2"],
      reserved: ["init"],
      suffix: "Column",
      make: SwiftName.property
    )
    #expect(names == ["aB3", "aB4", "aB", "initColumn", "aB2"])
  }

  @Test func `thousands of clashing names become distinct`() {
    let names = SwiftName.distinct(
      Array(repeating: "?", count: 3000),
      reserved: [],
      suffix: "Column",
      make: SwiftName.property
    )
    #expect(Set(names).count == 3000)
  }

  @Test(arguments: [
    ("0", "Bool", "false"), ("TRUE", "Bool", "true"), ("2", "Bool", nil), ("-7", "Int", "-7"),
    ("0x10", "Int", nil), ("1", "Double", "1.0"), ("1e3", "Double", "1000.0"),
    ("nan", "Double", nil), ("9e999", "Double", nil), ("'it''s'", "String", "\"it's\""),
    ("'a\\(b)'", "String", "\"a\\\\(b)\""), ("'a' || 'b'", "String", nil), ("1", "String", nil),
    ("CURRENT_TIMESTAMP", "Date", nil), ("''", "String", "\"\""),
  ])
  func `a default that is a literal becomes a Swift default`(
    _ sql: String,
    _ type: String,
    _ expression: String?
  ) {
    #expect(SwiftDefault.expression(of: sql, as: SwiftType(type)) == expression)
  }
}
