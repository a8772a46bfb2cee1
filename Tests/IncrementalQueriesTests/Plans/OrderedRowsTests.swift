import DatabaseTypes
import LiveSQLTestSupport
import Testing

@testable import IncrementalQueries

@Suite struct OrderedRowsTests {
  private struct Entry: Equatable, Sendable {
    let key: Int64
    var sort: Int64
    var content: Int
  }

  /// A model that keeps rows in a dictionary and sorts them each time.
  private struct Model {
    var entries: [Int64: Entry] = [:]

    var sorted: [Entry] {
      entries.values.sorted { ($0.sort, $0.key) < ($1.sort, $1.key) }
    }

    /// Changes some rows, and returns their keys.
    mutating func change(_ count: Int, using random: inout SeededGenerator) -> [Int64] {
      var touched: Set<Int64> = []
      for _ in 0..<count {
        let key = Int64.random(in: 0..<4_000, using: &random)
        touched.insert(key)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: entries[key] = nil
        case 1: entries[key]?.content += 1
        default:
          let sort = Int64.random(in: 0..<500, using: &random)
          entries[key] = Entry(key: key, sort: sort, content: 0)
        }
      }
      return touched.sorted()
    }
  }

  private func collate(_ collation: String, _ left: String, _ right: String) -> Int { 0 }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `thousands of rows stay in order, whichever are touched`(seed: UInt64) throws {
    try staysInOrder(seed) { $0 }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `rows with composite keys stay in order`(seed: UInt64) throws {
    try staysInOrder(seed) { CompositeKey([.text("key"), .integer($0)]) }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `rows whose keys have the same hash are distinguished`(seed: UInt64) throws {
    try staysInOrder(seed) { CollidingKey(number: $0) }
  }

  private func staysInOrder<Key: ResultRowKey>(_ seed: UInt64, _ makeKey: (Int64) -> Key) throws {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    _ = model.change(Int.random(in: 0..<4_000, using: &random), using: &random)
    let keyTerms = [SortTerm(.binary), SortTerm(.binary)]
    var rows = OrderedRows<Key>(order: RowOrder(terms: [SortTerm(.binary)], keyTerms: keyTerms))
    var elements = model.sorted
    let isLoaded = rows.load(
      keys: elements.map { makeKey($0.key) },
      sorts: elements.map { .integer($0.sort) }
    )
    #expect(isLoaded)
    for _ in 0..<80 {
      let size = [1, 1, 2, 7, 300].randomElement(using: &random) ?? 1
      let touched = model.change(size, using: &random)
      let found = touched.compactMap { model.entries[$0] }.map { entry in
        PlacedRow(key: makeKey(entry.key), sorts: [.integer(entry.sort)], element: entry)
      }
      let difference = rows.patch(
        elements,
        touched: touched.map(makeKey),
        found: found,
        isSame: ==,
        collate
      )
      let new = model.sorted
      let applied = try difference?.applying(to: elements) ?? elements
      #expect(applied == new)
      if let difference { try elements.apply(difference) }
      #expect(elements == new)
      #expect(rows.keys(in: 0..<new.count) == new.map { makeKey($0.key) })
      let place = new.indices.randomElement(using: &random)
      if let place { #expect(rows.position(of: makeKey(new[place].key)) == place) }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `the old places of rows in another order are found`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = Model()
    _ = model.change(2_000, using: &random)
    let old = model.sorted
    _ = model.change([5, 300, 2_000].randomElement(using: &random) ?? 5, using: &random)
    let new = model.sorted
    var rows = OrderedRows<Int64>(order: RowOrder(terms: [SortTerm(.binary)]))
    let isLoaded = rows.load(keys: old.map(\.key), sorts: old.map { .integer($0.sort) })
    #expect(isLoaded)
    let range = Int.random(in: 0..<100, using: &random)..<old.count
    let part = Array(old[range])
    let places = rows.positions(in: range, of: new.map(\.key))
    #expect(places == new.map { entry in part.firstIndex { $0.key == entry.key } ?? -1 })
    let difference = Difference.between(part, new, places: places, isSame: ==)
    #expect(try difference.applying(to: part) == new)
    let keyed = Difference.between(part, new, keyedBy: \.key)
    #expect(difference.inserted.map(\.index) == keyed.inserted.map(\.index))
    #expect(difference.removed.map(\.index) == keyed.removed.map(\.index))
    #expect(difference.counts.total <= keyed.counts.total)
  }

  /// Chunks get new numbers when most of the numbers that were used are free again.
  @Test func `rows are found after very many others were removed`() {
    let count: Int64 = 300_000
    var rows = OrderedRows<Int64>(order: RowOrder())
    let isLoaded = rows.load(keys: Array(0..<count), sorts: [])
    #expect(isLoaded)
    for key in 0..<count - 600 { rows.remove(key) }
    for key in count..<count + 600 { rows.insert([], key, collate) }
    #expect(rows.keys(in: 0..<rows.count) == Array(count - 600..<count + 600))
    for key in count - 600..<count + 600 {
      #expect(rows.position(of: key) == Int(key - count) + 600)
    }
    for key in count - 600..<count + 600 { rows.remove(key) }
    #expect(rows.count == 0)
  }

  @Test func `equal keys are refused`() {
    var rows = OrderedRows<Int64>(order: RowOrder())
    let isLoaded = rows.load(keys: [1, 1], sorts: [])
    #expect(!isLoaded)
    #expect(rows.count == 0)
  }

  @Test(arguments: [
    (DatabaseValue.null, DatabaseValue.integer(.min)), (.integer(1), .real(1.5)),
    (.real(9.2e18), .integer(.max)), (.integer(.max), .real(9.3e18)), (.real(5), .text("")),
    (.text("Z"), .text("a")), (.text("a"), .text("a ")), (.text("\u{10FFFF}"), .blob([])),
    (.blob([1]), .blob([1, 0])),
  ])
  func `values are ordered as in SQLite`(small: DatabaseValue, great: DatabaseValue) {
    let term = SortTerm(.binary)
    #expect(term.compare(small, great, collate) < 0)
    #expect(term.compare(great, small, collate) > 0)
    #expect(SortTerm(.binary, isDescending: true).compare(small, great, collate) > 0)
    #expect(term.compare(small, small, collate) == 0)
  }
}

/// Rows in stretches of hundreds, which are stored together and removed as a whole.
@Suite struct OrderedRowStretchTests {
  private func collate(_ collation: String, _ left: String, _ right: String) -> Int { 0 }

  /// Touches rows, some of which exist afterwards, and compares all rows with the expected ones.
  private func touch(
    _ keys: [Int64],
    leaving isThere: (Int64) -> Bool,
    _ rows: inout OrderedRows<Int64>,
    _ elements: inout [Int64]
  ) throws {
    let left = keys.filter(isThere)
    let found = left.map { PlacedRow(key: $0, sorts: [.integer(-$0)], element: $0) }
    let change = rows.patch(elements, touched: keys, found: found, isSame: ==, collate)
    if let change { try elements.apply(change) }
    #expect(rows.keys(in: 0..<rows.count) == elements)
    #expect(elements == elements.sorted(by: >))
    #expect(Set(elements).isSuperset(of: left))
  }

  @Test(arguments: [0, 200, 256, 700, 1_700])
  func `rows find their places after a whole stretch was removed`(start: Int64) throws {
    let all = Array((0..<2_000 as Range<Int64>).reversed())
    var rows = OrderedRows<Int64>(order: RowOrder(terms: [SortTerm(.binary)]))
    var elements = all
    let isLoaded = rows.load(keys: all, sorts: all.map { .integer(-$0) })
    #expect(isLoaded)
    let gone = Array(start..<min(start + 900, 2_000))
    try touch(gone, leaving: { _ in false }, &rows, &elements)
    #expect(elements.count == 2_000 - gone.count)
    // One by one: before, within and after the gap.
    for key in stride(from: Int64(-50), to: 2_050, by: 37) {
      try touch([key], leaving: { _ in true }, &rows, &elements)
    }
    try touch(gone, leaving: { $0 % 3 == 0 }, &rows, &elements)
    try touch(elements, leaving: { _ in false }, &rows, &elements)
    #expect(elements.isEmpty)
    try touch([5, 3, 9], leaving: { _ in true }, &rows, &elements)
  }
}

/// A key that shares its hash, and so its mark, with many others.
private struct CollidingKey: ResultRowKey {
  static let usesFingerprints = true

  let number: Int64

  func hash(into hasher: inout Hasher) { hasher.combine(number % 40) }

  static func compare(
    _ left: Self,
    _ right: Self,
    _ terms: [SortTerm],
    _ collate: TextComparison
  ) -> Int { left.number < right.number ? -1 : left.number > right.number ? 1 : 0 }
}

@Suite struct ChunkTableTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the chunk of each key is found after any insertions and removals`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = ChunkTable()
    var chunks: [Int64: Int32] = [:]
    table.reset(for: 0)
    for _ in 0..<3_000 {
      let key = Int64.random(in: 0..<600, using: &random)
      let chunk = Int32.random(in: 0..<9, using: &random)
      switch (chunks[key], Bool.random(using: &random)) {
      case (nil, _):
        if table.isFull {
          table.reset(for: chunks.count + 1)
          for (key, chunk) in chunks { table.insert(KeyHash(key), chunk: chunk) }
        }
        table.insert(KeyHash(key), chunk: chunk)
        chunks[key] = chunk
      case (let old?, true):
        table.move(KeyHash(key), from: old, to: chunk)
        chunks[key] = chunk
      case (let old?, false):
        table.move(KeyHash(key), from: old, to: nil)
        chunks[key] = nil
      }
      #expect(table.count == chunks.count)
      let wanted = chunks[key]
      let found = table.first(mayHave: KeyHash(key)) { $0 == wanted ? $0 : nil }
      #expect(found == wanted)
    }
    for (key, chunk) in chunks {
      #expect(table.first(mayHave: KeyHash(key)) { $0 == chunk ? $0 : nil } == chunk)
    }
  }

  @Test func `a walk visits all rows in order, and returns those that it has passed`() {
    let order = RowOrder(terms: [SortTerm(.binary)])
    var rows = OrderedRows<Int64>(order: order)
    let keys = (0..<1_000).map(Int64.init)
    let isLoaded = rows.load(keys: keys, sorts: keys.map { .integer($0 * 2) })
    #expect(isLoaded)
    var walk = rows.walk
    for key in keys {
      let (isNext, isOther, sort) = (walk.isNext(key), walk.isNext(key + 1), walk.sort(0))
      guard isNext, !isOther, sort == .integer(key * 2), !walk.isAtEnd else {
        Issue.record("The walk is not at \(key).")
        return
      }
      if [0, 255, 256, 700].contains(key) {
        #expect(walk.passedKeys == Array(keys.prefix(Int(key))))
        #expect(walk.passedSorts == keys.prefix(Int(key)).map { .integer($0 * 2) })
      }
      walk.pass()
    }
    #expect(walk.isAtEnd && !walk.isNext(1_000))
    #expect(walk.passedCount == 1_000)
    #expect(walk.passedKeys == keys)
    let empty = OrderedRows<Int64>(order: order).walk
    #expect(empty.isAtEnd && empty.passedKeys == [])
  }
}
