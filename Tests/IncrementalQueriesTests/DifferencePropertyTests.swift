import IncrementalQueries
import LiveSQLTestSupport
import Testing

@Suite struct DifferencePropertyTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a difference applied to the old result gives the new one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var old: [Item] = []
    for _ in 0..<40 {
      let new = old.edited(keys: 200, using: &random)
      let difference = Difference.between(old, new, keyedBy: \.key)
      #expect(try difference.applying(to: old) == new)
      #expect(difference.isEmpty == (old == new))
      #expect(difference.newCount == new.count)
      old = new
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a difference is right if many elements share a few keys`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let old = [Item].random(count: 30, keys: 4, using: &random)
      let new = [Item].random(count: 30, keys: 4, using: &random)
      let difference = Difference.between(old, new, keyedBy: \.key)
      #expect(try difference.applying(to: old) == new)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a difference matches equal keys, and says correctly what happened to each`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = [Item].distinct(keys: 150, using: &random)
    let new = [Item].distinct(keys: 150, using: &random)
    let difference = Difference.between(old, new, keyedBy: \.key)
    let (oldKeys, newKeys) = (Set(old.map(\.key)), Set(new.map(\.key)))
    #expect(difference.removed.map(\.element) == old.filter { !newKeys.contains($0.key) })
    #expect(difference.inserted.map(\.element) == new.filter { !oldKeys.contains($0.key) })
    for update in difference.updated {
      #expect(update.oldElement.key == update.newElement.key)
      #expect(update.oldElement != update.newElement)
      #expect(old[update.oldIndex] == update.oldElement)
      #expect(new[update.newIndex] == update.newElement)
    }
    for move in difference.moved {
      #expect(old[move.oldIndex] == move.element && new[move.newIndex] == move.element)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the elements that do not move are a longest increasing subsequence`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = [Item].distinct(keys: 60, using: &random)
    let new = [Item].distinct(keys: 60, using: &random)
    let difference = Difference.between(old, new, keyedBy: \.key)
    let movedKeys = Set(
      difference.moved.map(\.element.key)
        + difference.updated.filter(\.isMoved).map(\.newElement.key)
    )
    let oldPlaces = new.compactMap { item in old.firstIndex { $0.key == item.key } }
    #expect(oldPlaces.count - movedKeys.count == longestIncrease(of: oldPlaces))
    let stays = new.map(\.key).filter { !movedKeys.contains($0) }
    let places = stays.compactMap { key in old.firstIndex { $0.key == key } }
    #expect(places == places.sorted())
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a few edits of a large result give a small difference`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let old = Array(0..<2000)
    var new = old
    for _ in 0..<10 { new.remove(at: Int.random(in: new.indices, using: &random)) }
    for number in 0..<10 {
      new.insert(10_000 + number, at: Int.random(in: new.indices, using: &random))
    }
    let difference = Difference.between(old, new) { $0 }
    #expect(difference.counts == DifferenceCounts(inserted: 10, removed: 10))
    #expect(try difference.applying(to: old) == new)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a slow consumer gets one difference that skips the results in between`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let delivered = [Item].distinct(keys: 50, using: &random)
    var newest = delivered
    for _ in 0..<5 { newest = newest.edited(keys: 50, using: &random) }
    let difference = Difference.between(delivered, newest, keyedBy: \.key)
    #expect(try difference.applying(to: delivered) == newest)
  }
}

/// Returns the length of a longest increasing subsequence, computed the slow way.
private func longestIncrease(of numbers: [Int]) -> Int {
  var lengths: [Int] = []
  for (index, number) in numbers.enumerated() {
    let before = numbers.indices.prefix(index).filter { numbers[$0] < number }
    lengths.append(1 + (before.map { lengths[$0] }.max() ?? 0))
  }
  return lengths.max() ?? 0
}

extension [Item] {
  static func random(count: Int, keys: UInt32, using random: inout SeededGenerator) -> Self {
    (0..<Int.random(in: 0...count, using: &random)).map { _ in
      .random(keys: keys, using: &random)
    }
  }

  /// Returns elements with distinct keys in random order.
  static func distinct(keys: UInt32, using random: inout SeededGenerator) -> Self {
    (0..<keys).shuffled(using: &random)
      .prefix(Int.random(in: 0...Int(keys), using: &random))
      .map { Item(key: letter($0), content: Int.random(in: 0...2, using: &random)) }
  }

  /// Returns a copy in which some elements were inserted, removed, changed and moved.
  func edited(keys: UInt32, using random: inout SeededGenerator) -> Self {
    var copy = self
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      copy.insert(
        .random(keys: keys, using: &random),
        at: Int.random(in: 0...copy.count, using: &random)
      )
    }
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      guard let index = copy.indices.randomElement(using: &random) else { break }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: copy.remove(at: index)
      case 1: copy[index].content += 1
      default:
        let element = copy.remove(at: index)
        copy.insert(element, at: Int.random(in: 0...copy.count, using: &random))
      }
    }
    return copy
  }
}

extension Item {
  fileprivate static func random(keys: UInt32, using random: inout SeededGenerator) -> Item {
    Item(
      key: letter(UInt32.random(in: 0..<keys, using: &random)),
      content: Int.random(in: 0...2, using: &random)
    )
  }
}

private func letter(_ number: UInt32) -> Character {
  Unicode.Scalar(0x4E00 + number).map(Character.init) ?? "?"
}
