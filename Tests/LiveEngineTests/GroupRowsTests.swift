import DatabaseTypes
import IncrementalQueries
import Testing

@testable import LiveEngine

@Suite struct GroupRowsTests {
  private func group(_ number: Int64) -> CompositeKey { CompositeKey([.integer(number)]) }

  /// Returns groups 1, 2 and so on with numbers of rows; rows are spread over the groups in turn.
  private func rows(_ counts: [Int]) -> GroupRows {
    var rows = GroupRows()
    for place in 0..<(counts.max() ?? 0) {
      for (index, count) in counts.enumerated() where place < count {
        rows.insert(Int64(place * counts.count + index), into: group(Int64(index + 1)))
      }
    }
    return rows
  }

  @Test func `rows of several groups are in ascending order`() {
    let (numbers, large) = rows([3, 1, 2]).split([group(3), group(1)], ofRows: 6)
    #expect(numbers == [0, 2, 3, 5, 6])
    #expect(large.isEmpty)
  }

  @Test func `removed rows and unknown groups are not read`() {
    var rows = rows([2, 1])
    rows.remove(0, from: group(1))
    rows.remove(1, from: group(2))
    rows.remove(1, from: group(2))
    rows.remove(9, from: group(7))
    let (numbers, large) = rows.split([group(1), group(2), group(7)], ofRows: 1)
    #expect(numbers == [2])
    #expect(large.isEmpty)
  }

  @Test func `a row in two groups in turn is read for its last one`() {
    var rows = GroupRows()
    rows.insert(5, into: group(1))
    rows.remove(5, from: group(1))
    rows.insert(5, into: group(2))
    rows.insert(5, into: group(2))
    #expect(rows.split([group(1)], ofRows: 1).numbers.isEmpty)
    #expect(rows.split([group(2)], ofRows: 1).numbers == [5])
  }

  @Test func `groups with more than an eighth of the rows are read with the table`() {
    let rows = rows([60, 10, 300])
    let (numbers, large) = rows.split([group(3), group(1), group(2)], ofRows: 370)
    #expect(numbers.count == 10)
    #expect(large == [group(1), group(3)])
    #expect(rows.split([group(3)], ofRows: 2_400).large.isEmpty)
    #expect(rows.split([group(3)], ofRows: 2_399).large == [group(3)])
  }
}
