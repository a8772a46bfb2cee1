import DatabaseTypes
import Foundation
import SQLiteDatabase

/// One insert in each transaction while somebody iterates over all changes: the cost of capture.
///
/// 2,000 rows of ten integers into an empty table of a new file. The baseline is the library, unobserved.
struct InsertTransactionsObserved: Question {
  static let name = "insert-transactions-observed"
  static let work = "the same, with database.changes iterated over; baseline: unobserved"
  static let bar = 1.05

  private var pair: ObservedPair

  init(in folder: String) throws { pair = try ObservedPair(in: folder) }

  mutating func prepare() throws {
    try pair.renew()
    let changes = pair.observed.changes
    pair.consumer = Task.detached {
      for await _ in changes {}
    }
  }

  func baseline() throws -> Int { try Items.insertOneByOne(InsertTransactions.count, pair.plain) }
  func ours() throws -> Int { try Items.insertOneByOne(InsertTransactions.count, pair.observed) }
}

/// The same, with a subscription to the table, as a live query has one.
struct InsertTransactionsSubscribed: Question {
  static let name = "insert-transactions-subscribed"
  static let work = "the same, with a subscription to the table; baseline: unobserved"
  static let bar = 1.05

  private var pair: ObservedPair

  init(in folder: String) throws { pair = try ObservedPair(in: folder) }

  mutating func prepare() throws {
    try pair.renew()
    pair.subscription = pair.observed.changeSource.subscribe(to: Region(table: "items")) { _ in }
  }

  func baseline() throws -> Int { try Items.insertOneByOne(InsertTransactions.count, pair.plain) }
  func ours() throws -> Int { try Items.insertOneByOne(InsertTransactions.count, pair.observed) }
}

/// Two new databases of the library, of which one is observed.
struct ObservedPair {
  private(set) var plain: DatabaseQueue
  private(set) var observed: DatabaseQueue
  /// Ends when `observed` is closed.
  var consumer: Task<Void, Never>?
  var subscription: ChangeSubscription?
  private let folder: String
  private var number = 0

  init(in folder: String) throws {
    self.folder = folder
    (plain, observed) = try Self.open(in: folder, number)
  }

  mutating func renew() throws {
    subscription = nil
    try plain.close()
    try observed.close()
    number += 1
    (plain, observed) = try Self.open(in: folder, number)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasPrefix("\(number - 1)-") {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }

  private static func open(in folder: String, _ number: Int) throws -> (
    DatabaseQueue, DatabaseQueue
  ) {
    (
      try Items.open("\(folder)/\(number)-plain.db"),
      try Items.open("\(folder)/\(number)-observed.db")
    )
  }
}
