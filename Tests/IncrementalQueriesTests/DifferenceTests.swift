import IncrementalQueries
import Testing

@Suite struct DifferenceTests {
  @Test func `equal results have no difference`() {
    #expect(between("a1 b1", "a1 b1").isEmpty)
    #expect(between("", "").isEmpty)
    #expect(between("a1 b1", "a1 b1").counts == DifferenceCounts())
  }

  @Test func `from and to the empty result everything comes or goes`() {
    let old = items("a1 b1 a1")
    #expect(
      between("", "a1 b1 a1").inserted
        == old.enumerated().map { .init(index: $0.offset, element: $0.element) }
    )
    #expect(
      between("a1 b1 a1", "").removed
        == old.enumerated().map { .init(index: $0.offset, element: $0.element) }
    )
  }

  @Test func `an insertion moves nothing`() {
    let difference = between("a1 b1 c1", "x1 a1 b1 y1 c1")
    #expect(difference.inserted.map(\.index) == [0, 3])
    #expect(difference.counts == DifferenceCounts(inserted: 2))
  }

  @Test func `a removal moves nothing`() {
    let difference = between("x1 a1 b1 y1 c1", "a1 b1 c1")
    #expect(difference.removed.map(\.index) == [0, 3])
    #expect(difference.counts == DifferenceCounts(removed: 2))
  }

  @Test func `an update tells both elements and both places`() {
    let difference = between("x1 a1 b1", "a1 b2")
    #expect(
      difference.updated == [
        .init(
          oldIndex: 2,
          newIndex: 1,
          oldElement: Item("b1"),
          newElement: Item("b2"),
          isMoved: false
        )
      ]
    )
    #expect(difference.counts == DifferenceCounts(removed: 1, updated: 1))
  }

  @Test func `what is both moved and updated is an update that says so`() {
    let difference = between("a1 b1 c1 d1", "d2 a1 b1 c1")
    #expect(difference.moved.isEmpty)
    #expect(
      difference.updated == [
        .init(
          oldIndex: 3,
          newIndex: 0,
          oldElement: Item("d1"),
          newElement: Item("d2"),
          isMoved: true
        )
      ]
    )
  }

  @Test(arguments: [
    ("a1 b1 c1 d1 e1", "e1 a1 b1 c1 d1", 1),
    ("a1 b1 c1 d1 e1", "b1 c1 d1 e1 a1", 1),
    ("a1 b1 c1 d1 e1", "a1 c1 b1 d1 e1", 1),
    ("a1 b1 c1 d1 e1", "e1 b1 c1 d1 a1", 2),
    ("a1 b1 c1 d1 e1", "e1 d1 c1 b1 a1", 4),
    ("a1 b1 c1 d1 e1", "x1 c1 a1 y1 b1", 1),
    ("a1 b1 c1 d1 e1 f1", "d1 e1 f1 a1 b1 c1", 3),
    ("a1 b1 c1", "x1 a1 b1 c1", 0),
  ])
  func `as few elements as possible move`(old: String, new: String, moves: Int) {
    #expect(between(old, new).moved.count == moves)
  }

  @Test func `elements with one key continue in their order`() {
    let difference = between("a1 a2 b1", "b1 a3 a4")
    #expect(difference.updated.map(\.oldElement.content) == [1, 2])
    #expect(difference.updated.map(\.newElement.content) == [3, 4])
  }

  @Test func `one more of equal elements is one insertion`() {
    #expect(between("a1 a1 b1", "a1 a1 a1 b1").counts == DifferenceCounts(inserted: 1))
    #expect(between("a1 a1 a1 b1", "a1 b1").counts == DifferenceCounts(removed: 2))
  }

  @Test func `the difference of what rows decode to has the same places`() throws {
    let difference = between("a1 b1 c1 d1", "d1 b2 x1 a1")
    let mapped = difference.map { "\($0.key)\($0.content)" }
    #expect(mapped.counts == difference.counts)
    #expect(try mapped.applying(to: ["a1", "b1", "c1", "d1"]) == ["d1", "b2", "x1", "a1"])
  }

  @Test func `its description counts and shows no element`() {
    let difference = between("a1 b1 c1", "b2 x1 y1")
    #expect(difference.description == "2 inserted, 2 removed, 1 updated")
    #expect(between("a1", "a1").description == "no difference")
  }
}

@Suite struct DifferenceApplyingTests {
  @Test func `a result of another length is refused`() {
    #expect(throws: DifferenceFailure.self) { try between("a1", "b1").applying(to: []) }
  }

  @Test(arguments: [
    Difference(oldCount: 1, removed: [.init(index: 1, element: 0)]),
    Difference(oldCount: 2, removed: [.init(index: 0, element: 0), .init(index: 0, element: 0)]),
    Difference(oldCount: 0, removed: [.init(index: 0, element: 0)]),
    Difference(oldCount: 1, inserted: [.init(index: 2, element: 0)]),
    Difference(oldCount: 1, inserted: [.init(index: -1, element: 0)]),
    Difference(oldCount: 1, inserted: [.init(index: 0, element: 0), .init(index: 0, element: 0)]),
    Difference(oldCount: 1, moved: [.init(oldIndex: 3, newIndex: 0, element: 0)]),
    Difference(
      oldCount: 1,
      removed: [.init(index: 0, element: 0)],
      moved: [.init(oldIndex: 0, newIndex: 0, element: 0)]
    ),
  ])
  func `a difference that contradicts itself is refused`(difference: Difference<Int>) {
    #expect(throws: DifferenceFailure.self) {
      try difference.applying(to: [Int](repeating: 0, count: difference.oldCount))
    }
  }

  @Test func `optional elements keep their nils`() throws {
    let (old, new): ([Int?], [Int?]) = ([1, nil, 2], [nil, 2, nil, 3])
    let difference = Difference.between(old, new) { $0 }
    #expect(try difference.applying(to: old) == new)
  }
}

/// An element whose key is a letter.
struct Item: Hashable, Sendable {
  var key: Character
  var content: Int

  init(key: Character, content: Int) {
    self.key = key
    self.content = content
  }

  /// Makes an element from its key and its content: `a1`.
  init(_ text: some StringProtocol) {
    self.init(key: text.first ?? "?", content: Int(text.dropFirst()) ?? 0)
  }
}

private func items(_ text: String) -> [Item] { text.split(separator: " ").map { Item($0) } }

private func between(_ old: String, _ new: String) -> Difference<Item> {
  .between(items(old), items(new), keyedBy: \.key)
}
