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
  ///
  /// - Parameters:
  ///   - oldRows: The keys of the old rows.
  ///   - old: The old rows, or those from `start` on.
  ///   - newRows: The keys of the new rows.
  ///   - new: The new rows, or those from `start` on.
  ///   - start: The first row that matters.
  static func between<Key: ResultRowKey>(
    _ oldRows: OrderedRows<Key>,
    _ old: [Element],
    _ newRows: OrderedRows<Key>,
    _ new: [Element],
    from start: Int = 0,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) -> Difference {
    func compared(_ rows: OrderedRows<Key>, _ elements: [Element]) -> [ComparedElement<
      Key, Element
    >] {
      let keys = rows.keys(in: start..<start + elements.count)
      return zip(keys, elements).map { ComparedElement(key: $0, element: $1, isSame: isSame) }
    }
    return Difference<ComparedElement<Key, Element>>
      .between(compared(oldRows, old), compared(newRows, new), keyedBy: \.key)
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

extension Difference {
  /// The difference between two results whose elements may have identities.
  ///
  /// - Parameter identity: What tells elements apart; `nil` where rows that face each other continue each other.
  static func between(
    _ old: [Element],
    _ new: [Element],
    identifiedBy identity: ((Element) -> AnyHashable)?,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) -> Difference {
    guard let identity else { return between(old, new, isSame: isSame) }
    // Each identity gets a number.
    var numbers: [AnyHashable: Int] = [:]
    func compared(_ elements: [Element]) -> [ComparedElement<Int, Element>] {
      elements.map { element in
        let number = numbers[identity(element), default: numbers.count]
        numbers[identity(element)] = number
        return ComparedElement(key: number, element: element, isSame: isSame)
      }
    }
    return Difference<ComparedElement<Int, Element>>
      .between(compared(old), compared(new), keyedBy: \.key)
      .map(\.element)
  }
}
