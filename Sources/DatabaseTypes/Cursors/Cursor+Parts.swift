/// The first elements of a cursor.
public final class PrefixCursor<Base: Cursor>: Cursor {
  private let base: Base
  private var left: Int

  init(_ base: Base, count: Int) {
    self.base = base
    left = count
  }

  /// The next element; `nil` after as many as were asked for, of which the cursor is not asked for more.
  ///
  /// - Throws: What the cursor throws.
  public func next() throws -> Base.Element? {
    guard left > 0 else { return nil }
    left -= 1
    return try base.next()
  }
}

/// The elements of a cursor before the first for which a condition does not hold.
public final class PrefixWhileCursor<Base: Cursor>: Cursor {
  private let base: Base
  private let predicate: (Base.Element) throws -> Bool
  private var isDone = false

  init(_ base: Base, _ predicate: @escaping (Base.Element) throws -> Bool) {
    self.base = base
    self.predicate = predicate
  }

  /// The next element; `nil` from the first on for which the condition does not hold.
  ///
  /// - Throws: What the cursor or the condition throws.
  public func next() throws -> Base.Element? {
    if isDone { return nil }
    if let element = try base.next(), try predicate(element) { return element }
    isDone = true
    return nil
  }
}

/// The elements of a cursor after the first ones.
public final class DropFirstCursor<Base: Cursor>: Cursor {
  private let base: Base
  private var left: Int

  init(_ base: Base, count: Int) {
    self.base = base
    left = count
  }

  /// The next element; `nil` after the last.
  ///
  /// - Throws: What the cursor throws.
  public func next() throws -> Base.Element? {
    while left > 0 {
      left -= 1
      if try base.next() == nil { left = 0 }
    }
    return try base.next()
  }
}

/// The elements of a cursor from the first on for which a condition does not hold.
public final class DropWhileCursor<Base: Cursor>: Cursor {
  private let base: Base
  private let predicate: (Base.Element) throws -> Bool
  private var isDropping = true

  init(_ base: Base, _ predicate: @escaping (Base.Element) throws -> Bool) {
    self.base = base
    self.predicate = predicate
  }

  /// The next element; `nil` after the last.
  ///
  /// - Throws: What the cursor or the condition throws.
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
  /// The first elements, as many as there are; none for a number that is not positive.
  public func prefix(_ maxLength: Int) -> PrefixCursor<Self> {
    PrefixCursor(self, count: maxLength)
  }

  /// The elements before the first for which a condition does not hold, which is read and gone.
  public func prefix(
    while predicate: @escaping (Element) throws -> Bool
  ) -> PrefixWhileCursor<Self> { PrefixWhileCursor(self, predicate) }

  /// The elements after the first ones; all for a number that is not positive.
  public func dropFirst(_ count: Int = 1) -> DropFirstCursor<Self> {
    DropFirstCursor(self, count: count)
  }

  /// The elements from the first on for which a condition does not hold.
  public func drop(
    while predicate: @escaping (Element) throws -> Bool
  ) -> DropWhileCursor<Self> { DropWhileCursor(self, predicate) }

  /// The elements before the last ones: reads all that are left.
  ///
  /// - Throws: What the cursor throws.
  public func dropLast(_ count: Int = 1) throws -> [Element] {
    try Array(self).dropLast(Swift.max(count, 0))
  }

  /// The last elements, as many as there are: reads all that are left, and keeps no more than these in memory.
  ///
  /// - Throws: What the cursor throws.
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
