import DatabaseTypes
import SQLiteDatabase

/// One insert per transaction while the table has a subscription like that of live queries: the
/// cost of capture.
///
/// 2,000 rows of ten integers into an empty table of a new file. The baseline is the library
/// without observation.
struct InsertTransactionsCaptured: Question {
  static let name = "insert-transactions-captured"
  static let work = "2,000 one-row transactions with change capture; baseline: without"
  static let bar: Double? = 1.05

  private var pair: ObservedPair
  private var subscription: ChangeSubscription?

  init(in folder: String) throws { pair = try ObservedPair(in: folder) }

  mutating func prepare() throws {
    subscription = nil
    try pair.renew()
    let region = Region(table: "items")
    subscription = pair.observed.changeSource.subscribe(to: region, detail: .keys) { _ in }
  }

  func baseline() throws -> Int { try Items.insertOneByOne(InsertTransactions.count, pair.plain) }
  func ours() throws -> Int { try Items.insertOneByOne(InsertTransactions.count, pair.observed) }
}
