public import TypedSQL

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Sets a member, an element or an entry: `json_set("profiles"."author", '$."name"', 'Blob')`.
  public func jsonSet<Context: _JSONSettableContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Text> {
    changed(by: .text(.set), at: path, to: value)
  }

  /// Sets a member, an element or an entry:
  /// `json_set("profiles"."author", '$."nickname"', 'Blob')`.
  public func jsonSet<Context: _JSONSettableContext, Member: QueryRepresentable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member?>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Text> {
    changed(by: .text(.set), at: path, to: value)
  }

  /// Sets a member or an entry that does not exist yet:
  /// `json_insert("profiles"."author", '$."name"', 'Blob')`.
  public func jsonInsert<Context: _JSONInsertableContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Text> {
    changed(by: .text(.insert), at: path, to: value)
  }

  /// Sets a member or an entry that does not exist yet:
  /// `json_insert("profiles"."author", '$."nickname"', 'Blob')`.
  public func jsonInsert<Context: _JSONInsertableContext, Member: QueryRepresentable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member?>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Text> {
    changed(by: .text(.insert), at: path, to: value)
  }

  /// Sets a member, an element or an entry that exists:
  /// `json_replace("profiles"."author", '$."name"', 'Blob')`.
  public func jsonReplace<Context: _JSONReplaceableContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Text> {
    changed(by: .text(.replace), at: path, to: value)
  }

  /// Sets a member, an element or an entry that exists:
  /// `json_replace("profiles"."author", '$."nickname"', 'Blob')`.
  public func jsonReplace<Context: _JSONReplaceableContext, Member: QueryRepresentable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member?>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Text> {
    changed(by: .text(.replace), at: path, to: value)
  }

  /// Removes an optional member, an element or an entry:
  /// `json_remove("profiles"."author", '$."nickname"')`.
  public func jsonRemove<Context: _JSONRemovableContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> _JSONModification<QueryValue._Text> {
    modified(by: .text(.remove), path(_JSONRootPath()).fragment)
  }

  /// Merges another object into the JSON: `json_patch("profiles"."author", '{"age": 42}')`.
  public func jsonPatch<Other: _JSONRepresentation>(
    _ other: some QueryExpression<Other>
  ) -> _JSONModification<QueryValue._Text> {
    modified(by: .text(.patch), other.queryFragment)
  }
}

// MARK: Arrays

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Appends an element to an array: `json_insert("reminders"."tags", '$[#]', 'urgent')`.
  public func jsonAppend<Element: QueryBindable>(
    _ value: some QueryExpression<Element>
  ) -> _JSONModification<QueryValue._Text> where QueryValue._Document == [Element] {
    changed(by: .text(.insert), at: "'$[#]'", to: value)
  }

  /// Appends an element to the array at a path:
  /// `json_insert("profiles"."author", '$."tags"[#]', 'urgent')`.
  public func jsonAppend<Context, Array: _JSONRepresentation, Element: QueryBindable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Array>,
    _ value: some QueryExpression<Element>
  ) -> _JSONModification<QueryValue._Text> where Array._Document == [Element] {
    changed(by: .text(.insert), atEndOf: path, to: value)
  }

  /// Appends an element to an array: `json_insert("reminders"."tags", '$[#]', 'urgent')`.
  @_disfavoredOverload
  public func jsonAppend<Element: Codable>(
    _ value: some QueryExpression<_CodableJSONRepresentation<Element>>
  ) -> _JSONModification<QueryValue._Text> where QueryValue._Document == [Element] {
    changed(by: .text(.insert), at: "'$[#]'", to: value)
  }

  /// Appends an element to the array at a path:
  /// `json_insert("profiles"."author", '$."tags"[#]', 'urgent')`.
  @_disfavoredOverload
  public func jsonAppend<Context, Array: _JSONRepresentation, Element: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Array>,
    _ value: some QueryExpression<_CodableJSONRepresentation<Element>>
  ) -> _JSONModification<QueryValue._Text> where Array._Document == [Element] {
    changed(by: .text(.insert), atEndOf: path, to: value)
  }

  /// Inserts an element before another: `json_array_insert("reminders"."tags", '$[0]', 'urgent')`.
  ///
  /// Requires SQLite 3.53.
  public func jsonArrayInsert<Scope, Element>(
    _ path: (_JSONRootPath) -> JSONPath<_JSONElement<Scope>, Element>,
    _ value: some QueryExpression<Element>
  ) -> _JSONModification<QueryValue._Text> {
    changed(by: .text(.arrayInsert), at: path, to: value)
  }
}
