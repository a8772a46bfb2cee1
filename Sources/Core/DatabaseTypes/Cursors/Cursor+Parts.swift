/// A cursor over the first elements of another cursor.
public final class PrefixCursor<Base: Cursor>: Cursor {
  private let base: Base
  private var left: Int

  init(_ base: Base, count: Int) {
    self.base = base
    left = count
  }

  /// Returns the next element, or `nil` after the last or the maximum number of elements.
  ///
  /// It does not read the underlying cursor beyond that number.
  ///
  /// - Throws: The errors of the underlying cursor.
  public func next() throws -> Base.Element? {
    guard left > 0 else { return nil }
    left -= 1
    return try base.next()
  }
}

/// A cursor over the elements of another cursor before the first that fails a condition.
public final class PrefixWhileCursor<Base: Cursor>: Cursor {
  private let base: Base
  private let predicate: (Base.Element) throws -> Bool
  private var isDone = false

  init(_ base: Base, _ predicate: @escaping (Base.Element) throws -> Bool) {
    self.base = base
    self.predicate = predicate
  }

  /// Returns the next element, or `nil` from the first element that fails the condition.
  ///
  /// - Throws: The errors of the cursor or the condition.
  public func next() throws -> Base.Element? {
    if isDone { return nil }
    if let element = try base.next(), try predicate(element) { return element }
    isDone = true
    return nil
  }
}

/// A cursor over the elements of another cursor after the first ones.
public final class DropFirstCursor<Base: Cursor>: Cursor {
  private let base: Base
  private var left: Int

  init(_ base: Base, count: Int) {
    self.base = base
    left = count
  }

  /// Returns the next element, or `nil` after the last.
  ///
  /// - Throws: The errors of the underlying cursor.
  public func next() throws -> Base.Element? {
    while left > 0 {
      left -= 1
      if try base.next() == nil { left = 0 }
    }
    return try base.next()
  }
}

/// A cursor over the elements of another cursor, starting at the first that fails a condition.
public final class DropWhileCursor<Base: Cursor>: Cursor {
  private let base: Base
  private let predicate: (Base.Element) throws -> Bool
  private var isDropping = true

  init(_ base: Base, _ predicate: @escaping (Base.Element) throws -> Bool) {
    self.base = base
    self.predicate = predicate
  }

  /// Returns the next element, or `nil` after the last.
  ///
  /// - Throws: The errors of the cursor or the condition.
  public func next() throws -> Base.Element? {
    while isDropping {
      guard let element = try base.next() else { break }
      if try predicate(element) { continue }
      isDropping = false
      return element
    }
    isDropping = false
    return try base.next()
  }
}

extension Cursor {
  /// Returns a cursor over at most the first elements; over none if the number is not positive.
  public func prefix(_ maxLength: Int) -> PrefixCursor<Self> {
    PrefixCursor(self, count: maxLength)
  }

  /// Returns a cursor over the elements before the first that fails a condition.
  ///
  /// That element is read and not returned.
  public func prefix(
    while predicate: @escaping (Element) throws -> Bool
  ) -> PrefixWhileCursor<Self> { PrefixWhileCursor(self, predicate) }

  /// Returns a cursor over the elements after the first ones; over all if the number is not
  /// positive.
  public func dropFirst(_ count: Int = 1) -> DropFirstCursor<Self> {
    DropFirstCursor(self, count: count)
  }

  /// Returns a cursor over the elements starting at the first that fails a condition.
  public func drop(
    while predicate: @escaping (Element) throws -> Bool
  ) -> DropWhileCursor<Self> { DropWhileCursor(self, predicate) }

  /// Returns all but the last elements, reading the cursor to its end.
  ///
  /// - Throws: The errors of the cursor.
  public func dropLast(_ count: Int = 1) throws -> [Element] {
    try Array(self).dropLast(Swift.max(count, 0))
  }

  /// Returns at most the last elements, reading the cursor to its end.
  ///
  /// Only these elements are kept in memory.
  ///
  /// - Throws: The errors of the cursor.
  public func suffix(_ maxLength: Int) throws -> [Element] {
    guard maxLength > 0 else {
      try forEach { _ in }
      return []
    }
    var ring: [Element] = []
    var oldest = 0
    while let element = try next() {
      if ring.count < maxLength {
        ring.append(element)
      } else {
        ring[oldest] = element
        oldest = (oldest + 1) % maxLength
      }
    }
    return Array(ring[oldest...] + ring[..<oldest])
  }
}
