// swift-format-ignore-file
import LiveSQL

// What the page “A small app with records” says in a block that `LeftOut.md` names.

extension AppDatabase {
  static func empty() throws -> AppDatabase { try AppDatabase(DatabaseQueue()) }
}
