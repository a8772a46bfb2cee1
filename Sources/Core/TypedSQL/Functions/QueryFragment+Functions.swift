package import DatabaseTypes

extension QueryFragment {
  /// Returns a call without arguments: `name()`.
  package static func call(_ function: SQLFunction) -> QueryFragment { aggregate(function, []) }

  /// Returns a call: `name(a, b)`.
  package static func call(_ function: SQLFunction, _ arguments: QueryFragment...) -> QueryFragment
  {
    var fragment = QueryFragment()
    fragment.append(call: function)
    fragment.append(list: arguments)
    fragment.append(sql: ")")
    return fragment
  }

  /// Returns a call that omits missing arguments: `name(a, b)`.
  package static func call(_ function: SQLFunction, optional arguments: QueryFragment?...)
    -> QueryFragment
  {
    var fragment = QueryFragment()
    fragment.append(call: function)
    fragment.append(list: arguments.compactMap(\.self))
    fragment.append(sql: ")")
    return fragment
  }

  /// Returns a call of an aggregate: `name(DISTINCT a, b ORDER BY c) FILTER (WHERE d)`.
  package static func aggregate(
    _ function: SQLFunction,
    distinct isDistinct: Bool = false,
    _ arguments: [QueryFragment],
    order: QueryFragment? = nil,
    filter: QueryFragment? = nil
  ) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(call: function)
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
  package func called(_ function: SQLFunction) -> QueryFragment {
    var result = QueryFragment()
    result.code.reserveCapacity(code.count + function.name.utf8CodeUnitCount + 4)
    result.append(call: function)
    result.append(self)
    result.append(sql: ")")
    return result
  }
}
