public import Foundation
import LiveSQL
import LiveSQLPostgres

/// A repository that reads and writes lists by typed queries.
public struct ShoppingListRepository: Sendable {
  let shop: ShoppingDatabase
  let now: @Sendable () -> Date

  /// Creates a repository.
  ///
  /// - Parameter now: Returns the current time.
  public init(database: ShoppingDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
    shop = database
    self.now = now
  }
}

extension ShoppingListRepository {
  /// All lists, most recently changed first.
  public func fetchAllOrderedByDate() async throws -> [ShoppingList] {
    try await asRepositoryError {
      try await shop.database.read { db in try ShoppingList.orderedByDate.fetchAll(db) }
    }
  }

  /// All lists with the number of their items, most recently changed first.
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

  /// Returns the list with a title or, if there is none, the list whose key begins with a text.
  ///
  /// - Throws: ``RepositoryError/ambiguous(_:keys:)`` if several lists match.
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
    // Every key begins with the empty text.
    guard !start.isEmpty else { return [] }
    return
      try ShoppingList.where { $0.id.like(LikePattern.startingWith(start), escape: "\\") }
      .order(by: \.id).fetchAll(db)
  }
}

extension ShoppingListRepository {
  /// Creates a list, as one step of the undo history.
  ///
  /// Does nothing if a list with this primary key exists, so a request may be repeated.
  ///
  /// - Parameter id: The primary key; a new UUID by default.
  @discardableResult
  public func createList(id: ShoppingList.ID = UUID().uuidString, title: String) async throws
    -> ShoppingList
  {
    let time = now()
    let list = ShoppingList(id: id, title: title, createdAt: time, updatedAt: time)
    try await writeStep("New List", isRepeatable: true) { db in
      try ShoppingList.insert {
        list
      } onConflict: {
        $0.id
      }.execute(db)
    }
    return list
  }

  /// Renames a list, as one step of the undo history.
  ///
  /// - Throws: ``RepositoryError/notFound(_:)`` if the list does not exist.
  public func renameList(id: ShoppingList.ID, to title: String) async throws {
    let time = now()
    try await writeStep("Rename List", isRepeatable: true) { db in
      guard try Self.require(id, db).title != title else { return }
      try ShoppingList.find(id).update {
        $0.title = title
        $0.updatedAt = #bind(time)
      }.execute(db)
    }
  }

  /// Deletes a list and its items if it exists, as one step of the undo history.
  ///
  /// - Returns: The deleted rows, for ``ShoppingDatabase/restore(_:)``.
  @discardableResult
  public func deleteList(id: ShoppingList.ID) async throws -> DeletedRows {
    try await writeStep("Delete List") { db in
      let items = try ShoppingItem.inList(id).fetchAll(db)
      let lists = try ShoppingList.where { $0.id.eq(id) }.delete().returning(\.self).fetchAll(db)
      return DeletedRows(lists: lists, items: items)
    }
  }

  private func writeStep<Result: Sendable>(
    _ name: String,
    isRepeatable: Bool = false,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Result
  ) async throws -> Result {
    try await asRepositoryError {
      try await shop.writeStep(named: name, isRepeatable: isRepeatable, body)
    }
  }

  /// Returns the list that has a primary key.
  ///
  /// - Throws: ``RepositoryError/notFound(_:)`` if there is no such list.
  @discardableResult
  static func require(_ id: ShoppingList.ID, _ db: any SQLConnection) throws -> ShoppingList {
    guard let list = try ShoppingList.where({ $0.id.eq(id) }).fetchOne(db) else {
      throw RepositoryError.notFound("list")
    }
    return list
  }
}
