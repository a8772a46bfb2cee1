import IncrementalQueries
import LiveSQLTestSupport
import Synchronization
import Testing

@Suite struct DifferenceApplyingTests {
  @Test func `a difference is not applied to a result of another length`() {
    #expect(throws: DifferenceFailure.self) { try between("a1", "b1").applying(to: []) }
  }

  @Test(arguments: [
    Difference(oldCount: 1, removed: [.init(index: 1, element: 0)]),
    Difference(oldCount: 2, removed: [.init(index: 0, element: 0), .init(index: 0, element: 0)]),
    Difference(oldCount: 2, removed: [.init(index: 1, element: 0), .init(index: 0, element: 0)]),
    Difference(oldCount: 0, removed: [.init(index: 0, element: 0)]),
    Difference(oldCount: 1, inserted: [.init(index: 2, element: 0)]),
    Difference(oldCount: 1, inserted: [.init(index: -1, element: 0)]),
    Difference(oldCount: 1, inserted: [.init(index: 0, element: 0), .init(index: 0, element: 0)]),
    Difference(oldCount: 1, inserted: [.init(index: 1, element: 0), .init(index: 0, element: 0)]),
    Difference(oldCount: 1, updated: [.stay(1, 1)]),
    Difference(oldCount: 2, updated: [.stay(0, 1)]),
    Difference(oldCount: 2, updated: [.stay(1, 1), .stay(0, 0)]),
    Difference(oldCount: 2, removed: [.init(index: 0, element: 0)], updated: [.stay(1, 1)]),
    Difference(oldCount: 2, removed: [.init(index: 0, element: 0)], updated: [.stay(0, 0)]),
    Difference(oldCount: 1, moved: [.init(oldIndex: 3, newIndex: 0, element: 0)]),
    Difference(
      oldCount: 1,
      removed: [.init(index: 0, element: 0)],
      moved: [.init(oldIndex: 0, newIndex: 0, element: 0)]
    ),
  ])
  func `an inconsistent difference is refused, and the result stays as it was`(
    difference: Difference<Int>
  ) {
    let old = Array(0..<difference.oldCount)
    var rows = old
    #expect(throws: DifferenceFailure.self) { try difference.applying(to: rows) }
    #expect(throws: DifferenceFailure.self) { try rows.apply(difference) }
    #expect(rows == old)
  }

  @Test func `optional elements keep their nils`() throws {
    let (old, new): ([Int?], [Int?]) = ([1, nil, 2], [nil, 2, nil, 3])
    let difference = Difference.between(old, new) { $0 }
    #expect(try difference.applying(to: old) == new)
    var rows = new
    try rows.apply(.between(new, old) { $0 })
    #expect(rows == old)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `differences applied in place produce each new result`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (rows, old): ([Item], [Item]) = ([], [])
    for _ in 0..<40 {
      let new = old.edited(keys: 200, using: &random)
      try rows.apply(.between(old, new, keyedBy: \.key))
      #expect(rows == new)
      old = new
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a random difference is refused, or applied as its definition says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var outcomes = [false: 0, true: 0]
    for _ in 0..<200 {
      let difference = Difference<Int>.random(using: &random)
      let old = Array(0..<difference.oldCount)
      var rows = old
      let expected = resultPlaceByPlace(difference, old)
      do { try rows.apply(difference) } catch { #expect(expected == nil) }
      #expect(rows == expected ?? old)
      outcomes[expected != nil, default: 0] += 1
    }
    #expect(outcomes.values.allSatisfy { $0 > 0 })
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `each element is released once it is in no result any more`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let living = Living()
    var rows: [Token] = []
    var old: [Item] = []
    for _ in 0..<40 {
      let new = old.edited(keys: 200, using: &random)
      let difference = Difference.between(old, new, keyedBy: \.key)
      try rows.apply(difference.map { Token($0, living) })
      #expect(rows.map(\.item) == new)
      #expect(living.count.withLock { $0 } == new.count)
      old = new
    }
    rows = []
    #expect(living.count.withLock { $0 } == 0)
  }
}

@Suite struct DifferenceInPlaceTests {
  @Test(arguments: [
    Difference(oldCount: 1_000, updated: [.stay(7, 7)]),
    Difference(oldCount: 1_000, moved: [.init(oldIndex: 3, newIndex: 900, element: 3)]),
    Difference(oldCount: 1_000, removed: [.init(index: 0, element: 0)]),
    Difference(oldCount: 1_000, inserted: [.init(index: 5, element: -1)]),
    Difference(
      oldCount: 1_000,
      removed: [.init(index: 2, element: 2), .init(index: 20, element: 20)],
      inserted: [.init(index: 0, element: -1), .init(index: 999, element: -2)],
      updated: [.stay(10, 10)],
      moved: [.init(oldIndex: 600, newIndex: 60, element: 600)]
    ),
  ])
  func `an array that is uniquely held and has room stays where it is in memory`(
    difference: Difference<Int>
  ) throws {
    var rows = Array(0..<1_000)
    let expected = resultPlaceByPlace(difference, rows)
    rows.reserveCapacity(1_001)
    let address = rows.withUnsafeBufferPointer { $0.baseAddress }
    try rows.apply(difference)
    #expect(rows.withUnsafeBufferPointer { $0.baseAddress } == address)
    #expect(rows == expected)
  }

  @Test func `a copy that somebody holds stays as it was`() throws {
    let old = Array(0..<100)
    var rows = old
    try rows.apply(Difference(oldCount: 100, updated: [.stay(3, 3)]))
    #expect(old == Array(0..<100))
    #expect(rows[3] == -1)
  }
}

/// The number of tokens that exist.
private final class Living: Sendable {
  let count = Mutex(0)
}

/// An element that is counted as long as it exists.
private final class Token: Sendable {
  let item: Item
  private let living: Living

  init(_ item: Item, _ living: Living) {
    self.item = item
    self.living = living
    living.count.withLock { $0 += 1 }
  }

  deinit { living.count.withLock { $0 -= 1 } }
}

extension Difference<Int>.Updated {
  /// An update to -1 of an element that is listed as staying.
  fileprivate static func stay(_ oldIndex: Int, _ newIndex: Int) -> Self {
    Self(
      oldIndex: oldIndex,
      newIndex: newIndex,
      oldElement: oldIndex,
      newElement: -1,
      isMoved: false
    )
  }
}

extension Difference<Int> {
  /// A few changes, at places that are only sometimes consistent.
  fileprivate static func random(using random: inout SeededGenerator) -> Self {
    let oldCount = Int.random(in: 0...6, using: &random)
    func places(_ random: inout SeededGenerator) -> [Int] {
      let count = [0, 0, 1, 1, 2].randomElement(using: &random) ?? 0
      let places = (0..<count).map { _ in Int.random(in: -1...oldCount + 1, using: &random) }
      return Int.random(in: 0..<4, using: &random) == 0 ? places : places.sorted()
    }
    return Difference(
      oldCount: oldCount,
      removed: places(&random).map { .init(index: $0, element: $0) },
      inserted: places(&random).map { .init(index: $0, element: 100 + $0) },
      updated: places(&random).map { index in
        .init(
          oldIndex: Int.random(in: max(0, index - 1)...max(0, index + 1), using: &random),
          newIndex: index,
          oldElement: index,
          newElement: 200 + index,
          isMoved: Bool.random(using: &random)
        )
      },
      moved: places(&random).map { index in
        .init(oldIndex: Int.random(in: 0...oldCount, using: &random), newIndex: index, element: 300)
      }
    )
  }
}

/// Returns the new result by the definition of a difference, place by place; `nil` if the
/// difference is inconsistent.
private func resultPlaceByPlace(_ difference: Difference<Int>, _ old: [Int]) -> [Int]? {
  let placed =
    difference.inserted.map { ($0.index, $0.element) }
    + difference.moved.map { ($0.newIndex, $0.element) }
    + difference.updated.map { ($0.newIndex, $0.newElement) }
  let left =
    difference.removed.map(\.index) + difference.moved.map(\.oldIndex)
    + difference.updated.map(\.oldIndex)
  guard difference.newCount >= 0, difference.isInOrder else { return nil }
  var new = [Int?](repeating: nil, count: difference.newCount)
  for (index, element) in placed {
    guard new.indices.contains(index), new[index] == nil else { return nil }
    new[index] = element
  }
  guard Set(left).count == left.count, left.allSatisfy(old.indices.contains) else { return nil }
  var rest = old.indices.filter { !left.contains($0) }.map { old[$0] }[...]
  let result = new.map { $0 ?? rest.removeFirst() }
  return difference.staysAreTrue ? result : nil
}

extension Difference<Int> {
  /// Whether the elements that are listed as staying are in order with all others that stay.
  fileprivate var staysAreTrue: Bool {
    let leaving = Set(
      removed.map(\.index) + moved.map(\.oldIndex)
        + updated.filter(\.isMoved).map(\.oldIndex)
    )
    let placed = Set(
      inserted.map(\.index) + moved.map(\.newIndex)
        + updated.filter(\.isMoved).map(\.newIndex)
    )
    let pairs = zip(
      (0..<oldCount).filter { !leaving.contains($0) },
      (0..<newCount).filter { !placed.contains($0) }
    )
    let places = Dictionary(uniqueKeysWithValues: pairs.map { ($0, $1) })
    return updated.allSatisfy { $0.isMoved || places[$0.oldIndex] == $0.newIndex }
  }
}

extension Difference {
  /// Whether each list ascends.
  var isInOrder: Bool {
    [removed.map(\.index), inserted.map(\.index), updated.map(\.newIndex), moved.map(\.newIndex)]
      .allSatisfy { $0 == Set($0).sorted() }
  }
}
