import LiveSQL
import Testing

@Suite struct TableNameTests {
  struct Item: TableRecord {}
  struct HTTPRequest: TableRecord {}
  struct URL: TableRecord {}
  struct FancyThing: TableRecord {}
  struct Box<Value>: TableRecord {}

  @Test func `a table is called as its type, in lower camel case`() {
    #expect(Item.databaseTableName == "item")
    #expect(HTTPRequest.databaseTableName == "httpRequest")
    #expect(URL.databaseTableName == "url")
    #expect(FancyThing.databaseTableName == "fancyThing")
    #expect(Box<Int>.databaseTableName == "box")
  }
}
