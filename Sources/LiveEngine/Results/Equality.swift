/// Whether two values are equal; `false` where their type has no equality.
package func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  (left as? any Equatable)?.equals(right) ?? false
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}
