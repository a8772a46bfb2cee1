import Testing

@testable import LiveEngine

/// The newest result as those see it who are told in one way.
@Suite struct LiveCellTests {
  private func reading(_ values: [Int]) -> LiveReading<[Int]> { LiveReading(value: values) }

  @Test func `a cell that nobody uses any more holds no result`() throws {
    let cell = LiveCell<[Int]>(LiveGate())
    try cell.show(.replaced(reading([1]), nil), version: 1)
    #expect(cell.reading?.value == [1])
    cell.clear()
    #expect(cell.reading == nil)
  }

  @Test func `a result that came before the one that is shown is not shown`() throws {
    let cell = LiveCell<[Int]>(LiveGate())
    try cell.show(.replaced(reading([2]), nil), version: 2)
    try cell.show(.replaced(reading([1]), nil), version: 1)
    #expect(cell.reading?.value == [2])
    try cell.show(.replaced(reading([3]), nil), version: 3)
    #expect(cell.reading?.value == [3])
  }

  @Test func `a cell takes over what another shows, and goes on from there`() throws {
    let (cell, other) = (LiveCell<[Int]>(LiveGate()), LiveCell<[Int]>(LiveGate()))
    try other.show(.replaced(reading([1, 2]), nil), version: 5)
    cell.copy(other)
    #expect(cell.reading?.value == [1, 2])
    try cell.show(.replaced(reading([]), nil), version: 5)
    #expect(cell.reading?.value == [1, 2])
  }
}
