import Foundation
import SQLiteDatabase

/// Two new files with an empty table each, for the two sides of a question.
struct FreshItems {
  private(set) var database: DatabaseQueue
  private(set) var raw: RawConnection
  private let folder: String
  private var number = 0

  init(in folder: String) throws {
    self.folder = folder
    (database, raw) = try Self.open(in: folder, number)
  }

  /// Creates two new files, and removes the previous ones.
  mutating func renew() throws {
    try database.close()
    number += 1
    (database, raw) = try Self.open(in: folder, number)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasPrefix("\(number - 1)-") {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }

  private static func open(in folder: String, _ number: Int) throws -> (
    DatabaseQueue, RawConnection
  ) {
    let raw = try RawConnection("\(folder)/\(number)-raw.db")
    try raw.execute(Items.schema)
    return (try Items.open("\(folder)/\(number)-ours.db"), raw)
  }
}
