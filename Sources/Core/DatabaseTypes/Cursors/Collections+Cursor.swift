extension Array {
  /// Creates an array of the remaining elements of a cursor.
  ///
  /// - Parameters:
  ///   - cursor: The cursor, which is read to its end.
  ///   - minimumCapacity: The number of elements to reserve space for, of which at most
  ///     1,048,576 are reserved ahead.
  /// - Throws: The cursor's errors.
  @inlinable
  public init(_ cursor: some Cursor<Element>, minimumCapacity: Int = 0) throws {
    self.init()
    if minimumCapacity > 0 { reserveCapacity(Swift.min(minimumCapacity, 1 << 20)) }
    while let element = try cursor.next() { append(element) }
  }
}

extension Set {
  /// Creates a set of the remaining elements of a cursor.
  ///
  /// - Parameters:
  ///   - cursor: The cursor, which is read to its end.
  ///   - minimumCapacity: The number of elements to reserve space for, of which at most
  ///     1,048,576 are reserved ahead.
  /// - Throws: The cursor's errors.
  @inlinable
  public init(_ cursor: some Cursor<Element>, minimumCapacity: Int = 0) throws {
    self.init(minimumCapacity: Swift.max(Swift.min(minimumCapacity, 1 << 20), 0))
    while let element = try cursor.next() { insert(element) }
  }
}

extension Set {
  /// Inserts the remaining elements of a cursor.
  ///
  /// - Parameter cursor: The cursor, which is read to its end.
  /// - Throws: The cursor's errors. Elements before the error are inserted.
  @inlinable
  public mutating func formUnion(_ cursor: some Cursor<Element>) throws {
    while let element = try cursor.next() { insert(element) }
  }

  /// Returns a set with the elements of this one, and the remaining elements of a cursor.
  ///
  /// - Parameter cursor: The cursor, which is read to its end.
  /// - Throws: The cursor's errors.
  @inlinable
  public func union(_ cursor: some Cursor<Element>) throws -> Set {
    var result = self
    try result.formUnion(cursor)
    return result
  }
}

extension Dictionary {
  /// Creates a dictionary from the remaining key-value pairs of a cursor.
  ///
  /// - Throws: ``DuplicateKeyError`` if a key occurs twice, or the cursor's error.
  public init(uniqueKeysWithValues cursor: some Cursor<(Key, Value)>) throws {
    self.init()
    while let (key, value) = try cursor.next() {
      if updateValue(value, forKey: key) != nil { throw DuplicateKeyError() }
    }
  }

  /// Creates a dictionary from the remaining key-value pairs of a cursor, combining duplicate keys.
  ///
  /// - Parameters:
  ///   - cursor: The cursor, which is read to its end.
  ///   - combine: Returns the value for a key that occurs twice.
  /// - Throws: The errors of the cursor or the closure.
  public init(
    _ cursor: some Cursor<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) throws {
    self.init()
    while let (key, value) = try cursor.next() {
      self[key] = try self[key].map { try combine($0, value) } ?? value
    }
  }

  /// Creates a dictionary that groups the remaining elements of a cursor by a key.
  ///
  /// Each group keeps the order of the cursor.
  ///
  /// ```swift
  /// let playersByTeam = try Dictionary(grouping: Player.fetchCursor(db), by: \.teamID)
  /// ```
  ///
  /// - Throws: The errors of the cursor or the closure.
  public init<Element>(
    grouping cursor: some Cursor<Element>,
    by key: (Element) throws -> Key
  ) throws where Value == [Element] {
    self.init()
    while let element = try cursor.next() { self[try key(element), default: []].append(element) }
  }
}

/// An error thrown if a key occurs twice although keys must be unique.
public struct DuplicateKeyError: Hashable, _SelfDescribingError {
  /// A sentence with what happened, and what to write instead.
  public var description: String {
    "A key occurs twice: choose its value with Dictionary(_:uniquingKeysWith:), or keep both with "
      + "Dictionary(grouping:by:)."
  }
}
