import DatabaseTypes
import TypedSQL

extension JSONCoding {
  /// Returns whether two values that were decoded from documents look the same to a reader.
  ///
  /// `==` alone may leave something out, so values that it considers equal must also have the same
  /// JSON. That takes some microseconds, about as long as decoding them did. A list of texts, the
  /// most frequent document, is compared at once, and so is a set, whose JSON has another order
  /// each time. A set somewhere in a document may therefore count as changed if it is written
  /// again; that costs a delivery, and hides nothing.
  static func isSame<Value: Encodable>(_ left: Value, _ right: Value) -> Bool {
    if let left = left as? [String], let right = right as? [String] {
      return left.elementsEqual(right) { hasSameBytes($0, $1) }
    }
    let areEqual = equality(of: Value.self)?(left, right)
    guard areEqual ?? true else { return false }
    if Value.self is any Unordered.Type { return areEqual ?? false }
    return hasSameDocument(left, right) ?? (areEqual ?? false)
  }

  /// Returns whether two values have the same JSON; `nil` if one has none.
  private static func hasSameDocument<Value: Encodable>(_ left: Value, _ right: Value) -> Bool? {
    let (left, right) = (binding(of: left), binding(of: right))
    if case .invalid = left { return nil }
    if case .invalid = right { return nil }
    return left == right
  }
}

/// A collection whose elements have another order each time.
private protocol Unordered {}

extension Set: Unordered {}
