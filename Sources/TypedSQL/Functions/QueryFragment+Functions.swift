extension QueryFragment {
  /// Returns a call: `name(a, b)`.
  package static func call(_ name: StaticString, _ arguments: QueryFragment...) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(call: name)
    fragment.append(list: arguments)
    fragment.append(sql: ")")
    return fragment
  }

  /// Returns a call that omits missing arguments: `name(a, b)`.
  package static func call(_ name: StaticString, optional arguments: QueryFragment?...)
    -> QueryFragment
  {
    var fragment = QueryFragment()
    fragment.append(call: name)
    fragment.append(list: arguments.compactMap(\.self))
    fragment.append(sql: ")")
    return fragment
  }

  /// Returns a call of an aggregate: `name(DISTINCT a, b ORDER BY c) FILTER (WHERE d)`.
  package static func aggregate(
    _ name: StaticString,
    distinct isDistinct: Bool = false,
    _ arguments: [QueryFragment],
    order: QueryFragment? = nil,
    filter: QueryFragment? = nil
  ) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(call: name)
    if isDistinct { fragment.append(sql: "DISTINCT ") }
    fragment.append(list: arguments)
    if let order {
      fragment.append(sql: MarkedSQL.argumentOrder)
      fragment.append(order)
    }
    fragment.append(sql: ")")
    if let filter {
      fragment.append(sql: " FILTER (WHERE ")
      fragment.append(filter)
      fragment.append(sql: ")")
    }
    return fragment
  }

  /// Returns a call with the fragment as its argument.
  package func called(_ name: StaticString) -> QueryFragment {
    var result = QueryFragment()
    result.code.reserveCapacity(code.count + name.utf8CodeUnitCount + 2)
    result.append(call: name)
    result.append(self)
    result.append(sql: ")")
    return result
  }
}
