/// Returns whether two values are equal; `false` if their type is not `Equatable`.
package func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  (left as? any Equatable)?.equals(right) ?? false
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}
