package import DatabaseTypes

/// The keys of a result's rows in order, with the values by which they are ordered.
///
/// Rows are kept in chunks. A hash table maps a key to its chunk, and not to its position, which
/// would change with every row that is inserted before it. The position is the number of rows in
/// all previous chunks plus the place within the chunk.
///
/// Memory per row, apart from the contents of texts: a key, 24 bytes for each term, and 5 to 11
/// bytes of the table. So a row with an integer key takes 13 to 19 bytes, or 37 to 43 with one
/// term. Composite keys take 4 more bytes for a mark.
///
/// - Invariant: Rows are in strictly ascending order, and no chunk is empty.
/// - Complexity: Finding a position takes O(√n) additions and key comparisons; finding a place
///   takes O(log n) row comparisons.
package struct OrderedRows<Key: ResultRowKey>: Sendable {
  struct Chunk: Sendable {
    var id: Int32
    var keys: [Key] = []
    /// Some bits of each key's hash, used if keys are slow to compare.
    var fingerprints = KeyFingerprints()
    /// The sort values of all rows, row by row.
    var sorts: [DatabaseValue] = []
  }

  /// The order.
  package let order: RowOrder
  private(set) var chunks: [Chunk] = []
  /// The number of rows of each chunk, in one array for fast summing.
  private var counts: [Int] = []
  /// The index of each chunk, by its id.
  private var indexes: [Int32] = []
  private var table = ChunkTable()

  private static var chunkCount: Int { 512 }

  /// Creates an empty list of rows.
  package init(order: RowOrder) { self.order = order }

  var width: Int { order.terms.count }
}

extension OrderedRows {
  /// The number of rows.
  package var count: Int { table.count }

  /// Returns whether a row is in the list.
  package func contains(_ key: Key) -> Bool { place(of: key) != nil }

  /// Replaces all rows with new ones, which are in order.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows.
  ///   - sorts: The values by which the rows are ordered, row by row.
  /// - Returns: Whether the keys are unique; if not, the list is empty.
  package mutating func load(keys: [Key], sorts: [DatabaseValue]) -> Bool {
    if hasKeys(keys) {
      replaceSorts(sorts)
      return true
    }
    self = OrderedRows(order: order)
    // Fill chunks to one half, so that rows can be inserted before chunks have to be split.
    let step = Self.chunkCount / 2
    for start in stride(from: 0, to: keys.count, by: step) {
      let end = min(start + step, keys.count)
      let chunk = Chunk(
        id: Int32(chunks.count),
        keys: Array(keys[start..<end]),
        sorts: Array(sorts[start * width..<end * width])
      )
      chunks.append(chunk)
    }
    indexChunks()
    guard fillTable() else {
      self = OrderedRows(order: order)
      return false
    }
    return true
  }

  /// Returns whether the rows have these keys, in this order.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private func hasKeys(_ keys: [Key]) -> Bool {
    guard keys.count == count else { return false }
    var start = 0
    return chunks.allSatisfy { chunk in
      defer { start += chunk.keys.count }
      return chunk.keys.elementsEqual(keys[start..<start + chunk.keys.count])
    }
  }

  /// Replaces the sort values of the rows, whose order stays the same.
  private mutating func replaceSorts(_ sorts: [DatabaseValue]) {
    var start = 0
    for index in chunks.indices {
      let end = start + chunks[index].keys.count * width
      if !chunks[index].sorts.elementsEqual(sorts[start..<end]) {
        chunks[index].sorts = Array(sorts[start..<end])
      }
      start = end
    }
  }

  /// Adds all keys to the table.
  ///
  /// - Returns: Whether the keys are unique.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private mutating func fillTable() -> Bool {
    table.reset(for: counts.reduce(0, +))
    for index in chunks.indices {
      let hashes = chunks[index].keys.map { KeyHash($0) }
      if Key.usesFingerprints { chunks[index].fingerprints = KeyFingerprints(hashes) }
      let id = chunks[index].id
      for (place, hash) in hashes.enumerated() {
        // The look-up may find this very key, through the entry of a key with the same hash bits.
        let found = self.place(of: chunks[index].keys[place], hash)
        if let found, found != (index, place) { return false }
        table.insert(hash, chunk: id)
      }
    }
    return true
  }

  /// Returns the keys of rows, in their order.
  package func keys(in range: Range<Int>) -> [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(range.count)
    var first = 0
    for chunk in chunks where first < range.upperBound {
      let end = first + chunk.keys.count
      let part = range.clamped(to: first..<end)
      if !part.isEmpty { keys += chunk.keys[part.lowerBound - first..<part.upperBound - first] }
      first = end
    }
    return keys
  }

  /// Returns the position of a row.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package func position(of key: Key) -> Int? {
    guard let (chunk, place) = place(of: key) else { return nil }
    return firstPosition(of: chunk) + place
  }

  /// Returns the position of a row if it has certain sort values.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package func position(of key: Key, orderedBy sorts: ArraySlice<DatabaseValue>) -> Int? {
    guard let (chunk, place) = place(of: key), isOrdered(chunk, place, by: sorts) else {
      return nil
    }
    return firstPosition(of: chunk) + place
  }

  /// Returns the positions of rows within a range, relative to its start; -1 for rows outside of
  /// it.
  ///
  /// Keys of consecutive rows are found without a search.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package func positions(in range: Range<Int>, of keys: [Key]) -> [Int] {
    let firsts = firstPositions
    var (chunk, place) = (0, 0)
    return keys.map { key in
      if chunk < chunks.count, place == counts[chunk] { (chunk, place) = (chunk + 1, 0) }
      if chunk >= chunks.count || chunks[chunk].keys[place] != key {
        guard let found = self.place(of: key) else { return -1 }
        (chunk, place) = found
      }
      let position = firsts[chunk] + place
      place += 1
      return range.contains(position) ? position - range.lowerBound : -1
    }
  }

  /// Returns the positions of rows, if all are in the list and have these sort values.
  ///
  /// Keys of consecutive rows are found without a search.
  ///
  /// - Parameters:
  ///   - keys: The keys of the rows.
  ///   - sorts: Their sort values, row by row.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package func positions(of keys: [Key], orderedBy sorts: [DatabaseValue]) -> [Int]? {
    let firsts = firstPositions
    var positions: [Int] = []
    positions.reserveCapacity(keys.count)
    var (chunk, place) = (0, 0)
    for (index, key) in keys.enumerated() {
      if chunk < chunks.count, place == counts[chunk] { (chunk, place) = (chunk + 1, 0) }
      if chunk >= chunks.count || chunks[chunk].keys[place] != key {
        guard let found = self.place(of: key) else { return nil }
        (chunk, place) = found
      }
      guard isOrdered(chunk, place, by: sorts[index * width..<(index + 1) * width]) else {
        return nil
      }
      positions.append(firsts[chunk] + place)
      place += 1
    }
    return positions
  }

  /// The last row.
  package var last: (key: Key, sorts: [DatabaseValue])? {
    guard let chunk = chunks.last, let key = chunk.keys.last else { return nil }
    return (key, Array(chunk.sorts.suffix(width)))
  }

  /// Returns how many rows would come before a row that is not in the list.
  package func rank(
    _ sorts: ArraySlice<DatabaseValue>,
    _ key: Key,
    _ collate: TextComparison
  ) rethrows -> Int {
    let (chunk, place) = try self.place(before: sorts, key, collate)
    return firstPosition(of: chunk) + place
  }

  /// Inserts a row that is not in the list.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package mutating func insert(
    _ sorts: ArraySlice<DatabaseValue>,
    _ key: Key,
    _ collate: TextComparison
  ) rethrows {
    if chunks.isEmpty {
      chunks.append(Chunk(id: 0))
      indexChunks()
    }
    let (chunk, place) = try self.place(before: sorts, key, collate)
    let hash = KeyHash(key)
    chunks[chunk].keys.insert(key, at: place)
    if Key.usesFingerprints { chunks[chunk].fingerprints.insert(hash, at: place) }
    chunks[chunk].sorts.insert(contentsOf: sorts, at: place * width)
    counts[chunk] += 1
    if table.isFull {
      _ = fillTable()
    } else {
      table.insert(hash, chunk: chunks[chunk].id)
    }
    if counts[chunk] > Self.chunkCount { split(chunk) }
  }

  /// Removes a row; does nothing if it is not in the list.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package mutating func remove(_ key: Key) {
    let hash = KeyHash(key)
    guard let (chunk, place) = place(of: key, hash) else { return }
    table.move(hash, from: chunks[chunk].id, to: nil)
    chunks[chunk].keys.remove(at: place)
    if Key.usesFingerprints { chunks[chunk].fingerprints.remove(at: place) }
    chunks[chunk].sorts.removeSubrange(place * width..<(place + 1) * width)
    counts[chunk] -= 1
    if counts[chunk] == 0 {
      chunks.remove(at: chunk)
      indexChunks()
    }
  }
}

extension OrderedRows {
  func place(of key: Key) -> (chunk: Int, place: Int)? { place(of: key, KeyHash(key)) }

  // Most keys are row numbers, so comparing those in sequence deserves specialised code.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private func place(of key: Key, _ hash: KeyHash) -> (chunk: Int, place: Int)? {
    table.first(mayHave: hash) { id in
      let chunk = Int(indexes[Int(id)])
      return chunks[chunk].place(of: key, hash).map { (chunk, $0) }
    }
  }

  private func firstPosition(of chunk: Int) -> Int {
    var sum = 0
    for index in 0..<min(chunk, counts.count) { sum &+= counts[index] }
    return sum
  }

  /// The position of each chunk's first row.
  var firstPositions: [Int] {
    var sum = 0
    return counts.map { count in
      defer { sum += count }
      return sum
    }
  }

  /// Returns whether a row has certain sort values.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  func isOrdered(_ chunk: Int, _ place: Int, by sorts: ArraySlice<DatabaseValue>) -> Bool {
    let (first, start) = (place * width, sorts.startIndex)
    for index in 0..<width where chunks[chunk].sorts[first + index] != sorts[start + index] {
      return false
    }
    return true
  }

  /// Compares a row with another one, which need not be in the list.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private func compare(
    _ chunk: Int,
    _ place: Int,
    _ sorts: ArraySlice<DatabaseValue>,
    _ key: Key,
    _ collate: TextComparison
  ) rethrows -> Int {
    let (first, start) = (place * width, sorts.startIndex)
    for index in 0..<width {
      let order = try order.terms[index]
        .compare(chunks[chunk].sorts[first + index], sorts[start + index], collate)
      if order != 0 { return order }
    }
    return try Key.compare(chunks[chunk].keys[place], key, order.keyTerms, collate)
  }

  /// Returns the place where a row belongs: in the last chunk that begins before it.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private func place(
    before sorts: ArraySlice<DatabaseValue>,
    _ key: Key,
    _ collate: TextComparison
  ) rethrows -> (chunk: Int, place: Int) {
    let next = try firstIndex(in: 0..<chunks.count) { chunk in
      if chunks[chunk].keys.isEmpty { return true }
      return try compare(chunk, 0, sorts, key, collate) > 0
    }
    guard next > 0 else { return (0, 0) }
    let chunk = next - 1
    let place = try firstIndex(in: 0..<chunks[chunk].keys.count) { place in
      try compare(chunk, place, sorts, key, collate) > 0
    }
    return (chunk, place)
  }

  private mutating func split(_ index: Int) {
    let middle = chunks[index].keys.count / 2
    var upper = Chunk(id: Int32(indexes.count))
    upper.keys = Array(chunks[index].keys[middle...])
    upper.sorts = Array(chunks[index].sorts[(middle * width)...])
    if Key.usesFingerprints { upper.fingerprints = chunks[index].fingerprints.split(at: middle) }
    chunks[index].keys.removeSubrange(middle...)
    chunks[index].sorts.removeSubrange((middle * width)...)
    for key in upper.keys { table.move(KeyHash(key), from: chunks[index].id, to: upper.id) }
    chunks.insert(upper, at: index + 1)
    indexes.append(0)
    if indexes.count > 4 * chunks.count + 1024 { renumber() }
    indexChunks()
  }

  /// Renumbers the chunks after many have been removed.
  private mutating func renumber() {
    for index in chunks.indices { chunks[index].id = Int32(index) }
    indexes = []
    indexChunks()
    _ = fillTable()
  }

  private mutating func indexChunks() {
    counts = chunks.map(\.keys.count)
    let greatest = chunks.map(\.id).max() ?? -1
    if indexes.count <= greatest { indexes = Array(repeating: 0, count: Int(greatest) + 1) }
    for (index, chunk) in chunks.enumerated() { indexes[Int(chunk.id)] = Int32(index) }
  }
}

/// Returns the first index for which a condition holds, given that it holds for all later ones.
private func firstIndex(in range: Range<Int>, where isTrue: (Int) throws -> Bool) rethrows -> Int {
  var range = range
  while !range.isEmpty {
    let middle = range.lowerBound + range.count / 2
    range =
      try isTrue(middle) ? range.lowerBound..<middle : middle + 1..<range.upperBound
  }
  return range.lowerBound
}
