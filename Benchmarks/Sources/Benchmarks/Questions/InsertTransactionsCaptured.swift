import DatabaseTypes
import SQLiteDatabase

/// One insert in each transaction while the table is subscribed to as live queries do: the cost of capture.
///
/// 2,000 rows of ten integers into an empty table of a new file. The baseline is the library, unobserved.
struct InsertTransactionsCaptured: Question {
  static let name = "insert-transactions-captured"
  static let work = "the same with change capture on; baseline: off"
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
