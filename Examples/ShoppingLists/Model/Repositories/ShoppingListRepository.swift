public import Foundation
import LiveSQL
import LiveSQLPostgres

/// Reads and writes lists, by typed queries.
public struct ShoppingListRepository: Sendable {
  let shop: ShoppingDatabase
  let now: @Sendable () -> Date

  /// Makes a repository.
  ///
  /// - Parameter now: What the time is.
  public init(database: ShoppingDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
    shop = database
    self.now = now
  }
}

extension ShoppingListRepository {
  /// All lists, the one that was changed last first.
  public func fetchAllOrderedByDate() async throws -> [ShoppingList] {
    try await asRepositoryError {
      try await shop.database.read { db in try ShoppingList.orderedByDate.fetchAll(db) }
    }
  }

  /// All lists with the number of their items, the one that was changed last first.
  public func fetchListsWithItemCounts() async throws -> [ShoppingListWithCount] {
    try await asRepositoryError {
      try await shop.database.read { db in try ShoppingList.withItemCounts.fetchAll(db) }
    }
  }

  /// The lists whose titles contain a text.
  public func searchLists(byTitle text: String) async throws -> [ShoppingList] {
    try await asRepositoryError {
      try await shop.database.read { db in try ShoppingList.search(text).fetchAll(db) }
    }
  }

  /// The list with a title, or whose key begins with a text.
  ///
  /// - Throws: ``RepositoryError/ambiguous(_:keys:)`` where there are several.
  public func findList(_ text: String) async throws -> ShoppingList {
    try await asRepositoryError {
      try await shop.database.read { db in
        let titled = try ShoppingList.titled(text).order(by: \.id).fetchAll(db)
        return try theOne("list: \(text)", named: titled, withKey: Self.lists(withKey: text, db))
      }
    }
  }

  private static func lists(withKey start: String, _ db: any SQLConnection) throws
    -> [ShoppingList]
  {
    // Every key begins with nothing.
    guard !start.isEmpty else { return [] }
    return
      try ShoppingList.where { $0.id.like(LikePattern.startingWith(start), escape: "\\") }
      .order(by: \.id).fetchAll(db)
  }
}

extension ShoppingListRepository {
  /// Makes a list, in one step of the history.
  @discardableResult
  public func createList(title: String) async throws -> ShoppingList {
    let time = now()
    let list = ShoppingList(
      id: UUID().uuidString,
      title: title,
      createdAt: time,
      updatedAt: time
    )
    try await asRepositoryError {
      try await shop.writeStep(named: "New List") { db in
        try ShoppingList.insert { list }.execute(db)
      }
    }
    return list
  }

  /// Deletes a list with its items, in one step of the history.
  public func deleteList(id: ShoppingList.ID) async throws {
    try await asRepositoryError {
      try await shop.writeStep(named: "Delete List") { db in
        try ShoppingList.find(id).delete().execute(db)
      }
    }
  }
}
