import DatabaseTypes
import IncrementalQueries
import Testing

@testable import LiveEngine

@Suite struct PartitionRowsTests {
  private func partition(_ name: String) -> CompositeKey { CompositeKey([.text(name)]) }

  /// Returns rows 1 to 3 in partition a, and 4 in b.
  private var rows: PartitionRows<Int64> {
    var rows = PartitionRows<Int64>()
    rows.add([1, 2, 3, 4], in: ["a", "a", "a", "b"].map(partition))
    return rows
  }

  @Test func `a row that moves touches both partitions`() {
    var rows = rows
    let (partitions, known) = rows.replace([3], by: [3], in: [partition("b")])
    #expect(Set(partitions) == [partition("a"), partition("b")])
    #expect(known.sorted() == [1, 2, 3, 4])
    #expect(rows.keys(of: [partition("a")]).sorted() == [1, 2])
    #expect(rows.keys(of: [partition("b")]).sorted() == [3, 4])
    #expect(rows.count == 4)
  }

  @Test func `a new row touches its partition, and was not in it before`() {
    var rows = rows
    let (partitions, known) = rows.replace([9], by: [9], in: [partition("a")])
    #expect(partitions == [partition("a")])
    #expect(known.sorted() == [1, 2, 3])
    #expect(rows.keys(of: partitions).sorted() == [1, 2, 3, 9])
  }

  @Test func `the last row of a partition leaves it empty`() {
    var rows = rows
    let (partitions, known) = rows.replace([4], by: [], in: [])
    #expect(partitions == [partition("b")])
    #expect(known == [4])
    #expect(!rows.contains(partition("b")) && rows.contains(partition("a")))
    #expect(rows.keys(of: partitions).isEmpty)
  }

  @Test func `keys are the same in any order, but not if one occurs twice`() {
    #expect(haveSameKeys([1, 2, 3] as [Int64], [3, 1, 2]))
    #expect(haveSameKeys([] as [Int64], []))
    #expect(!haveSameKeys([1, 2] as [Int64], [1, 3]))
    #expect(!haveSameKeys([1, 2] as [Int64], [1, 1]))
    #expect(!haveSameKeys([1, 1] as [Int64], [1, 1]))
    #expect(!haveSameKeys([1] as [Int64], [1, 2]))
  }

  @Test func `rows that never counted touch nothing`() {
    var rows = rows
    let (partitions, known) = rows.replace([7, 8], by: [], in: [])
    #expect(partitions.isEmpty && known.isEmpty)
    #expect(rows.count == 4)
  }
}
