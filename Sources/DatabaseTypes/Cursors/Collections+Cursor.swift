extension Array {
  /// The elements that are left of a cursor.
  ///
  /// - Parameters:
  ///   - cursor: The cursor, which is read to its end.
  ///   - minimumCapacity: How many elements to make room for at once.
  /// - Throws: What the cursor throws.
  @inlinable
  public init(_ cursor: some Cursor<Element>, minimumCapacity: Int = 0) throws {
    self.init()
    if minimumCapacity > 0 { reserveCapacity(minimumCapacity) }
    while let element = try cursor.next() { append(element) }
  }
}

extension Set {
  /// The elements that are left of a cursor, each once.
  ///
  /// - Parameters:
  ///   - cursor: The cursor, which is read to its end.
  ///   - minimumCapacity: How many elements to make room for at once.
  /// - Throws: What the cursor throws.
  @inlinable
  public init(_ cursor: some Cursor<Element>, minimumCapacity: Int = 0) throws {
    self.init(minimumCapacity: Swift.max(minimumCapacity, 0))
    while let element = try cursor.next() { insert(element) }
  }
}

extension Dictionary {
  /// The pairs of keys and values that are left of a cursor.
  ///
  /// - Throws: ``DuplicateKeyError`` for a key that comes twice; what the cursor throws.
  public init(uniqueKeysWithValues cursor: some Cursor<(Key, Value)>) throws {
    self.init()
    while let (key, value) = try cursor.next() {
      if updateValue(value, forKey: key) != nil { throw DuplicateKeyError() }
    }
  }

  /// The pairs of keys and values that are left of a cursor; a closure says which value a key has that comes twice.
  ///
  /// - Throws: What the cursor or the closure throws.
  public init(
    _ cursor: some Cursor<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) throws {
    self.init()
    while let (key, value) = try cursor.next() {
      self[key] = try self[key].map { try combine($0, value) } ?? value
    }
  }

  /// The elements that are left of a cursor, by what a closure makes of them, each list in the cursor's order.
  ///
  /// ```swift
  /// let playersByTeam = try Dictionary(grouping: Player.fetchCursor(db), by: \.teamID)
  /// ```
  ///
  /// - Throws: What the cursor or the closure throws.
  public init<Element>(
    grouping cursor: some Cursor<Element>,
    by key: (Element) throws -> Key
  ) throws where Value == [Element] {
    self.init()
    while let element = try cursor.next() { self[try key(element), default: []].append(element) }
  }
}

/// A key that came twice where each key must come once.
public struct DuplicateKeyError: Hashable, _DescribedError {
  /// What happened, and what to write instead.
  public var description: String {
    "A key came twice: say which value it has with Dictionary(_:uniquingKeysWith:), or keep both with "
      + "Dictionary(grouping:by:)."
  }
}
