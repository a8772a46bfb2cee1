import SQLiteDatabase

/// One insert per transaction while a task iterates over all changes: the cost of reporting rows
/// with their values.
///
/// 2,000 rows of ten integers into an empty table of a new file. Each row is read again, put into a
/// change set, and handed to another thread. The baseline is the library without observation.
struct InsertTransactionsObserved: Question {
  static let name = "insert-transactions-observed"
  static let work =
    "2,000 one-row transactions, reported by database.changes; baseline: not observed"
  /// Only shown: copying each row for another thread has a cost, which those who iterate want to
  /// know.
  static let bar: Double? = nil

  private var pair: ObservedPair

  init(in folder: String) throws { pair = try ObservedPair(in: folder) }

  mutating func prepare() throws {
    try pair.renew()
    let changes = pair.observed.changes
    // It ends when the next round closes the database.
    Task.detached { for await _ in changes {} }
  }

  func baseline() throws -> Int { try Items.insertOneByOne(InsertTransactions.count, pair.plain) }
  func ours() throws -> Int { try Items.insertOneByOne(InsertTransactions.count, pair.observed) }
}
