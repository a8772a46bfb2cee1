/// JSON that a function makes: a blob in SQL, and text where it is selected or returned.
public struct _JSONExpression<QueryValue: QueryRepresentable>: QueryExpression, Sendable {
  /// The SQL.
  public let queryFragment: QueryFragment

  init(queryFragment: QueryFragment) { self.queryFragment = queryFragment }

  /// The SQL where it is selected or returned: `json(…)` around a blob.
  public var _selectionFragment: QueryFragment {
    QueryValue._selection(of: queryFragment)
  }
}

/// JSON with changes: `json_set("profiles"."author", '$."name"', 'Blob', '$."age"', 42)`.
///
/// A further change by the same function is a further argument of it.
public struct _JSONModification<QueryValue: _JSONRepresentation>: QueryExpression, Sendable {
  let function: JSONFunction
  let base: QueryFragment
  var arguments: [QueryFragment]

  /// The SQL.
  public var queryFragment: QueryFragment {
    var fragment = QueryFragment()
    fragment.append(sql: function.name)
    fragment.append(sql: "(")
    fragment.append(base)
    for argument in arguments {
      fragment.append(sql: ", ")
      fragment.append(argument)
    }
    fragment.append(sql: ")")
    return fragment
  }

  /// The SQL where it is selected or returned: `json(…)` around a blob.
  public var _selectionFragment: QueryFragment {
    QueryValue._selection(of: queryFragment)
  }
}

/// A function that changes JSON.
enum JSONFunction: Sendable {
  case set, insert, replace, remove, arrayInsert, patch
  case binarySet, binaryInsert, binaryReplace, binaryRemove, binaryArrayInsert, binaryPatch

  var name: StaticString {
    switch self {
    case .set: "json_set"
    case .insert: "json_insert"
    case .replace: "json_replace"
    case .remove: "json_remove"
    case .arrayInsert: "json_array_insert"
    case .patch: "json_patch"
    case .binarySet: "jsonb_set"
    case .binaryInsert: "jsonb_insert"
    case .binaryReplace: "jsonb_replace"
    case .binaryRemove: "jsonb_remove"
    case .binaryArrayInsert: "jsonb_array_insert"
    case .binaryPatch: "jsonb_patch"
    }
  }

  /// Whether a second call can be further arguments of the first.
  var takesSeveral: Bool { self != .patch && self != .binaryPatch }
}

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// The expression changed by a function.
  func modified<Result: _JSONRepresentation>(
    by function: JSONFunction,
    _ arguments: QueryFragment...
  ) -> _JSONModification<Result> {
    if function.takesSeveral, var earlier = self as? _JSONModification<Result>,
      earlier.function == function
    {
      earlier.arguments += arguments
      return earlier
    }
    return _JSONModification(function: function, base: queryFragment, arguments: arguments)
  }
}
