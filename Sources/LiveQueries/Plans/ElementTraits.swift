/// What the type of elements can tell of them, as far as it has the conformances.
///
/// `@unchecked Sendable`: 1. the closures capture types and nothing else.
struct ElementTraits<Element>: @unchecked Sendable {
  /// What tells an element from others; `nil` where they are not `Identifiable`.
  let identity: ((Element) -> AnyHashable)?
  /// Whether two elements are equal; `nil` where they are not `Equatable`.
  let areEqual: ((Element, Element) -> Bool)?

  init() {
    identity = (Element.self as? any Identifiable.Type).map { Self.identity($0) }
    areEqual = (Element.self as? any Equatable.Type).flatMap { Self.equality($0) }
  }

  /// Whether two elements are the same for a reader, as far as that is known.
  func isSame(_ left: Element, _ right: Element) -> Bool { areEqual?(left, right) ?? false }

  private static func identity<Known: Identifiable>(_ type: Known.Type) -> (Element) -> AnyHashable
  {
    { element in (element as? Known).map { AnyHashable($0.id) } ?? AnyHashable(0) }
  }

  /// The closure is cast once, and not two elements at each call.
  private static func equality<Known: Equatable>(
    _ type: Known.Type
  ) -> ((Element, Element) -> Bool)? {
    let areEqual: (Known, Known) -> Bool = { $0 == $1 }
    return areEqual as? (Element, Element) -> Bool
  }
}
