import IncrementalQueries
import Testing

@testable import LiveEngine

/// The newest result, as seen by the subscribers that are notified in one way.
@Suite struct LiveCellTests {
  private func reading(_ values: [Int]) -> LiveReading<[Int]> { LiveReading(value: values) }

  @Test func `a cell that is no longer used holds no result`() throws {
    let cell = LiveCell<[Int]>(PublicationLock())
    try cell.show(.replaced(reading([1]), nil), version: 1)
    #expect(cell.reading?.value == [1])
    cell.clear()
    #expect(cell.reading == nil)
  }

  @Test func `a result older than the one that is shown is not shown`() throws {
    let cell = LiveCell<[Int]>(PublicationLock())
    try cell.show(.replaced(reading([2]), nil), version: 2)
    try cell.show(.replaced(reading([1]), nil), version: 1)
    #expect(cell.reading?.value == [2])
    try cell.show(.replaced(reading([3]), nil), version: 3)
    #expect(cell.reading?.value == [3])
  }

  @Test func `a cell takes over what another shows, and continues from there`() throws {
    let (cell, other) = (LiveCell<[Int]>(PublicationLock()), LiveCell<[Int]>(PublicationLock()))
    try other.show(.replaced(reading([1, 2]), nil), version: 5)
    cell.copy(other)
    #expect(cell.reading?.value == [1, 2])
    try cell.show(.replaced(reading([]), nil), version: 5)
    #expect(cell.reading?.value == [1, 2])
  }

  // MARK: Held arrays

  private func patch(_ values: [Int], _ index: Int, _ new: Int) -> ResultChange<[Int]> {
    ResultChange(
      patched: Difference(of: values, updatedAt: index, to: new),
      isSame: { $0 == $1 }
    )
  }

  /// Returns the address of the elements that a cell shows.
  private func place(_ cell: LiveCell<[Int]>) -> UnsafeRawPointer? {
    cell.reading?.value.withUnsafeBytes { $0.baseAddress }
  }

  private func isShared<Element>(_ array: inout [Element]) -> Bool { array.isShared }

  @Test func `an array knows whether it is shared`() {
    var values = Array(0..<1_000)
    // Computed outside of `#expect`, which would hold the values that it shows.
    let alone = isShared(&values)
    var other = values
    let both = (isShared(&values), isShared(&other))
    other.append(1)
    let again = isShared(&values)
    #expect(!alone && both.0 && both.1 && !again)
    var none: [Int] = []
    let nothing = isShared(&none)
    #expect(!nothing)
    withExtendedLifetime(other) {}
  }

  @Test func `an array that nobody holds is changed in place`() throws {
    let cell = LiveCell<[Int]>(PublicationLock())
    try cell.show(.replaced(reading(Array(0..<1_000)), nil), version: 1)
    let change = patch(Array(0..<1_000), 7, -7)
    cell.prepare(change, version: 2)
    let old = try cell.show(change, version: 2)
    #expect(old?.value == nil)
    #expect(cell.reading?.value[7] == -7)
  }

  @Test func `an array that somebody holds is copied and changed before it is shown`() throws {
    let cell = LiveCell<[Int]>(PublicationLock())
    try cell.show(.replaced(reading(Array(0..<1_000)), nil), version: 1)
    let held = cell.reading?.value
    let change = patch(Array(0..<1_000), 7, -7)
    cell.prepare(change, version: 2)
    #expect(cell.reading?.value[7] == 7)
    let old = try cell.show(change, version: 2)
    #expect(cell.reading?.value[7] == -7)
    #expect(old?.value == held)
    // Only the cell holds the copy.
    let next = patch(Array(0..<1_000), 8, -8)
    cell.prepare(next, version: 3)
    let copied = try cell.show(next, version: 3)
    #expect(copied?.value == nil)
    #expect(cell.reading?.value.prefix(10) == [0, 1, 2, 3, 4, 5, 6, -7, -8, 9])
  }

  @Test func `a cell whose array is held takes over the array of another cell`() throws {
    let (cell, other) = (LiveCell<[Int]>(PublicationLock()), LiveCell<[Int]>(PublicationLock()))
    try other.show(.replaced(reading(Array(0..<1_000)), nil), version: 1)
    cell.copy(other)
    let held = cell.reading
    let change = patch(Array(0..<1_000), 7, -7)
    try other.show(change, version: 2)
    cell.prepare(change, version: 2, orTakeFrom: other)
    try cell.show(change, version: 2)
    #expect(place(cell) == place(other))
    #expect(cell.reading?.value[7] == -7)
    withExtendedLifetime(held) {}
  }

  @Test func `a change that was prepared is not shown after another result`() throws {
    let cell = LiveCell<[Int]>(PublicationLock())
    try cell.show(.replaced(reading([1, 2, 3]), nil), version: 1)
    let held = cell.reading
    cell.prepare(patch([1, 2, 3], 0, 9), version: 2)
    try cell.show(.replaced(reading([4, 5, 6]), nil), version: 2)
    try cell.show(patch([4, 5, 6], 0, 7), version: 3)
    #expect(cell.reading?.value == [7, 5, 6])
    withExtendedLifetime(held) {}
  }

  @Test func `a patch that does not fit leaves the result as it is, even if somebody holds it`()
    throws
  {
    let cell = LiveCell<[Int]>(PublicationLock())
    try cell.show(.replaced(reading([1, 2, 3]), nil), version: 1)
    let held = cell.reading
    let change = patch([1, 2, 3, 4], 0, 9)
    cell.prepare(change, version: 2)
    #expect(throws: DifferenceFailure.self) { try cell.show(change, version: 2) }
    #expect(cell.reading?.value == [1, 2, 3])
    withExtendedLifetime(held) {}
  }
}
