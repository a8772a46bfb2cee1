import IncrementalQueries
import LiveSQLTestSupport
import Testing

@Suite struct DifferenceComposingTests {
  @Test(arguments: [
    ("a1 b1", "a1 x1 b1", "a1 b1", "no difference"),
    ("a1 b1", "a1 x1 b1", "x2 a1 b1", "1 inserted"),
    ("a1 b1", "a2 b1", "a3 b1", "1 updated"),
    ("a1 b1", "a2 b1", "b1", "1 removed"),
    ("a1 b1 c1", "c1 a1 b1", "a1 b1", "1 removed"),
    ("a1 b1 c1", "c1 a1 b1", "c2 a1 b1", "1 updated"),
    ("a1 b1 c1", "c1 a1 b1", "a1 b1 c1", "no difference"),
    ("a1 b1", "b1 a1", "a1 b1", "no difference"),
    ("a1 b1", "a1", "a1 b1", "1 inserted, 1 removed"),
    ("a1 b1", "a2 b1", "a1 b1", "1 updated"),
  ])
  func `two changes of one element become one`(_ a: String, _ b: String, _ c: String, told: String)
    throws
  {
    let composed = try between(a, b).composed(with: between(b, c))
    #expect(composed.description == told)
    #expect(try composed.applying(to: items(a)) == items(c))
  }

  @Test(arguments: [
    ("a1 b1", "a1", "a1 b1", "no difference"),
    ("a1 b1", "a1", "a1 b2", "1 updated"),
    ("a1 b1", "a1", "b1 a1", "1 moved"),
    ("a1 b1", "a2 b1", "a1 b1", "no difference"),
    ("a1 b1", "c1", "b2 c1", "1 inserted, 1 removed, 1 updated"),
  ])
  func `with keys, an element that is removed and inserted again is still the same one`(
    _ a: String,
    _ b: String,
    _ c: String,
    told: String
  ) throws {
    let composed = try between(a, b).composed(with: between(b, c), keyedBy: \.key)
    #expect(composed.description == told)
    #expect(try composed.applying(to: items(a)) == items(c))
  }

  @Test func `an update keeps the first old element and the last new one`() throws {
    let composed = try between("x1 a1", "x1 a2").composed(with: between("x1 a2", "a3"))
    #expect(composed.updated.map(\.oldElement) == items("a1"))
    #expect(composed.updated.map(\.newElement) == items("a3"))
    #expect(composed.updated.map(\.oldIndex) == [1])
    #expect(composed.updated.map(\.newIndex) == [0])
  }

  @Test func `a difference of another result cannot be composed`() {
    #expect(throws: DifferenceFailure.self) {
      try between("a1", "a1 b1").composed(with: between("a1", "a2"))
    }
  }

  @Test func `inconsistent differences are refused on either side`() {
    let wrong = Difference(oldCount: 1, removed: [.init(index: 4, element: 0)])
    let empty = Difference<Int>(oldCount: 0)
    #expect(throws: DifferenceFailure.self) { try wrong.composed(with: empty) }
    let right = Difference(oldCount: 0, inserted: [.init(index: 0, element: 0)])
    #expect(throws: DifferenceFailure.self) { try right.composed(with: wrong) }
    #expect(throws: DifferenceFailure.self) { try right.composed(with: wrong) { $0 } }
  }

  @Test func `composing works for any number of elements`() throws {
    let count = Int.max / 2
    let first = Difference(oldCount: count, inserted: [.init(index: 10, element: 1)])
    let second = Difference(oldCount: count + 1, removed: [.init(index: count, element: 2)])
    let composed = try first.composed(with: second)
    #expect(composed.removed == [.init(index: count - 1, element: 2)])
    #expect(composed.inserted == first.inserted)
  }
}

@Suite struct DifferenceComposingPropertyTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a chain of differences composes to one from its first result to its last`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let results = chain(using: &random)
    var composed = Difference<Item>(oldCount: results[0].count)
    for (old, new) in zip(results, results.dropFirst()) {
      let next = Difference.between(old, new, keyedBy: \.key)
      let movedBefore = composed.movedKeys.union(next.movedKeys)
      composed = try composed.composed(with: next)
      try expectLawful(composed, results[0], new)
      #expect(composed.movedKeys.isSubset(of: movedBefore))
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `with keys, a composition agrees with the difference between both results`(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let results = chain(using: &random)
    var composed = Difference<Item>(oldCount: results[0].count)
    for (old, new) in zip(results, results.dropFirst()) {
      composed = try composed.composed(
        with: .between(old, new, keyedBy: \.key),
        keyedBy: \.key
      )
      try expectLawful(composed, results[0], new)
      let direct = Difference.between(results[0], new, keyedBy: \.key)
      #expect(composed.removed == direct.removed)
      #expect(composed.inserted == direct.inserted)
      #expect(composed.updated.map(\.newIndex) == direct.updated.map(\.newIndex))
      #expect(composed.movedKeys.count >= direct.movedKeys.count)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a chain of differences composed with its reverse is empty`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let results = chain(using: &random)
    let there = try composition(of: results)
    let back = try composition(of: results.reversed())
    #expect(try there.composed(with: back).moved.isEmpty)
    #expect(try there.composed(with: back, keyedBy: \.key).isEmpty)
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `the order in which differences are composed does not matter`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let results = chain(using: &random)
    let cut = Int.random(in: 0..<results.count, using: &random)
    let (first, second) = (
      try composition(of: results[...cut]), try composition(of: results[cut...])
    )
    let composed = try first.composed(with: second)
    try expectLawful(composed, results[0], results[results.count - 1])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `composing works if many elements share a key`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let results = (0..<3).map { _ in [Item].random(count: 30, keys: 4, using: &random) }
    let composed = try composition(of: results)
    #expect(try composed.applying(to: results[0]) == results[2])
    let first = Difference.between(results[0], results[1], keyedBy: \.key)
    let second = Difference.between(results[1], results[2], keyedBy: \.key)
    let keyed = try first.composed(with: second, keyedBy: \.key)
    #expect(try keyed.applying(to: results[0]) == results[2])
  }
}

/// Returns up to eleven results with distinct keys, each an edited version of the one before.
private func chain(using random: inout SeededGenerator) -> [[Item]] {
  var results = [[Item].distinct(keys: 30, using: &random)]
  for _ in 0..<Int.random(in: 1...10, using: &random) {
    let next =
      Int.random(in: 0..<8, using: &random) == 0
      ? .distinct(keys: 30, using: &random)
      : results[results.count - 1].edited(keys: 30, using: &random)
    var keys: Set<Character> = []
    results.append(next.filter { keys.insert($0.key).inserted })
  }
  return results
}

private func composition(of results: some Collection<[Item]>) throws -> Difference<Item> {
  let count = results.first?.count ?? 0
  return try zip(results, results.dropFirst()).reduce(Difference(oldCount: count)) { sum, next in
    try sum.composed(with: .between(next.0, next.1, keyedBy: \.key))
  }
}

/// Expects that a difference keeps all its promises.
private func expectLawful(_ difference: Difference<Item>, _ old: [Item], _ new: [Item]) throws {
  #expect(difference.oldCount == old.count && difference.newCount == new.count)
  #expect(difference.isInOrder)
  #expect(try difference.applying(to: old) == new)
  let oldPlaces =
    difference.removed.map { ($0.index, $0.element) }
    + difference.updated.map { ($0.oldIndex, $0.oldElement) }
    + difference.moved.map { ($0.oldIndex, $0.element) }
  let newPlaces =
    difference.inserted.map { ($0.index, $0.element) }
    + difference.updated.map { ($0.newIndex, $0.newElement) }
    + difference.moved.map { ($0.newIndex, $0.element) }
  #expect(oldPlaces.allSatisfy { old[$0] == $1 } && newPlaces.allSatisfy { new[$0] == $1 })
  #expect(Set(oldPlaces.map(\.0)).count == oldPlaces.count)
  #expect(Set(newPlaces.map(\.0)).count == newPlaces.count)
  #expect(difference.updated.allSatisfy { $0.oldElement.key == $0.newElement.key })
}

extension Difference<Item> {
  fileprivate var movedKeys: Set<Character> {
    Set(moved.map(\.element.key) + updated.filter(\.isMoved).map(\.newElement.key))
  }
}
