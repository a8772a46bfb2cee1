/// In which chunk a key may be: a hash table that holds no keys.
///
/// Each place has the number of a chunk and some bits of the key's hash. Whoever looks for a key is given the chunks in
/// which it may be, and finds it there or not. So a row takes 5 to 11 bytes, where a dictionary takes 16 to 32.
///
/// - Invariant: from the place where a key's hash leads, its chunk stands before the next place that is empty.
struct ChunkTable: Sendable {
  /// The number of keys.
  private(set) var count = 0
  private var places: [UInt32] = []
  /// Places that were taken and are not any more, but do not end a search.
  private var removedCount = 0

  private static let empty = UInt32.max
  private static let removed = UInt32.max - 1
  /// The bits of a place that are the chunk's number: enough for 2 billion rows.
  private static let chunkMask: UInt32 = 0x00FF_FFFF

  /// Whether another key needs more places.
  var isFull: Bool { (count + removedCount + 1) * 4 > places.count * 3 }

  /// Empties it, with places for a number of keys.
  mutating func reset(for count: Int) {
    var size = 16
    while size * 3 < (count + 1) * 4 { size *= 2 }
    places = Array(repeating: Self.empty, count: size)
    self.count = 0
    removedCount = 0
  }

  /// Adds a key by its hash, for which there has to be a place.
  mutating func insert(_ hash: KeyHash, chunk: Int32) {
    let (start, tag) = search(hash)
    var place = start
    while places[place] < Self.removed { place = next(place) }
    if places[place] == Self.removed { removedCount -= 1 }
    places[place] = tag | UInt32(chunk)
    count += 1
  }

  /// The first chunk in which a key may be for which a closure returns a value.
  @inline(__always)
  func first<Found>(mayHave hash: KeyHash, _ find: (Int32) -> Found?) -> Found? {
    guard count > 0 else { return nil }
    let (start, tag) = search(hash)
    var place = start
    while places[place] != Self.empty {
      if let chunk = chunk(at: place, tag), let found = find(chunk) { return found }
      place = next(place)
    }
    return nil
  }

  /// Says that a key is in another chunk now, or in none.
  mutating func move(_ hash: KeyHash, from old: Int32, to new: Int32?) {
    guard count > 0 else { return }
    let (start, tag) = search(hash)
    var place = start
    while places[place] != Self.empty {
      if chunk(at: place, tag) == old { return replace(place, with: new.map { tag | UInt32($0) }) }
      place = next(place)
    }
  }

  private mutating func replace(_ place: Int, with entry: UInt32?) {
    places[place] = entry ?? Self.removed
    guard entry == nil else { return }
    count -= 1
    removedCount += 1
  }

  private func search(_ hash: KeyHash) -> (place: Int, tag: UInt32) {
    (
      Int(hash.bits & UInt(places.count - 1)),
      UInt32(truncatingIfNeeded: hash.bits >> 40) << 24
    )
  }

  private func next(_ place: Int) -> Int { (place + 1) & (places.count - 1) }

  /// The chunk that stands in a place, if it may be that of a key with a tag.
  private func chunk(at place: Int, _ tag: UInt32) -> Int32? {
    let entry = places[place]
    guard entry < Self.removed, entry & ~Self.chunkMask == tag else { return nil }
    return Int32(entry & Self.chunkMask)
  }
}

/// The hash of a key, made once for all that is sought by it.
struct KeyHash {
  fileprivate let bits: UInt

  /// Hashes a key.
  @inline(__always)
  init<Key: Hashable>(_ key: Key) { bits = UInt(bitPattern: key.hashValue) }

  /// Bits by which keys in one chunk are told apart before they are compared.
  var mark: UInt32 { UInt32(truncatingIfNeeded: bits >> 8) }
}
