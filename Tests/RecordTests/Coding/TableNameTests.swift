import LiveSQL
import Testing

@Suite struct TableNameTests {
  struct Item: TableRecord {}
  struct HTTPRequest: TableRecord {}
  struct URL: TableRecord {}
  struct MP3: TableRecord {}
  struct FancyThing: TableRecord {}
  struct Box<Value>: TableRecord {}

  @Test func `a table is named after its type in lower camel case`() {
    #expect(Item.databaseTableName == "item")
    #expect(HTTPRequest.databaseTableName == "httpRequest")
    #expect(URL.databaseTableName == "url")
    #expect(MP3.databaseTableName == "mp3")
    #expect(FancyThing.databaseTableName == "fancyThing")
    #expect(Box<Int>.databaseTableName == "box")
  }

  enum Typed {
    @Table struct Item { let id: Int }
    @Table struct HTTPRequest { let id: Int }
    @Table struct URL { let id: Int }
    @Table struct MP3 { let id: Int }
    @Table struct FancyThing { let id: Int }
  }

  enum Aliases {
    enum Item: AliasName {}
    enum HTTPRequest: AliasName {}
    enum URL: AliasName {}
    enum MP3: AliasName {}
    enum FancyThing: AliasName {}
  }

  @Test func `all styles of declaration write the words of a name alike`() {
    let records: [any TableRecord.Type] = [
      Item.self, HTTPRequest.self, URL.self, MP3.self, FancyThing.self,
    ]
    let typed: [any Table.Type] = [
      Typed.Item.self, Typed.HTTPRequest.self, Typed.URL.self, Typed.MP3.self,
      Typed.FancyThing.self,
    ]
    let aliases: [any AliasName.Type] = [
      Aliases.Item.self, Aliases.HTTPRequest.self, Aliases.URL.self, Aliases.MP3.self,
      Aliases.FancyThing.self,
    ]
    #expect(typed.map { $0.tableName } == records.map { $0.databaseTableName + "s" })
    // The names of aliases, which are not in the database, are those of other libraries: they leave
    // the last of several capital letters.
    let names = aliases.map { $0.aliasName }
    #expect(names == ["items", "httpRequests", "urLs", "mP3s", "fancyThings"])
  }
}
