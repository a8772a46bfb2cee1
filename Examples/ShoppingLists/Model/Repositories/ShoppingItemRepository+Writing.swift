public import Foundation
import LiveSQL
import LiveSQLPostgres

extension ShoppingItemRepository {
  /// Adds an item at the end of a list.
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
    let time = now()
    // snippet.create
    return try await writeStep("Add Item", isRepeatable: true) { db in
      // SQLite does not tell which of its two foreign keys an item violates.
      try ShoppingListRepository.require(shoppingListId, db)
      let rank = try Self.lastRank(shoppingListId, db) + 1
      let item = ShoppingItem(id: id, details, shoppingListId: shoppingListId, rank: rank, at: time)
      let added = try ShoppingItem.insert {
        item
      } onConflict: {
        $0.id
      }
      .returning(\.id).fetchAll(db)
      if !added.isEmpty { try Self.touch(shoppingListId, at: time, db) }
      return item
    }
    // snippet.end
  }

  /// Adds an item at the end of a list.
  @discardableResult
  public func createItem(
    name: String,
    quantity: Int = 1,
    price: Decimal? = nil,
    notes: String = "",
    categoryId: ItemCategory.ID,
    shoppingListId: ShoppingList.ID
  ) async throws -> ShoppingItem {
    let details = ItemDetails(
      name: name,
      quantity: quantity,
      price: price,
      notes: notes,
      categoryId: categoryId
    )
    return try await createItem(details, shoppingListId: shoppingListId)
  }

  /// Adds items at the end of a list, in one step; those that exist are left unchanged.
  func append(
    _ items: [ShoppingItem],
    toListId listId: ShoppingList.ID,
    at time: Date
  ) async throws {
    try await writeStep("Import Items", isRepeatable: true) { db in
      try ShoppingListRepository.require(listId, db)
      var rank = try Self.lastRank(listId, db)
      let ranked = items.map { item in
        rank += 1
        var item = item
        item.rank = rank
        return item
      }
      // A statement has a limited number of parameters.
      for start in stride(from: 0, to: ranked.count, by: 500) {
        try ShoppingItem.insert {
          Array(ranked[start..<min(start + 500, ranked.count)])
        } onConflict: {
          $0.id
        }.execute(db)
      }
      if !items.isEmpty { try Self.touch(listId, at: time, db) }
    }
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
    try await writeStep("Edit Item", isRepeatable: true) { db in
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
    try await writeStep("Tick Off", isRepeatable: true) { db in
      let item = try Self.item(itemId, db)
      if item.isCompleted != isCompleted { try Self.complete(item, isCompleted, at: time, db) }
    }
  }
  // snippet.end

  // snippet.move
  /// Moves an item directly before or after another item of its list.
  ///
  /// Does nothing if the item is already there, so a request may be repeated.
  ///
  /// - Returns: The item and the place that it had, to move it back; `nil` if nothing has changed.
  @discardableResult
  public func moveItem(id: ShoppingItem.ID, to place: ItemPlace) async throws -> MovedItem? {
    let time = now()
    return try await writeStep("Move Item") { db in
      let item = try Self.item(id, db)
      let order = ItemOrder(items: try ShoppingItem.inList(item.shoppingListId).fetchAll(db))
      let changed = try order.moving(id, to: place)
      guard !changed.isEmpty, let oldPlace = order.place(of: id) else { return nil }
      // In the order of the keys, so that two moves on a server do not wait for each other.
      for row in changed.sorted(by: { $0.id < $1.id }) {
        try ShoppingItem.find(row.id).update { $0.rank = row.rank }.execute(db)
      }
      try Self.touch(item.shoppingListId, at: time, db)
      return MovedItem(item: item, oldPlace: oldPlace)
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
    isRepeatable: Bool = false,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Result
  ) async throws -> Result {
    try await asRepositoryError {
      try await shop.writeStep(named: name, isRepeatable: isRepeatable, body)
    }
  }

  private static func item(_ id: ShoppingItem.ID, _ db: any SQLConnection) throws -> ShoppingItem {
    guard let item = try ShoppingItem.where({ $0.id.eq(id) }).fetchOne(db) else {
      throw RepositoryError.notFound("item")
    }
    return item
  }

  /// The rank of the last item of a list; 0 if the list is empty.
  private static func lastRank(_ listId: ShoppingList.ID, _ db: any SQLConnection) throws -> Double
  {
    let items = ShoppingItem.where { $0.shoppingListId.eq(listId) }
    return try items.order { $0.rank.desc() }.fetchOne(db)?.rank ?? 0
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
