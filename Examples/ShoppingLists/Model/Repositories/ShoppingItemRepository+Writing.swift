public import Foundation
import LiveSQL
import LiveSQLPostgres

extension ShoppingItemRepository {
  /// Adds an item to a list.
  ///
  /// Does nothing if an item with this primary key exists, so a request may be repeated.
  ///
  /// - Parameter id: The primary key; a new UUID by default.
  /// - Throws: ``RepositoryError/notFound(_:)`` if the list does not exist.
  @discardableResult
  public func createItem(
    id: ShoppingItem.ID = UUID().uuidString,
    _ details: ItemDetails,
    shoppingListId: ShoppingList.ID
  ) async throws -> ShoppingItem {
    let item = ShoppingItem(id: id, details, shoppingListId: shoppingListId, at: now())
    // snippet.create
    try await writeStep("Add Item") { db in
      try ShoppingListRepository.require(shoppingListId, db)
      let added = try ShoppingItem.insert {
        item
      } onConflict: {
        $0.id
      }
      .returning(\.id).fetchAll(db)
      if !added.isEmpty { try Self.touch(shoppingListId, at: item.createdAt, db) }
    }
    // snippet.end
    return item
  }

  /// Adds an item to a list.
  @discardableResult
  public func createItem(
    name: String,
    quantity: Int = 1,
    notes: String = "",
    categoryId: ItemCategory.ID,
    shoppingListId: ShoppingList.ID
  ) async throws -> ShoppingItem {
    let details = ItemDetails(
      name: name,
      quantity: quantity,
      notes: notes,
      categoryId: categoryId
    )
    return try await createItem(details, shoppingListId: shoppingListId)
  }

  /// Applies the differences between two versions of an item's details to the item.
  ///
  /// Two people may edit an item at the same time: if they change different properties, both
  /// changes are kept.
  ///
  /// - Parameters:
  ///   - old: The details before the edit.
  ///   - new: The details after the edit.
  public func updateItem(id: ShoppingItem.ID, from old: ItemDetails, to new: ItemDetails)
    async throws
  {
    let time = now()
    try await writeStep("Edit Item") { db in
      var item = try Self.item(id, db)
      let details = item.details.merging(new, since: old)
      guard details != item.details else { return }
      item.details = details
      item.updatedAt = time
      try ShoppingItem.update(item).execute(db)
      try Self.touch(item.shoppingListId, at: time, db)
    }
  }
}

extension ShoppingItemRepository {
  /// Checks an item if it is unchecked, and unchecks it otherwise.
  public func toggleCompletion(itemId: ShoppingItem.ID) async throws {
    let time = now()
    try await writeStep("Tick Off") { db in
      let item = try Self.item(itemId, db)
      try Self.complete(item, !item.isCompleted, at: time, db)
    }
  }

  // snippet.complete
  /// Checks or unchecks an item; does nothing if it already has this state.
  public func setCompletion(itemId: ShoppingItem.ID, to isCompleted: Bool) async throws {
    let time = now()
    try await writeStep("Tick Off") { db in
      let item = try Self.item(itemId, db)
      if item.isCompleted != isCompleted { try Self.complete(item, isCompleted, at: time, db) }
    }
  }
  // snippet.end

  private static func complete(
    _ item: ShoppingItem,
    _ isCompleted: Bool,
    at time: Date,
    _ db: any SQLConnection
  ) throws {
    try ShoppingItem.find(item.id).update {
      $0.isCompleted = isCompleted
      $0.updatedAt = #bind(time)
    }.execute(db)
    try touch(item.shoppingListId, at: time, db)
  }
}

extension ShoppingItemRepository {
  /// Deletes an item if it exists.
  ///
  /// - Returns: The deleted rows, for ``ShoppingDatabase/restore(_:)``.
  @discardableResult
  public func deleteItem(id: ShoppingItem.ID) async throws -> DeletedRows {
    try await delete("Delete Item", ShoppingItem.where { $0.id.eq(id) })
  }

  /// Deletes an item.
  @discardableResult
  public func deleteItem(_ item: ShoppingItem) async throws -> DeletedRows {
    try await deleteItem(id: item.id)
  }

  /// Deletes the checked items of a list.
  ///
  /// - Returns: The deleted rows, for ``ShoppingDatabase/restore(_:)``.
  @discardableResult
  public func deleteCompletedItems(forListId listId: ShoppingList.ID) async throws -> DeletedRows {
    try await delete(
      "Clear Basket",
      ShoppingItem.where { $0.shoppingListId.eq(listId) && $0.isCompleted }
    )
  }

  // snippet.delete
  private func delete(_ name: String, _ items: Where<ShoppingItem>) async throws -> DeletedRows {
    let time = now()
    return try await writeStep(name) { db in
      let deleted = try items.delete().returning(\.self).fetchAll(db)
      for list in Set(deleted.map(\.shoppingListId)) { try Self.touch(list, at: time, db) }
      return DeletedRows(items: deleted)
    }
  }
  // snippet.end
}

extension ShoppingItemRepository {
  /// Writes as one step of the undo history.
  private func writeStep<Result: Sendable>(
    _ name: String,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Result
  ) async throws -> Result {
    try await asRepositoryError { try await shop.writeStep(named: name, body) }
  }

  private static func item(_ id: ShoppingItem.ID, _ db: any SQLConnection) throws -> ShoppingItem {
    guard let item = try ShoppingItem.where({ $0.id.eq(id) }).fetchOne(db) else {
      throw RepositoryError.notFound("item")
    }
    return item
  }

  /// Sets the modification date of a list.
  private static func touch(
    _ listId: ShoppingList.ID,
    at time: Date,
    _ db: any SQLConnection
  ) throws {
    try ShoppingList.find(listId).update { $0.updatedAt = #bind(time) }.execute(db)
  }
}
