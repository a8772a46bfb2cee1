/// What a closure makes of the elements of a cursor.
public final class MapCursor<Base: Cursor, Element>: Cursor {
  private let base: Base
  private let transform: (Base.Element) throws -> Element

  init(_ base: Base, _ transform: @escaping (Base.Element) throws -> Element) {
    self.base = base
    self.transform = transform
  }

  /// What the closure makes of the next element; `nil` after the last.
  ///
  /// - Throws: What the cursor or the closure throws.
  public func next() throws -> Element? { try base.next().map(transform) }
}

/// The elements of a cursor for which a condition holds.
public final class FilterCursor<Base: Cursor>: Cursor {
  private let base: Base
  private let isIncluded: (Base.Element) throws -> Bool

  init(_ base: Base, _ isIncluded: @escaping (Base.Element) throws -> Bool) {
    self.base = base
    self.isIncluded = isIncluded
  }

  /// The next element for which the condition holds; `nil` after the last.
  ///
  /// - Throws: What the cursor or the condition throws.
  public func next() throws -> Base.Element? { try base.first(where: isIncluded) }
}

/// The elements of a cursor with their numbers, from 0.
public final class EnumeratedCursor<Base: Cursor>: Cursor {
  private let base: Base
  private var count = 0

  init(_ base: Base) { self.base = base }

  /// The next number and element; `nil` after the last.
  ///
  /// - Throws: What the cursor throws.
  public func next() throws -> (Int, Base.Element)? {
    guard let element = try base.next() else { return nil }
    defer { count += 1 }
    return (count, element)
  }
}

/// The elements of the cursors that a cursor gives, one cursor after the other.
public final class FlattenCursor<Base: Cursor>: Cursor where Base.Element: Cursor {
  private let base: Base
  private var current: Base.Element?

  init(_ base: Base) { self.base = base }

  /// The next element of the cursor that is being read, or the first of the next one; `nil` after the last.
  ///
  /// - Throws: What a cursor throws.
  public func next() throws -> Base.Element.Element? {
    while true {
      if let element = try current?.next() { return element }
      current = try base.next()
      if current == nil { return nil }
    }
  }
}

extension Cursor {
  /// What a closure makes of each element.
  public func map<Result>(
    _ transform: @escaping (Element) throws -> Result
  ) -> MapCursor<Self, Result> { MapCursor(self, transform) }

  /// What a closure makes of each element, without those of which it makes `nil`.
  public func compactMap<Result>(
    _ transform: @escaping (Element) throws -> Result?
  ) -> AnyCursor<Result> {
    AnyCursor { [self] in
      while let element = try next() { if let result = try transform(element) { return result } }
      return nil
    }
  }

  /// The elements for which a condition holds.
  public func filter(_ isIncluded: @escaping (Element) throws -> Bool) -> FilterCursor<Self> {
    FilterCursor(self, isIncluded)
  }

  /// The elements with their numbers, from 0.
  public func enumerated() -> EnumeratedCursor<Self> { EnumeratedCursor(self) }

  /// The elements of the sequences that a closure makes of each element, one sequence after the other.
  public func flatMap<Elements: Sequence>(
    _ transform: @escaping (Element) throws -> Elements
  ) -> FlattenCursor<MapCursor<Self, AnyCursor<Elements.Element>>> {
    FlattenCursor(map { AnyCursor(try transform($0)) })
  }

  /// The elements of the cursors that a closure makes of each element, one cursor after the other.
  public func flatMap<Elements: Cursor>(
    _ transform: @escaping (Element) throws -> Elements
  ) -> FlattenCursor<MapCursor<Self, Elements>> { FlattenCursor(map(transform)) }
}

extension Cursor where Element: Cursor {
  /// The elements of the cursors, one cursor after the other.
  public func joined() -> FlattenCursor<Self> { FlattenCursor(self) }
}

extension Cursor where Element: Sequence {
  /// The elements of the sequences, one sequence after the other.
  @_disfavoredOverload  // Texts are joined to a text.
  public func joined() -> FlattenCursor<MapCursor<Self, AnyCursor<Element.Element>>> {
    flatMap { $0 }
  }
}
