import ShoppingListsModel
import Testing

/// How tables and queries are written.
enum ReadingStyle: CaseIterable {
  /// By macros and typed queries.
  case typed
  /// As records with columns written by hand, by requests.
  case records
  /// By macros and typed queries, on a PostgreSQL server.
  case typedOnPostgres
  /// As records with columns written by hand, by requests, on a PostgreSQL server.
  case recordsOnPostgres

  /// Those that there are here.
  static var available: [ReadingStyle] {
    ShoppingDatabaseKind.available.contains(.postgres) ? allCases : [.typed, .records]
  }

  /// On which database.
  var kind: ShoppingDatabaseKind {
    switch self {
    case .typed, .records: .sqlite
    case .typedOnPostgres, .recordsOnPostgres: .postgres
    }
  }
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
  init(_ style: ReadingStyle) throws { try self.init(style.kind) }

  func lists(_ style: ReadingStyle) throws -> any ListReading {
    switch style {
    case .typed, .typedOnPostgres: lists
    case .records, .recordsOnPostgres: ShoppingRecordReader(database: database)
    }
  }

  func items(_ style: ReadingStyle) throws -> any ItemReading {
    switch style {
    case .typed, .typedOnPostgres: items
    case .records, .recordsOnPostgres: ShoppingRecordReader(database: database)
    }
  }
}
