import LiveSQL
import LiveSQLPostgres

/// The rows that one step has deleted, kept so that they can be restored.
///
/// ``ShoppingDatabase/history`` undoes the last step, whoever made it. If several people write,
/// each of them wants to undo their own deletion; so each deletion returns its rows.
public struct DeletedRows: Hashable, Sendable {
  /// The lists.
  public var lists: [ShoppingList] = []
  /// The items, including those of the deleted lists.
  public var items: [ShoppingItem] = []

  /// Whether the step has deleted nothing.
  public var isEmpty: Bool { lists.isEmpty && items.isEmpty }
}

extension ShoppingDatabase {
  /// Inserts deleted rows again; rows that already exist are left unchanged.
  ///
  /// - Throws: ``RepositoryError/notFound(_:)`` if the list of an item no longer exists.
  public func restore(_ rows: DeletedRows) async throws {
    try await asRepositoryError {
      try await writeStep(named: "Put Back", isRepeatable: true) { db in
        for list in rows.lists {
          try ShoppingList.insert {
            list
          } onConflict: {
            $0.id
          }.execute(db)
        }
        for list in Set(rows.items.map(\.shoppingListId)) {
          try ShoppingListRepository.require(list, db)
        }
        for item in rows.items {
          try ShoppingItem.insert {
            item
          } onConflict: {
            $0.id
          }.execute(db)
        }
      }
    }
  }
}
