package import DatabaseTypes

extension OrderedRows {
  /// A walk through rows in their order, by which others are compared with them one after the other.
  package struct Walk: Sendable {
    private let chunks: [Chunk]
    private let width: Int
    private var chunk = 0
    private var place = 0
    /// How many rows it has passed.
    package private(set) var passedCount = 0

    fileprivate init(_ chunks: [Chunk], width: Int) {
      self.chunks = chunks
      self.width = width
    }

    /// Whether it has passed all rows.
    package var isAtEnd: Bool { chunk == chunks.count }

    /// Whether the next row has a key.
    @_specialize(where Key == Int64)
    @_specialize(where Key == CompositeKey)
    package func isNext(_ key: Key) -> Bool { !isAtEnd && chunks[chunk].keys[place] == key }

    /// One of the values by which the next row is ordered.
    @_specialize(where Key == Int64)
    @_specialize(where Key == CompositeKey)
    package func sort(_ index: Int) -> DatabaseValue {
      chunks[chunk].sorts[place * width + index]
    }

    /// Passes the next row.
    @_specialize(where Key == Int64)
    @_specialize(where Key == CompositeKey)
    package mutating func pass() {
      passedCount += 1
      place += 1
      if place == chunks[chunk].keys.count { (chunk, place) = (chunk + 1, 0) }
    }

    /// The keys of the rows that it has passed.
    package var passedKeys: [Key] {
      chunks.prefix(chunk).flatMap(\.keys) + (isAtEnd ? [] : chunks[chunk].keys.prefix(place))
    }

    /// The values by which the rows are ordered that it has passed.
    package var passedSorts: [DatabaseValue] {
      chunks.prefix(chunk).flatMap(\.sorts)
        + (isAtEnd ? [] : chunks[chunk].sorts.prefix(place * width))
    }
  }

  /// A walk that begins at the first row.
  package var walk: Walk { Walk(chunks, width: width) }
}
