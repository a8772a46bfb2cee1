import IncrementalQueries

/// An element with a key, and what it takes to compare it with others.
private struct ComparedElement<Key: Hashable & Sendable, Element: Sendable>: Equatable, Sendable {
  let key: Key
  let element: Element
  let isSame: @Sendable (Element, Element) -> Bool

  static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.isSame(left.element, right.element)
  }
}

extension Difference {
  /// The difference between two results whose rows have keys.
  static func between<Key: ResultRowKey>(
    _ old: OrderedResult<Key, Element>,
    _ new: OrderedResult<Key, Element>,
    in oldRange: Range<Int>? = nil,
    and newRange: Range<Int>? = nil,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) -> Difference {
    func compared(_ result: OrderedResult<Key, Element>, _ range: Range<Int>?)
      -> [ComparedElement<Key, Element>]
    {
      let range = range ?? 0..<result.count
      return zip(result.rows.keys(in: range), result.elements[range]).map {
        ComparedElement(key: $0, element: $1, isSame: isSame)
      }
    }
    return Difference<ComparedElement<Key, Element>>
      .between(compared(old, oldRange), compared(new, newRange), keyedBy: \.key)
      .map(\.element)
  }

  /// The difference between two results whose rows have no keys: rows that face each other continue each other.
  static func between(
    _ old: [Element],
    _ new: [Element],
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) -> Difference {
    func compared(_ elements: [Element]) -> [ComparedElement<Bool, Element>] {
      elements.map { ComparedElement(key: true, element: $0, isSame: isSame) }
    }
    return Difference<ComparedElement<Bool, Element>>
      .between(compared(old), compared(new), keyedBy: \.key)
      .map(\.element)
  }
}
