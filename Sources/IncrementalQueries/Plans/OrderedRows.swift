package import DatabaseTypes

/// The keys of a result's rows in order, with the values by which they are ordered.
///
/// Rows are kept in chunks. A table tells the chunk of a key, and not its position, which would change with each
/// row that comes before it: the position is the number of rows in the chunks before, and the place in the chunk.
///
/// Memory for each row, beside the contents of texts: a key, 24 bytes for each term, and 5 to 11 bytes of the
/// table, so that a row with an integer key has 13 to 19 bytes, and 37 to 43 with one term. Composite keys have a mark of
/// 4 bytes besides.
///
/// - Invariant: rows are in strictly ascending order, and no chunk is empty.
/// - Complexity: a position is found in O(√n) steps that are additions and comparisons of keys, a place in O(log n)
///   comparisons of rows.
package struct OrderedRows<Key: ResultRowKey>: Sendable {
  struct Chunk: Sendable {
    var id: Int32
    var keys: [Key] = []
    /// Of each key some bits of its hash, where keys take long to compare.
    var marks = KeyMarks()
    /// The values of all rows, one row after the other.
    var sorts: [DatabaseValue] = []
  }

  /// The order.
  package let order: RowOrder
  private(set) var chunks: [Chunk] = []
  /// The number of rows of each chunk, side by side to be added up.
  private var counts: [Int] = []
  /// Where the chunk with an id stands.
  private var indexes: [Int32] = []
  private var table = ChunkTable()

  private static var chunkCount: Int { 512 }

  /// Makes no rows.
  package init(order: RowOrder) { self.order = order }

  var width: Int { order.terms.count }
}

extension OrderedRows {
  /// The number of rows.
  package var count: Int { table.count }

  /// Whether a row is among them.
  package func contains(_ key: Key) -> Bool { place(of: key) != nil }

  /// Takes rows, which are in order, in place of those there are.
  ///
  /// - Parameters:
  ///   - keys: Their keys.
  ///   - sorts: The values by which they are ordered, one row after the other.
  /// - Returns: Whether their keys differ; otherwise there are no rows.
  package mutating func load(keys: [Key], sorts: [DatabaseValue]) -> Bool {
    if hasKeys(keys) {
      replaceSorts(sorts)
      return true
    }
    self = OrderedRows(order: order)
    // Half full, so that rows can come before chunks have to be split.
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

  /// Whether the rows have these keys, in this order.
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

  /// Takes other values by which the rows are ordered, while their order stays.
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
  /// - Returns: Whether they differ.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private mutating func fillTable() -> Bool {
    table.reset(for: counts.reduce(0, +))
    for index in chunks.indices {
      let hashes = chunks[index].keys.map { KeyHash($0) }
      if Key.isMarked { chunks[index].marks = KeyMarks(hashes) }
      let id = chunks[index].id
      for (place, hash) in hashes.enumerated() {
        // What is found may be the key itself, by another one that looks like it.
        let found = self.place(of: chunks[index].keys[place], hash)
        if let found, found != (index, place) { return false }
        table.insert(hash, chunk: id)
      }
    }
    return true
  }

  /// The keys of rows, in their order.
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

  /// The position of a row.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package func position(of key: Key) -> Int? {
    guard let (chunk, place) = place(of: key) else { return nil }
    return firstPosition(of: chunk) + place
  }

  /// The position of a row that is ordered by certain values.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package func position(of key: Key, orderedBy sorts: ArraySlice<DatabaseValue>) -> Int? {
    guard let (chunk, place) = place(of: key), isOrdered(chunk, place, by: sorts) else {
      return nil
    }
    return firstPosition(of: chunk) + place
  }

  /// Where rows stand within a range of positions, from its beginning; -1 for those that do not.
  ///
  /// Keys of rows that stand one after the other are found without a search.
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

  /// The last row.
  package var last: (key: Key, sorts: [DatabaseValue])? {
    guard let chunk = chunks.last, let key = chunk.keys.last else { return nil }
    return (key, Array(chunk.sorts.suffix(width)))
  }

  /// How many rows come before another one that is not among them.
  package func rank(
    _ sorts: ArraySlice<DatabaseValue>,
    _ key: Key,
    _ ask: TextComparison
  ) rethrows -> Int {
    let (chunk, place) = try self.place(before: sorts, key, ask)
    return firstPosition(of: chunk) + place
  }

  /// Adds a row that is not among them.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package mutating func insert(
    _ sorts: ArraySlice<DatabaseValue>,
    _ key: Key,
    _ ask: TextComparison
  ) rethrows {
    if chunks.isEmpty {
      chunks.append(Chunk(id: 0))
      indexChunks()
    }
    let (chunk, place) = try self.place(before: sorts, key, ask)
    let hash = KeyHash(key)
    chunks[chunk].keys.insert(key, at: place)
    if Key.isMarked { chunks[chunk].marks.insert(hash, at: place) }
    chunks[chunk].sorts.insert(contentsOf: sorts, at: place * width)
    counts[chunk] += 1
    if table.isFull {
      _ = fillTable()
    } else {
      table.insert(hash, chunk: chunks[chunk].id)
    }
    if counts[chunk] > Self.chunkCount { split(chunk) }
  }

  /// Removes a row; does nothing where it is not among them.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  package mutating func remove(_ key: Key) {
    let hash = KeyHash(key)
    guard let (chunk, place) = place(of: key, hash) else { return }
    table.move(hash, from: chunks[chunk].id, to: nil)
    chunks[chunk].keys.remove(at: place)
    if Key.isMarked { chunks[chunk].marks.remove(at: place) }
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

  // Most keys are row numbers: comparing those one after the other is worth code of its own.
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

  /// The position of the first row of each chunk.
  var firstPositions: [Int] {
    var sum = 0
    return counts.map { count in
      defer { sum += count }
      return sum
    }
  }

  /// Whether a row is ordered by certain values.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  func isOrdered(_ chunk: Int, _ place: Int, by sorts: ArraySlice<DatabaseValue>) -> Bool {
    let (first, start) = (place * width, sorts.startIndex)
    for index in 0..<width where chunks[chunk].sorts[first + index] != sorts[start + index] {
      return false
    }
    return true
  }

  /// Compares a row with one that may not be among them.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private func compare(
    _ chunk: Int,
    _ place: Int,
    _ sorts: ArraySlice<DatabaseValue>,
    _ key: Key,
    _ ask: TextComparison
  ) rethrows -> Int {
    let (first, start) = (place * width, sorts.startIndex)
    for index in 0..<width {
      let order = try order.terms[index]
        .compare(chunks[chunk].sorts[first + index], sorts[start + index], ask)
      if order != 0 { return order }
    }
    return try Key.compare(chunks[chunk].keys[place], key, order.keyTerms, ask)
  }

  /// Where a row would stand: in the last chunk that begins before it.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private func place(
    before sorts: ArraySlice<DatabaseValue>,
    _ key: Key,
    _ ask: TextComparison
  ) rethrows -> (chunk: Int, place: Int) {
    let next = try firstIndex(in: 0..<chunks.count) { chunk in
      if chunks[chunk].keys.isEmpty { return true }
      return try compare(chunk, 0, sorts, key, ask) > 0
    }
    guard next > 0 else { return (0, 0) }
    let chunk = next - 1
    let place = try firstIndex(in: 0..<chunks[chunk].keys.count) { place in
      try compare(chunk, place, sorts, key, ask) > 0
    }
    return (chunk, place)
  }

  private mutating func split(_ index: Int) {
    let middle = chunks[index].keys.count / 2
    var upper = Chunk(id: Int32(indexes.count))
    upper.keys = Array(chunks[index].keys[middle...])
    upper.sorts = Array(chunks[index].sorts[(middle * width)...])
    if Key.isMarked { upper.marks = chunks[index].marks.split(at: middle) }
    chunks[index].keys.removeSubrange(middle...)
    chunks[index].sorts.removeSubrange((middle * width)...)
    for key in upper.keys { table.move(KeyHash(key), from: chunks[index].id, to: upper.id) }
    chunks.insert(upper, at: index + 1)
    indexes.append(0)
    if indexes.count > 4 * chunks.count + 1024 { renumber() }
    indexChunks()
  }

  /// Gives the chunks new numbers, after those of many that have gone.
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

/// The first index for which a condition holds that holds for all later ones.
private func firstIndex(in range: Range<Int>, where isTrue: (Int) throws -> Bool) rethrows -> Int {
  var range = range
  while !range.isEmpty {
    let middle = range.lowerBound + range.count / 2
    range =
      try isTrue(middle) ? range.lowerBound..<middle : middle + 1..<range.upperBound
  }
  return range.lowerBound
}
