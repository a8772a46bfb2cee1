import DatabaseTypes
import Testing

@testable import IncrementalQueries

/// The positions of rows that have stayed in their places.
@Suite struct RowPositionsTests {
  /// Returns 1,000 rows in several chunks; the sort value of each is a tenth of its key.
  private func rows() -> OrderedRows<Int64> {
    var rows = OrderedRows<Int64>(order: RowOrder(terms: [SortTerm(.binary)]))
    let isLoaded = rows.load(keys: Array(0..<1_000), sorts: sorts(of: Array(0..<1_000)))
    #expect(isLoaded)
    return rows
  }

  private func sorts(of keys: [Int64]) -> [DatabaseValue] { keys.map { .integer($0 / 10) } }

  @Test(
    arguments: [[3, 700, 4, 999, 0], [254, 255, 256, 257, 258, 511, 512, 513], []] as [[Int64]]
  )
  func `rows are found in any order`(keys: [Int64]) {
    #expect(rows().positions(of: keys, orderedBy: sorts(of: keys)) == keys.map(Int.init))
  }

  @Test func `all rows are found one after the other`() {
    let keys = Array(0..<1_000 as Range<Int64>)
    #expect(rows().positions(of: keys, orderedBy: sorts(of: keys)) == Array(0..<1_000))
  }

  @Test func `a row that is not there, or has another sort value, has no position`() {
    #expect(rows().positions(of: [5, 1_000], orderedBy: sorts(of: [5, 1_000])) == nil)
    #expect(rows().positions(of: [5, 15], orderedBy: sorts(of: [5, 25])) == nil)
    #expect(rows().positions(of: [5, 15], orderedBy: [.integer(0), .real(1)]) == nil)
  }

  @Test func `rows without an order are found by their keys`() {
    var rows = OrderedRows<Int64>(order: RowOrder())
    #expect(rows.positions(of: [1], orderedBy: []) == nil)
    let isLoaded = rows.load(keys: [2, 5, 9], sorts: [])
    #expect(isLoaded)
    #expect(rows.positions(of: [9, 2], orderedBy: []) == [2, 0])
  }
}
