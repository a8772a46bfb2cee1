import DatabaseTypes
public import TypedSQL

/// JSON that a function returns: a blob in SQL, but text in a `SELECT` or `RETURNING` list.
public struct _JSONExpression<QueryValue: QueryRepresentable>: _Operand, Sendable {
  /// The SQL.
  public let queryFragment: QueryFragment

  init(queryFragment: QueryFragment) { self.queryFragment = queryFragment }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list: `json(…)` around a blob.
  public var _selectionFragment: QueryFragment {
    QueryValue._selection(of: queryFragment)
  }
}

/// JSON with modifications: `json_set("profiles"."author", '$."name"', 'Blob', '$."age"', 42)`.
///
/// A further modification by the same function becomes a further argument of the call.
public struct _JSONModification<QueryValue: _JSONRepresentation>: _Operand, Sendable {
  let function: JSONFunction
  let base: QueryFragment
  var arguments: [QueryFragment]

  /// The SQL.
  public var queryFragment: QueryFragment {
    var fragment = QueryFragment()
    fragment.append(call: function.called)
    fragment.append(base)
    for argument in arguments {
      fragment.append(sql: ", ")
      fragment.append(argument)
    }
    fragment.append(sql: ")")
    return fragment
  }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list: `json(…)` around a blob.
  public var _selectionFragment: QueryFragment {
    QueryValue._selection(of: queryFragment)
  }
}

/// A function that modifies JSON.
enum JSONFunction: Equatable, Sendable {
  /// The kind of modification.
  enum Change: Sendable { case set, insert, replace, remove, arrayInsert, patch }

  /// The result is a text.
  case text(Change)
  /// The result is a blob.
  case binary(Change)

  /// The function that is called.
  var called: SQLFunction {
    switch self {
    case .text(.set): .jsonSet
    case .text(.insert): .jsonInsert
    case .text(.replace): .jsonReplace
    case .text(.remove): .jsonRemove
    case .text(.arrayInsert): .jsonArrayInsert
    case .text(.patch): .jsonPatch
    case .binary(.set): .jsonbSet
    case .binary(.insert): .jsonbInsert
    case .binary(.replace): .jsonbReplace
    case .binary(.remove): .jsonbRemove
    case .binary(.arrayInsert): .jsonbArrayInsert
    case .binary(.patch): .jsonbPatch
    }
  }

  /// Whether a second call can be replaced by further arguments of the first.
  var takesSeveral: Bool { self != .text(.patch) && self != .binary(.patch) }
}

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Returns the expression modified by a function.
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
  /// Returns the expression with another value at a path.
  func changed<Result: _JSONRepresentation, Value: QueryRepresentable>(
    by function: JSONFunction,
    at place: QueryFragment,
    to value: some QueryExpression<Value>
  ) -> _JSONModification<Result> {
    modified(by: function, place, Value._queryFragment(jsonEncoding: value.queryFragment))
  }

  /// Returns the expression with another value at a path.
  func changed<Result: _JSONRepresentation, Context, Member, Value: QueryRepresentable>(
    by function: JSONFunction,
    at path: (_JSONRootPath) -> JSONPath<Context, Member>,
    to value: some QueryExpression<Value>
  ) -> _JSONModification<Result> {
    changed(by: function, at: path(_JSONRootPath()).fragment, to: value)
  }

  /// Returns the expression with one more value in an array.
  func changed<Result: _JSONRepresentation, Context, Array, Value: QueryRepresentable>(
    by function: JSONFunction,
    atEndOf path: (_JSONRootPath) -> JSONPath<Context, Array>,
    to value: some QueryExpression<Value>
  ) -> _JSONModification<Result> where Array: _JSONRepresentation {
    changed(by: function, at: path(_JSONRootPath()).end.fragment, to: value)
  }
}
