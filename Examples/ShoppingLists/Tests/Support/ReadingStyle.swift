import ShoppingListsModel

/// How tables and queries are written.
enum ReadingStyle: CaseIterable {
  /// By macros and typed queries.
  case typed
  /// As records with columns written by hand, by requests.
  case records
}

/// What reads lists, in either style.
protocol ListReading {
  func fetchAllOrderedByDate() async throws -> [ShoppingList]
  func fetchListsWithItemCounts() async throws -> [ShoppingListWithCount]
  func searchLists(byTitle text: String) async throws -> [ShoppingList]
}

/// What reads items, in either style.
protocol ItemReading {
  func fetchItems(forListId listId: String) async throws -> [ShoppingItem]
  func fetchItemsWithCategories(forListId listId: String) async throws -> [ItemWithCategory]
  func searchItems(_ text: String, inListId listId: String) async throws -> [ShoppingItem]
  func fetchCategoryStats(forListId listId: String) async throws -> [CategoryStats]
}

extension ShoppingListRepository: ListReading {}
extension ShoppingItemRepository: ItemReading {}
extension ShoppingRecordReader: ListReading, ItemReading {}

extension ShoppingFixture {
  func lists(_ style: ReadingStyle) -> any ListReading {
    switch style {
    case .typed: lists
    case .records: ShoppingRecordReader(database: database)
    }
  }

  func items(_ style: ReadingStyle) -> any ItemReading {
    switch style {
    case .typed: items
    case .records: ShoppingRecordReader(database: database)
    }
  }
}
