package import DatabaseTypes

extension OrderedRows {
  /// A walk through rows in their order, for comparing them with other rows one by one.
  package struct Walk: Sendable {
    private let chunks: [Chunk]
    private let width: Int
    private var chunk = 0
    private var place = 0
    /// The number of rows passed.
    package private(set) var passedCount = 0

    fileprivate init(_ chunks: [Chunk], width: Int) {
      self.chunks = chunks
      self.width = width
    }

    /// Whether all rows have been passed.
    package var isAtEnd: Bool { chunk == chunks.count }

    /// Returns whether the next row has a key.
    @_specialize(where Key == Int64)
    @_specialize(where Key == CompositeKey)
    package func isNext(_ key: Key) -> Bool { !isAtEnd && chunks[chunk].keys[place] == key }

    /// Returns one of the values by which the next row is ordered.
    @_specialize(where Key == Int64)
    @_specialize(where Key == CompositeKey)
    package func sort(_ index: Int) -> DatabaseValue {
      chunks[chunk].sorts[place * width + index]
    }

    /// Moves past the next row.
    @_specialize(where Key == Int64)
    @_specialize(where Key == CompositeKey)
    package mutating func pass() {
      passedCount += 1
      place += 1
      if place == chunks[chunk].keys.count { (chunk, place) = (chunk + 1, 0) }
    }

    /// The keys of the rows passed.
    package var passedKeys: [Key] {
      chunks.prefix(chunk).flatMap(\.keys) + (isAtEnd ? [] : chunks[chunk].keys.prefix(place))
    }

    /// The sort values of the rows passed.
    package var passedSorts: [DatabaseValue] {
      chunks.prefix(chunk).flatMap(\.sorts)
        + (isAtEnd ? [] : chunks[chunk].sorts.prefix(place * width))
    }
  }

  /// A walk that begins at the first row.
  package var walk: Walk { Walk(chunks, width: width) }
}
