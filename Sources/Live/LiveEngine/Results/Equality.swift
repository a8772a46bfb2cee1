import TypedSQL

/// Returns whether two values look the same to a reader, if their type can be compared.
///
/// Rows of tables and arrays of them are compared by the values of their columns, other values by
/// `==`.
package func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  if let isSame = equality(of: Value.self) { return isSame(left, right) }
  return (left as? any Equatable)?.equals(right) ?? false
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}
