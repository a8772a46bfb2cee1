/// A set that usually has a single element, which it then stores without a `Set`.
enum SmallSet<Element: Hashable & Sendable>: Sendable {
  case none
  case one(Element)
  case many(Set<Element>)

  /// Creates an empty set.
  init() { self = .none }

  /// Calls a closure with each element.
  func forEach(_ body: (Element) throws -> Void) rethrows {
    switch self {
    case .none: break
    case .one(let element): try body(element)
    case .many(let elements): try elements.forEach(body)
    }
  }

  /// Whether the set is empty.
  var isEmpty: Bool { if case .none = self { true } else { false } }

  /// The number of elements.
  var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .many(let elements): elements.count
    }
  }

  /// Adds an element.
  ///
  /// - Returns: Whether it was new.
  @discardableResult
  mutating func insert(_ element: Element) -> Bool {
    switch self {
    case .none:
      self = .one(element)
      return true
    case .one(let other):
      if other == element { return false }
      self = .many([other, element])
      return true
    case .many(var elements):
      // Release our reference, so that the set is changed in place.
      self = .none
      let isNew = elements.insert(element).inserted
      self = .many(elements)
      return isNew
    }
  }

  /// Removes an element.
  mutating func remove(_ element: Element) {
    switch self {
    case .none: break
    case .one(let other): if other == element { self = .none }
    case .many(var elements):
      self = .none
      elements.remove(element)
      self = elements.count > 1 ? .many(elements) : elements.first.map { .one($0) } ?? .none
    }
  }
}

extension Dictionary {
  /// Adds an element to the set of a key.
  ///
  /// - Returns: Whether it was new.
  @discardableResult
  mutating func insert<Element>(_ element: Element, for key: Key) -> Bool
  where Value == SmallSet<Element> { self[key, default: SmallSet()].insert(element) }

  /// Removes an element from the set of a key, and the set if it becomes empty.
  mutating func remove<Element>(_ element: Element, for key: Key)
  where Value == SmallSet<Element> {
    self[key]?.remove(element)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
