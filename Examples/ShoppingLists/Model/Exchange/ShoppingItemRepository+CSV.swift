import Foundation
public import LiveSQL
import LiveSQLPostgres

extension ShoppingItem {
  /// The items of a list as lines of CSV, in their order.
  static func csv(inList listId: ShoppingList.ID) -> some Query<CSVItem> {
    Self.where { $0.shoppingListId.eq(listId) }
      .join(ItemCategory.all) { $0.categoryId.eq($1.id) }
      .order { item, _ in (item.rank, item.id) }
      .select { item, category in
        CSVItem.Columns(
          name: item.name,
          quantity: item.quantity,
          // Hundredths as an amount such as 12.50; both databases divide integers without a rest.
          price: #sql(
            """
            CAST(\(item.price) / 100 AS text) || '.'
            || substr(CAST(100 + \(item.price) % 100 AS text), 2)
            """,
            as: String?.self
          ),
          category: category.name,
          notes: item.notes,
          isCompleted: Case().when(item.isCompleted, then: 1).else(0)
        )
      }
  }
}

extension ShoppingItemRepository {
  // snippet.export
  /// Returns the items of a list as CSV, in pieces.
  ///
  /// A piece is made when the one before it was taken; all of them are of one moment.
  ///
  /// - Parameter progress: Receives the number of items that were written.
  public func exportItems(
    ofListId listId: ShoppingList.ID,
    progress: @escaping @Sendable (Int) throws -> Void = { _ in }
  ) -> any AsyncSequence<[UInt8], any Error> {
    let query = ShoppingItem.csv(inList: listId)
    let report = { @Sendable (rows: RowDumpProgress) in try progress(rows.completedRowCount) }
    if let server = shop.database as? PostgresDatabase {
      return server.dumpPieces(of: query, format: .csv, progress: report)
    }
    guard let file = shop.database as? any DatabaseReader else {
      preconditionFailure("A database is an SQLite database or one on a PostgreSQL server")
    }
    return file.dumpPieces(of: query, format: .csv, progress: report)
  }
  // snippet.end

  /// Adds the items of CSV at the end of a list, all or none.
  ///
  /// - Parameters:
  ///   - source: The CSV, whose first line names its columns: those that an export has, or some.
  ///   - progress: Receives how much was read.
  /// - Returns: The number of items.
  /// - Throws: `ImportError` with the line that cannot be read; ``RepositoryError`` if the list or
  ///   a category does not exist, or an item is refused.
  @discardableResult
  public func importItems(
    from source: ImportSource,
    intoListId listId: ShoppingList.ID,
    progress: @escaping @Sendable (ImportProgress) throws -> Void = { _ in }
  ) async throws -> Int {
    let categories = try await fetchCategories()
    let lines = try await CSVItem.read(source, progress: progress)
    let time = now()
    let items = try lines.map { line in
      var item = ShoppingItem(
        id: UUID().uuidString,
        try line.details(categories),
        shoppingListId: listId,
        rank: 0,
        at: time
      )
      item.isCompleted = line.isCompleted != 0
      return item
    }
    try await append(items, toListId: listId, at: time)
    return items.count
  }
}
