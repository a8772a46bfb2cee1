import ShoppingListsModel
import Terminal

extension ShoppingProgram {
  /// Appends each change of an item to a file, until the program is asked to end.
  func log(to path: String) async throws {
    let process = events()
    let log = ItemLog(database: database, path: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await log.append() }
      group.addTask { for await event in process where event != .terminalResized { return } }
      try await group.next()
      group.cancelAll()
    }
  }
}
