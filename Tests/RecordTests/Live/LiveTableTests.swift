import LiveSQL
import Testing

/// Properties of records that are declared without a request.
@Suite struct LiveTableTests {
  typealias Item = Groceries.Item

  /// A type that is both a table and a record.
  @Table("item") struct TableItem: Codable, FetchableRecord, PersistableRecord {
    let id: Int
    var name = ""
  }

  private final class Model {
    @FetchAll var items: [Item]
    @FetchOne var first: Item?
    @FetchAll var tableItems: [TableItem]
    @FetchOne var firstTableItem: TableItem?
  }

  let database: DatabaseQueue

  init() throws { database = try Groceries.database() }

  @Test func `a model has the records of its tables`() async throws {
    let model = withDependencies {
      $0.defaultDatabase = database
    } operation: {
      Model()
    }
    #expect(database.liveQueryStatistics.isEmpty)
    try await model.$items.load()
    try await model.$first.load()
    let items = try await database.read { try Item.fetchAll($0) }
    #expect(!items.isEmpty)
    #expect(model.items.map(\.id) == items.map(\.id))
    #expect(model.first?.id == items.first?.id)
  }

  @Test func `a type that is both a table and a record is fetched as a table`() async throws {
    let model = withDependencies {
      $0.defaultDatabase = database
    } operation: {
      Model()
    }
    try await model.$tableItems.load()
    try await model.$firstTableItem.load()
    #expect(model.tableItems.count == 6)
    #expect(model.firstTableItem?.id == model.tableItems.first?.id)
    #expect(
      database.liveQueryStatistics.map(\.sql).allSatisfy {
        $0.contains(#"SELECT "item"."id", "item"."name" FROM"#)
      }
    )
  }

  @Test func `records are fetched from the database that is named`() async throws {
    @FetchAll(database: database) var items: [Item]
    @FetchOne(database: database, animation: .default) var first: Item?
    try await $items.load()
    try await $first.load()
    #expect(items.count == 6)
    #expect(first?.id == items.first?.id)
  }
}
