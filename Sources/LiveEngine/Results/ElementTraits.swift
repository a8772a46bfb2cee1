import TypedSQL

/// The identity and equality of elements, as far as their type has the conformances.
///
/// `@unchecked Sendable`: 1. the closures capture types and nothing else.
struct ElementTraits<Element>: @unchecked Sendable {
  /// What tells an element from others; `nil` where they are not `Identifiable`.
  let identity: ((Element) -> AnyHashable)?
  /// Whether two elements are equal; `nil` where they are not `Equatable`.
  let areEqual: ((Element, Element) -> Bool)?

  init() {
    identity = (Element.self as? any Identifiable.Type).map { Self.identity($0) }
    areEqual = equality(of: Element.self)
  }

  /// Whether two elements are the same for a reader, as far as that is known.
  func isSame(_ left: Element, _ right: Element) -> Bool { areEqual?(left, right) ?? false }

  private static func identity<Known: Identifiable>(_ type: Known.Type) -> (Element) -> AnyHashable
  {
    { element in (element as? Known).map { AnyHashable($0.id) } ?? AnyHashable(0) }
  }
}
