import ShoppingListsModel
import Testing

/// A style of declaring tables and writing queries.
enum ReadingStyle: CaseIterable {
  /// Macros and typed queries.
  case typed
  /// Records with columns written by hand, and requests.
  case records
  /// Macros and typed queries, on a PostgreSQL server.
  case typedOnPostgres
  /// Records with columns written by hand, and requests, on a PostgreSQL server.
  case recordsOnPostgres

  /// The styles that can be tested on this machine.
  static var available: [ReadingStyle] {
    ShoppingDatabaseKind.available.contains(.postgres) ? allCases : [.typed, .records]
  }

  /// The kind of database.
  var kind: ShoppingDatabaseKind {
    switch self {
    case .typed, .records: .sqlite
    case .typedOnPostgres, .recordsOnPostgres: .postgres
    }
  }
}

/// A reader of lists, in either style.
protocol ListReading {
  func fetchAllOrderedByDate() async throws -> [ShoppingList]
  func fetchListsWithItemCounts() async throws -> [ShoppingListWithCount]
  func searchLists(byTitle text: String) async throws -> [ShoppingList]
}

/// A reader of items, in either style.
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
