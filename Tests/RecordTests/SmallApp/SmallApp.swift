import Foundation
import LiveSQL
import Observation

/// A small app without its screens: a list of items that can be edited, ordered and migrated.
enum SmallApp {
  struct AppDatabase: Sendable {
    fileprivate let databaseWriter: any DatabaseWriter

    init(_ databaseWriter: any DatabaseWriter, addsNotes: Bool = false) throws {
      self.databaseWriter = databaseWriter
      try Self.migrator(addsNotes: addsNotes).migrate(databaseWriter)
    }

    private static func migrator(addsNotes: Bool) -> DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("createItem") { database in
        try database.create(table: "item") { tableDefinition in
          tableDefinition.autoIncrementedPrimaryKey("id")
          tableDefinition.column("name", .text).notNull()
          tableDefinition.column("quantity", .integer)
        }
      }
      guard addsNotes else { return migrator }
      migrator.registerMigration("addNotes") { database in
        try database.alter(table: "item") { table in
          table.add(column: "notes", .text)
        }
        try database.execute(sql: "UPDATE item SET notes = name")
      }
      return migrator
    }

    static func empty() throws -> AppDatabase { try AppDatabase(DatabaseQueue()) }
  }

  struct Item: Identifiable, Hashable {
    var id: Int64?
    var name: String
    var quantity: Int?
  }

  /// An item after the migration that adds a column.
  struct NotedItem: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "item"
    var id: Int64?
    var name: String
    var quantity: Int?
    var notes: String
  }
}

extension SmallApp.Item {
  static func new() -> Self { Self(id: nil, name: "", quantity: nil) }

  var isEmpty: Bool { name.isEmpty && quantity == nil }
}

extension SmallApp.Item: Codable, FetchableRecord, MutablePersistableRecord {
  fileprivate enum Columns {
    static let name = Column(SmallApp.Item.CodingKeys.name)
    static let quantity = Column(SmallApp.Item.CodingKeys.quantity)
  }

  mutating func didInsert(with rowID: Int64, for column: String?) {
    id = rowID
  }
}

extension DerivableRequest where RowDecoder == SmallApp.Item {
  func orderedByName() -> Self {
    order(SmallApp.Item.Columns.name)
  }

  func orderedByNameReversed() -> Self {
    order(SmallApp.Item.Columns.name).reversed()
  }
}

extension SmallApp.AppDatabase {
  func saveItem(_ item: inout SmallApp.Item) throws {
    try databaseWriter.write { database in
      try item.save(database)
    }
  }

  func deleteItems(ids: [Int64]) throws {
    try databaseWriter.write { database in
      _ = try SmallApp.Item.deleteAll(database, keys: ids)
    }
  }

  func itemsUnordered() -> ObservedValues<[SmallApp.Item]> {
    items(request: SmallApp.Item.all())
  }

  func itemsOrderedByName() -> ObservedValues<[SmallApp.Item]> {
    items(request: SmallApp.Item.all().orderedByName())
  }

  func itemsOrderedByNameReversed() -> ObservedValues<[SmallApp.Item]> {
    items(request: SmallApp.Item.all().orderedByNameReversed())
  }

  private func items(
    request: QueryInterfaceRequest<SmallApp.Item>
  ) -> ObservedValues<[SmallApp.Item]> {
    ValueObservation.tracking(request.fetchAll).values(in: databaseWriter)
  }
}

extension SmallApp {
  struct ItemEditorModel {
    var nameEdit = ""
    var quantityEdit = ""
    private let database: AppDatabase
    var item: Item

    init(database: AppDatabase, item: Item) {
      self.database = database
      self.item = item
      nameEdit = item.name
      quantityEdit = item.quantity.map { String($0) } ?? ""
    }

    mutating func saveItem() throws {
      if !nameEdit.isEmpty {
        item.name = nameEdit
        item.quantity = Int(quantityEdit)
      }
      if !item.isEmpty { try database.saveItem(&item) }
    }
  }

  @MainActor final class ItemListModel {
    enum Ordering: String, CaseIterable {
      case unspecified = "Unspecified"
      case ascending = "Ascending"
      case descending = "Descending"
    }

    private(set) var itemList: [Item] = []
    private(set) var ordering = Ordering.unspecified
    private let database: AppDatabase
    private var items: ObservedValues<[Item]>.AsyncIterator

    init(database: AppDatabase) {
      self.database = database
      items = database.itemsUnordered().makeAsyncIterator()
    }

    /// Waits for the next list.
    func update() async throws {
      var iterator = items
      itemList = try await iterator.next() ?? []
      items = iterator
    }

    func deleteItems(atOffsets offsets: IndexSet) throws {
      try database.deleteItems(ids: offsets.compactMap { itemList[$0].id })
    }

    func newItemEditorModel(for item: Item) -> ItemEditorModel {
      ItemEditorModel(database: database, item: item)
    }

    func nextOrdering() {
      let allCases = Ordering.allCases
      let index = allCases.firstIndex(of: ordering) ?? 0
      ordering = allCases[(index + 1) % allCases.count]
      items =
        switch ordering {
        case .unspecified: database.itemsUnordered().makeAsyncIterator()
        case .ascending: database.itemsOrderedByName().makeAsyncIterator()
        case .descending: database.itemsOrderedByNameReversed().makeAsyncIterator()
        }
    }
  }
}
