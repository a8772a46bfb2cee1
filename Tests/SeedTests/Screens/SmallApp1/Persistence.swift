// swift-format-ignore-file
import LiveSQL

// What the page “A small app with records” says in a block that `LeftOut.md` names.

extension AppDatabase {
  static let shared = makeShared()

  private static func makeShared() -> AppDatabase {
    do { return try empty() } catch { fatalError("Unresolved error \(error)") }
  }

  static func empty() throws -> AppDatabase { try AppDatabase(DatabaseQueue()) }
}
