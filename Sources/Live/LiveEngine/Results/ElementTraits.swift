import TypedSQL

/// The identity and equality of elements, if their type has the conformances.
///
/// `@unchecked Sendable`: 1. the closures capture only types.
struct ElementTraits<Element>: @unchecked Sendable {
  /// Returns the identity of an element; `nil` if elements are not `Identifiable`.
  let identity: ((Element) -> AnyHashable)?
  /// Returns whether two elements are equal; `nil` if elements are not `Equatable`.
  let areEqual: ((Element, Element) -> Bool)?

  init() {
    identity = (Element.self as? any Identifiable.Type).map { Self.identity($0) }
    areEqual = equality(of: Element.self)
  }

  /// Returns whether two elements look the same to a reader, if that is known.
  func isSame(_ left: Element, _ right: Element) -> Bool { areEqual?(left, right) ?? false }

  private static func identity<Known: Identifiable>(_ type: Known.Type) -> (Element) -> AnyHashable
  {
    { element in (element as? Known).map { AnyHashable($0.id) } ?? AnyHashable(0) }
  }
}
