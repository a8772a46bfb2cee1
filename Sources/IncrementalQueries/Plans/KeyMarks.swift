/// The bits of hashes by which the keys of a chunk are found without comparing the keys themselves.
struct KeyMarks: Sendable {
  private var marks: [UInt32] = []

  /// Has no marks.
  init() {}

  /// The marks of keys, by their hashes.
  init(_ hashes: [KeyHash]) { marks = hashes.map(\.mark) }

  /// The place of the first key that is the one sought, of those whose marks are its.
  @inline(__always)
  func firstPlace(of hash: KeyHash, where isKey: (Int) -> Bool) -> Int? {
    var start = 0
    while let place = place(of: hash.mark, from: start) {
      if isKey(place) { return place }
      start = place + 1
    }
    return nil
  }

  private func place(of mark: UInt32, from start: Int) -> Int? {
    for place in start..<marks.count where marks[place] == mark { return place }
    return nil
  }

  mutating func insert(_ hash: KeyHash, at place: Int) { marks.insert(hash.mark, at: place) }

  mutating func remove(at place: Int) { marks.remove(at: place) }

  /// Keeps those before a place, and returns the others.
  mutating func split(at place: Int) -> KeyMarks {
    var upper = KeyMarks()
    upper.marks = Array(marks[place...])
    marks.removeSubrange(place...)
    return upper
  }
}

extension OrderedRows.Chunk {
  /// Where a key stands in the chunk.
  @inline(__always)
  func place(of key: Key, _ hash: KeyHash) -> Int? {
    Key.isMarked
      ? marks.firstPlace(of: hash) { keys[$0] == key } : keys.firstIndex(of: key)
  }
}
