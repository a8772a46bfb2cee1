/// A cursor over the elements of another cursor, transformed by a closure.
public final class MapCursor<Base: Cursor, Element>: Cursor {
  private let base: Base
  private let transform: (Base.Element) throws -> Element

  init(_ base: Base, _ transform: @escaping (Base.Element) throws -> Element) {
    self.base = base
    self.transform = transform
  }

  /// Returns the next transformed element, or `nil` after the last.
  ///
  /// - Throws: The errors of the cursor or the closure.
  public func next() throws -> Element? { try base.next().map(transform) }
}

/// A cursor over the elements of another cursor that satisfy a condition.
public final class FilterCursor<Base: Cursor>: Cursor {
  private let base: Base
  private let isIncluded: (Base.Element) throws -> Bool

  init(_ base: Base, _ isIncluded: @escaping (Base.Element) throws -> Bool) {
    self.base = base
    self.isIncluded = isIncluded
  }

  /// Returns the next element that satisfies the condition, or `nil` after the last.
  ///
  /// - Throws: The errors of the cursor or the condition.
  public func next() throws -> Base.Element? { try base.first(where: isIncluded) }
}

/// A cursor over the elements of another cursor, numbered from 0.
public final class EnumeratedCursor<Base: Cursor>: Cursor {
  private let base: Base
  private var count = 0

  init(_ base: Base) { self.base = base }

  /// Returns the next number and element, or `nil` after the last.
  ///
  /// - Throws: The errors of the cursor.
  public func next() throws -> (Int, Base.Element)? {
    guard let element = try base.next() else { return nil }
    defer { count += 1 }
    return (count, element)
  }
}

/// A cursor over the concatenated elements of the cursors that another cursor returns.
public final class FlattenCursor<Base: Cursor>: Cursor where Base.Element: Cursor {
  private let base: Base
  private var current: Base.Element?

  init(_ base: Base) { self.base = base }

  /// Returns the next element of the current cursor or of the following ones, or `nil` after the
  /// last.
  ///
  /// - Throws: The errors of the cursors.
  public func next() throws -> Base.Element.Element? {
    while true {
      if let element = try current?.next() { return element }
      current = try base.next()
      if current == nil { return nil }
    }
  }
}

extension Cursor {
  /// Returns a cursor over the results of a closure for each element.
  public func map<Result>(
    _ transform: @escaping (Element) throws -> Result
  ) -> MapCursor<Self, Result> { MapCursor(self, transform) }

  /// Returns a cursor over the non-`nil` results of a closure for each element.
  public func compactMap<Result>(
    _ transform: @escaping (Element) throws -> Result?
  ) -> AnyCursor<Result> {
    AnyCursor { [self] in
      while let element = try next() { if let result = try transform(element) { return result } }
      return nil
    }
  }

  /// Returns a cursor over the elements that satisfy a condition.
  public func filter(_ isIncluded: @escaping (Element) throws -> Bool) -> FilterCursor<Self> {
    FilterCursor(self, isIncluded)
  }

  /// Returns a cursor over the elements, numbered from 0.
  public func enumerated() -> EnumeratedCursor<Self> { EnumeratedCursor(self) }

  /// Returns a cursor over the concatenated sequences that a closure returns for each element.
  public func flatMap<Elements: Sequence>(
    _ transform: @escaping (Element) throws -> Elements
  ) -> FlattenCursor<MapCursor<Self, AnyCursor<Elements.Element>>> {
    FlattenCursor(map { AnyCursor(try transform($0)) })
  }

  /// Returns a cursor over the concatenated cursors that a closure returns for each element.
  public func flatMap<Elements: Cursor>(
    _ transform: @escaping (Element) throws -> Elements
  ) -> FlattenCursor<MapCursor<Self, Elements>> { FlattenCursor(map(transform)) }
}

extension Cursor where Element: Cursor {
  /// Returns a cursor over the concatenated elements of the cursors.
  public func joined() -> FlattenCursor<Self> { FlattenCursor(self) }
}

extension Cursor where Element: Sequence {
  /// Returns a cursor over the concatenated elements of the sequences.
  @_disfavoredOverload  // Strings are joined into a string.
  public func joined() -> FlattenCursor<MapCursor<Self, AnyCursor<Element.Element>>> {
    flatMap { $0 }
  }
}
