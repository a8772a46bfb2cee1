/// A hash table from keys to the chunks in which they may be, which does not store the keys.
///
/// Each place holds the number of a chunk and some bits of a key's hash. A search for a key yields
/// the chunks that may contain it, which then have to be searched. A row takes 5 to 11 bytes this
/// way, compared to 16 to 32 in a dictionary.
///
/// - Invariant: In probing order from the place of a key's hash, its chunk comes before the next
///   empty place.
struct ChunkTable: Sendable {
  /// The number of keys.
  private(set) var count = 0
  private var places: [UInt32] = []
  /// The number of tombstones: places whose entry was removed, which do not end a search.
  private var removedCount = 0

  private static let empty = UInt32.max
  private static let removed = UInt32.max - 1
  /// The bits of a place that hold the chunk's number: enough for 2 billion rows.
  private static let chunkMask: UInt32 = 0x00FF_FFFF

  /// Whether another key needs a larger table.
  var isFull: Bool { (count + removedCount + 1) * 4 > places.count * 3 }

  /// Removes all entries, and reserves places for a number of keys.
  mutating func reset(for count: Int) {
    var size = 16
    while size * 3 < (count + 1) * 4 { size *= 2 }
    places = Array(repeating: Self.empty, count: size)
    self.count = 0
    removedCount = 0
  }

  /// Adds a key by its hash; there must be a place for it.
  mutating func insert(_ hash: KeyHash, chunk: Int32) {
    let (start, tag) = search(hash)
    var place = start
    while places[place] < Self.removed { place = next(place) }
    if places[place] == Self.removed { removedCount -= 1 }
    places[place] = tag | UInt32(chunk)
    count += 1
  }

  /// Returns the first value that a closure finds in the chunks that may have a key.
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

  /// Records that a key is now in another chunk, or in none.
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

  /// Returns the chunk in a place, if it may be that of a key with a tag.
  private func chunk(at place: Int, _ tag: UInt32) -> Int32? {
    let entry = places[place]
    guard entry < Self.removed, entry & ~Self.chunkMask == tag else { return nil }
    return Int32(entry & Self.chunkMask)
  }
}

/// The hash of a key, computed once for all look-ups of the key.
struct KeyHash {
  fileprivate let bits: UInt

  /// Hashes a key.
  @inline(__always)
  init<Key: Hashable>(_ key: Key) { bits = UInt(bitPattern: key.hashValue) }

  /// The bits that distinguish keys in one chunk before they are compared.
  var fingerprint: UInt32 { UInt32(truncatingIfNeeded: bits >> 8) }
}
