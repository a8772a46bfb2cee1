import Foundation
import SQLiteDatabase

/// Two new databases of the library, one of which is observed.
///
/// Each has its own folder, since the folder of the observed one is watched for commits of other
/// processes.
struct ObservedPair {
  private(set) var plain: DatabaseQueue
  private(set) var observed: DatabaseQueue
  private let folder: String
  private var number = 0

  init(in folder: String) throws {
    self.folder = folder
    (plain, observed) = try Self.open(in: folder, number)
  }

  mutating func renew() throws {
    try plain.close()
    try observed.close()
    try FileManager.default.removeItem(atPath: Self.folder(number, in: folder))
    number += 1
    (plain, observed) = try Self.open(in: folder, number)
  }

  private static func folder(_ number: Int, in folder: String) -> String { "\(folder)/\(number)" }

  private static func open(in folder: String, _ number: Int) throws -> (
    DatabaseQueue, DatabaseQueue
  ) {
    let plain = Self.folder(number, in: folder) + "/plain"
    let observed = Self.folder(number, in: folder) + "/observed"
    for path in [plain, observed] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    return (try Items.open(plain + "/items.db"), try Items.open(observed + "/items.db"))
  }
}
