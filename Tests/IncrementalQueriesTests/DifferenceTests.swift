import IncrementalQueries
import Testing

@Suite struct DifferenceTests {
  @Test func `equal results have no difference`() {
    #expect(between("a1 b1", "a1 b1").isEmpty)
    #expect(between("", "").isEmpty)
    #expect(between("a1 b1", "a1 b1").counts == DifferenceCounts())
  }

  @Test func `all elements are inserted into an empty result, or removed to make one`() {
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

  @Test func `an update has both elements and both places`() {
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

  @Test func `an element that is both moved and updated is an update that says so`() {
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

  @Test func `elements with the same key are matched in their order`() {
    let difference = between("a1 a2 b1", "b1 a3 a4")
    #expect(difference.updated.map(\.oldElement.content) == [1, 2])
    #expect(difference.updated.map(\.newElement.content) == [3, 4])
  }

  @Test func `one more of several equal elements is one insertion`() {
    #expect(between("a1 a1 b1", "a1 a1 a1 b1").counts == DifferenceCounts(inserted: 1))
    #expect(between("a1 a1 a1 b1", "a1 b1").counts == DifferenceCounts(removed: 2))
  }

  @Test func `a mapped difference has the same places`() throws {
    let difference = between("a1 b1 c1 d1", "d1 b2 x1 a1")
    let mapped = difference.map { "\($0.key)\($0.content)" }
    #expect(mapped.counts == difference.counts)
    #expect(try mapped.applying(to: ["a1", "b1", "c1", "d1"]) == ["d1", "b2", "x1", "a1"])
  }

  @Test func `the description has counts and shows no element`() {
    let difference = between("a1 b1 c1", "b2 x1 y1")
    #expect(difference.description == "2 inserted, 2 removed, 1 updated")
    #expect(between("a1", "a1").description == "no difference")
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

  /// Creates an element from the text of its key and its content: `a1`.
  init(_ text: some StringProtocol) {
    self.init(key: text.first ?? "?", content: Int(text.dropFirst()) ?? 0)
  }
}

func items(_ text: String) -> [Item] { text.split(separator: " ").map { Item($0) } }

func between(_ old: String, _ new: String) -> Difference<Item> {
  .between(items(old), items(new), keyedBy: \.key)
}
