import SQLiteDatabase
import SQLiteTools
import Synchronization
import WebServer

/// The studio's own changes, which can be undone with the effects of foreign keys and triggers.
///
/// State: how many were named, guarded by a mutex, and the library's own history.
final class UndoStore: Sendable {
  private let history: UndoHistory
  private let count = Mutex(0)

  /// Records what is written from now on.
  init(_ database: any DatabaseWriter) throws { history = try UndoHistory(database) }

  /// Makes changes.
  ///
  /// - Returns: The name by which they can be undone; `nil` if they cannot.
  func record(_ body: () async throws -> Void) async throws -> String? {
    let name = count.withLock { count in
      count += 1
      return "u\(count)"
    }
    try await history.group(named: name) { try await body() }
    return history.undoName == name ? name : nil
  }

  /// Undoes changes.
  ///
  /// - Returns: The number of restored rows.
  /// - Throws: `RequestError` if something was changed after them, or if a change of someone else
  ///   prevents it.
  func undo(_ name: String) async throws -> Int {
    guard history.undoName == name else {
      throw RequestError(404, "This was already undone, or something was changed after it.")
    }
    do { return try await history.undo()?.rowCount ?? 0 } catch let error as UndoError {
      throw RequestError(409, error.description)
    }
  }
}
