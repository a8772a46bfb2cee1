/// Parts of hashes by which the keys of a chunk are found without comparing the keys themselves.
struct KeyFingerprints: Sendable {
  private var fingerprints: [UInt32] = []

  /// Creates an empty list of fingerprints.
  init() {}

  /// Creates the fingerprints of keys from their hashes.
  init(_ hashes: [KeyHash]) { fingerprints = hashes.map(\.fingerprint) }

  /// Returns the first place with the mark of a key for which a closure confirms the key.
  @inline(__always)
  func firstPlace(of hash: KeyHash, where isKey: (Int) -> Bool) -> Int? {
    var start = 0
    while let place = place(of: hash.fingerprint, from: start) {
      if isKey(place) { return place }
      start = place + 1
    }
    return nil
  }

  private func place(of mark: UInt32, from start: Int) -> Int? {
    for place in start..<fingerprints.count where fingerprints[place] == mark { return place }
    return nil
  }

  mutating func insert(_ hash: KeyHash, at place: Int) {
    fingerprints.insert(hash.fingerprint, at: place)
  }

  mutating func remove(at place: Int) { fingerprints.remove(at: place) }

  /// Keeps the fingerprints before a place, and returns the others.
  mutating func split(at place: Int) -> KeyFingerprints {
    var upper = KeyFingerprints()
    upper.fingerprints = Array(fingerprints[place...])
    fingerprints.removeSubrange(place...)
    return upper
  }
}

extension OrderedRows.Chunk {
  /// Returns the place of a key in the chunk.
  @inline(__always)
  func place(of key: Key, _ hash: KeyHash) -> Int? {
    Key.usesFingerprints
      ? fingerprints.firstPlace(of: hash) { keys[$0] == key } : keys.firstIndex(of: key)
  }
}
