import DatabaseTypes
import Foundation
import SQLiteDatabase

/// One insert per transaction into a database whose folder contains another, observed one.
///
/// 2,000 rows of ten integers. The baseline is also the library, in a folder where nothing is
/// observed.
struct NeighbourTransactions: Question {
  static let name = "neighbour-transactions"
  static let work = "2,000 one-row transactions beside an observed database; baseline: not observed"
  static let bar: Double? = 1.05

  private let alone: DatabaseQueue
  private let neighbour: DatabaseQueue
  private let others: [DatabaseQueue]
  private let subscription: ChangeSubscription

  init(in folder: String) throws {
    for name in ["alone", "neighbour"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)",
        withIntermediateDirectories: true
      )
    }
    alone = try Items.open(folder + "/alone/items.db")
    neighbour = try Items.open(folder + "/neighbour/items.db")
    others = [
      try Items.open(folder + "/alone/other.db"), try Items.open(folder + "/neighbour/other.db"),
    ]
    subscription = others[1].changeSource.subscribe(
      to: Region(table: "items"),
      detail: .keys
    ) { _ in }
    // By then the watching thread has started.
    Thread.sleep(forTimeInterval: 0.1)
  }

  func baseline() throws -> Int { try Self.insert(alone) }
  func ours() throws -> Int { try Self.insert(neighbour) }

  private static func insert(_ database: DatabaseQueue) throws -> Int {
    let before = try database.read { db in db.totalChangesCount }
    return try Items.insertOneByOne(InsertTransactions.count, database) - before
  }
}
