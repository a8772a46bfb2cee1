import LiveSQL
import LiveSQLPostgres

/// A log of the changes of items in a file, in which each change is one line, and is there once.
///
/// The database records changes from the first use of a log on, whoever makes them, until they are
/// in the file. Let one process at a time write a log.
public struct ItemLog: Sendable {
  // snippet.outbox
  /// The changes of all items.
  static let outbox = Outbox(of: ShoppingItem.all, named: "items")

  private let shop: ShoppingDatabase
  private let path: String

  /// Creates a log in a file, which is created if it does not exist.
  public init(database: ShoppingDatabase, path: String) { (shop, self.path) = (database, path) }

  /// Appends the changes that are not in the file yet, in their order.
  ///
  /// - Parameter waits: Whether to go on with each further commit, until the task is cancelled.
  /// - Throws: ``ItemLogError`` if the file is no log, or cannot be written; an error of the
  ///   database.
  public func append(waits: Bool = true) async throws {
    var file = try LogFile(path: path)
    // It is no migration: without a log, changes would be kept for nobody.
    try await shop.database.write { db in try Self.outbox.create(in: db, for: ["log"]) }
    try await Self.outbox.deliver(from: shop.database, to: "log", waits: waits) { batch in
      // If the process ends here, the batch comes again; the file tells what it has of it.
      try file.append(batch.changes.filter { $0.token > file.token }.map(LogLine.init))
    }
  }
  // snippet.end
}

/// An error: a log cannot be written.
public struct ItemLogError: Error, CustomStringConvertible {
  /// What happened, and what to do about it.
  public let description: String
}

/// A line of a log.
struct LogLine: Codable, Hashable {
  let change: String
  let list: ShoppingList.ID
  let name: String
  let quantity: Int
  let isCompleted: Bool
  let token: OutboxToken

  init(_ change: OutboxChange<ShoppingItem>) {
    (self.change, token) = (change.kind.rawValue, change.token)
    (list, name) = (change.row.shoppingListId, change.row.name)
    (quantity, isCompleted) = (change.row.quantity, change.row.isCompleted)
  }
}
