extension QueryFragment {
  /// `name(a, b)`.
  package static func call(_ name: StaticString, _ arguments: QueryFragment...) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(sql: name)
    fragment.append(mark: Mark.call)
    fragment.append(list: arguments)
    fragment.append(sql: ")")
    return fragment
  }

  /// `name(a, b)`, without the arguments that are missing.
  package static func call(_ name: StaticString, optional arguments: QueryFragment?...)
    -> QueryFragment
  {
    var fragment = QueryFragment()
    fragment.append(sql: name)
    fragment.append(mark: Mark.call)
    fragment.append(list: arguments.compactMap(\.self))
    fragment.append(sql: ")")
    return fragment
  }

  /// `name(DISTINCT a, b ORDER BY c) FILTER (WHERE d)`.
  package static func aggregate(
    _ name: StaticString,
    distinct isDistinct: Bool = false,
    _ arguments: [QueryFragment],
    order: QueryFragment? = nil,
    filter: QueryFragment? = nil
  ) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(sql: name)
    fragment.append(sql: isDistinct ? "\u{15}DISTINCT " : "\u{15}")
    fragment.append(list: arguments)
    if let order {
      fragment.append(sql: " ORDER BY\u{14}")
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

  /// The fragment as the argument of a function.
  package func called(_ name: StaticString) -> QueryFragment {
    var result = QueryFragment()
    result.code.reserveCapacity(code.count + name.utf8CodeUnitCount + 2)
    result.append(sql: name)
    result.append(mark: Mark.call)
    result.append(self)
    result.append(sql: ")")
    return result
  }
}
