public import TypedSQL

// What matches if nothing else does. Without these, the compiler fails an assertion when it
// explains why an assignment in `update` does not match: `recordResolvedOverload` finds a choice
// that it has recorded already (Swift 6.3). They belong to the functions, because an unavailable
// member of a path would be reported without its line.

/// A path that leads to no column of a type with `@Selection`.
@dynamicMemberLookup
public struct _JSONNowhere: Sendable {
  init() {}

  /// A member of it.
  public subscript(dynamicMember name: String) -> _JSONNowhere { self }

  /// An element of it.
  public subscript(index: Int) -> _JSONNowhere { self }

  /// An entry of it.
  public subscript(key: String) -> _JSONNowhere { self }
}

extension JSONPath {
  /// A member that is no column.
  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> _JSONNowhere { _JSONNowhere() }
}

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Reports a path that leads to no column, or a value of another type.
  @available(
    *,
    unavailable,
    message:
      "The path leads to no column of a type with @Selection, or the value is not of its type."
  )
  @_disfavoredOverload
  public func jsonSet(
    _ path: (_JSONRootPath) -> _JSONNowhere,
    _ value: Any?
  ) -> _JSONModification<QueryValue._Text> { fatalError("It cannot be called.") }

  /// Reports a path that leads to no column, or a value of another type.
  @available(
    *,
    unavailable,
    message:
      "The path leads to no column of a type with @Selection, or the value is not of its type."
  )
  @_disfavoredOverload
  public func jsonInsert(
    _ path: (_JSONRootPath) -> _JSONNowhere,
    _ value: Any?
  ) -> _JSONModification<QueryValue._Text> { fatalError("It cannot be called.") }

  /// Reports a path that leads to no column, or a value of another type.
  @available(
    *,
    unavailable,
    message:
      "The path leads to no column of a type with @Selection, or the value is not of its type."
  )
  @_disfavoredOverload
  public func jsonReplace(
    _ path: (_JSONRootPath) -> _JSONNowhere,
    _ value: Any?
  ) -> _JSONModification<QueryValue._Text> { fatalError("It cannot be called.") }

  /// Reports a path that leads to no column, or a value of another type.
  @available(
    *,
    unavailable,
    message:
      "The path leads to no column of a type with @Selection, or the value is not of its type."
  )
  @_disfavoredOverload
  public func jsonRemove(
    _ path: (_JSONRootPath) -> _JSONNowhere
  ) -> _JSONModification<QueryValue._Text> { fatalError("It cannot be called.") }

  /// Reports a path that leads to no column, or a value of another type.
  @available(
    *,
    unavailable,
    message:
      "The path leads to no column of a type with @Selection, or the value is not of its type."
  )
  @_disfavoredOverload
  public func jsonbSet(
    _ path: (_JSONRootPath) -> _JSONNowhere,
    _ value: Any?
  ) -> _JSONModification<QueryValue._Binary> { fatalError("It cannot be called.") }

  /// Reports a path that leads to no column, or a value of another type.
  @available(
    *,
    unavailable,
    message:
      "The path leads to no column of a type with @Selection, or the value is not of its type."
  )
  @_disfavoredOverload
  public func jsonbInsert(
    _ path: (_JSONRootPath) -> _JSONNowhere,
    _ value: Any?
  ) -> _JSONModification<QueryValue._Binary> { fatalError("It cannot be called.") }

  /// Reports a path that leads to no column, or a value of another type.
  @available(
    *,
    unavailable,
    message:
      "The path leads to no column of a type with @Selection, or the value is not of its type."
  )
  @_disfavoredOverload
  public func jsonbReplace(
    _ path: (_JSONRootPath) -> _JSONNowhere,
    _ value: Any?
  ) -> _JSONModification<QueryValue._Binary> { fatalError("It cannot be called.") }

  /// Reports a path that leads to no column, or a value of another type.
  @available(
    *,
    unavailable,
    message:
      "The path leads to no column of a type with @Selection, or the value is not of its type."
  )
  @_disfavoredOverload
  public func jsonbRemove(
    _ path: (_JSONRootPath) -> _JSONNowhere
  ) -> _JSONModification<QueryValue._Binary> { fatalError("It cannot be called.") }
}
