public import TypedSQL

// Variants of the functions in `JSONModification.swift` that return blobs. All of them require
// SQLite 3.45.

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Sets a member, an element or an entry: `jsonb_set("profiles"."author", '$."name"', 'Blob')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbSet<Context: _JSONSettableContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Binary> {
    changed(by: .binary(.set), at: path, to: value)
  }

  /// Sets a member, an element or an entry:
  /// `jsonb_set("profiles"."author", '$."nickname"', 'Blob')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbSet<Context: _JSONSettableContext, Member: QueryRepresentable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member?>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Binary> {
    changed(by: .binary(.set), at: path, to: value)
  }

  /// Sets a member or an entry that does not exist yet:
  /// `jsonb_insert("profiles"."author", '$."name"', 'Blob')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbInsert<Context: _JSONInsertableContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Binary> {
    changed(by: .binary(.insert), at: path, to: value)
  }

  /// Sets a member or an entry that does not exist yet:
  /// `jsonb_insert("profiles"."author", '$."nickname"', 'Blob')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbInsert<Context: _JSONInsertableContext, Member: QueryRepresentable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member?>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Binary> {
    changed(by: .binary(.insert), at: path, to: value)
  }

  /// Sets a member, an element or an entry that exists:
  /// `jsonb_replace("profiles"."author", '$."name"', 'Blob')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbReplace<Context: _JSONReplaceableContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Binary> {
    changed(by: .binary(.replace), at: path, to: value)
  }

  /// Sets a member, an element or an entry that exists:
  /// `jsonb_replace("profiles"."author", '$."nickname"', 'Blob')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbReplace<Context: _JSONReplaceableContext, Member: QueryRepresentable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member?>,
    _ value: some QueryExpression<Member>
  ) -> _JSONModification<QueryValue._Binary> {
    changed(by: .binary(.replace), at: path, to: value)
  }

  /// Removes an optional member, an element or an entry:
  /// `jsonb_remove("profiles"."author", '$."nickname"')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbRemove<Context: _JSONRemovableContext, Member>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> _JSONModification<QueryValue._Binary> {
    modified(by: .binary(.remove), path(_JSONRootPath()).fragment)
  }

  /// Merges another object into the JSON: `jsonb_patch("profiles"."author", '{"age": 42}')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbPatch<Other: _JSONRepresentation>(
    _ other: some QueryExpression<Other>
  ) -> _JSONModification<QueryValue._Binary> {
    modified(by: .binary(.patch), other.queryFragment)
  }
}

// MARK: Arrays

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Appends an element to an array: `jsonb_insert("reminders"."tags", '$[#]', 'urgent')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbAppend<Element: QueryBindable>(
    _ value: some QueryExpression<Element>
  ) -> _JSONModification<QueryValue._Binary> where QueryValue._Document == [Element] {
    changed(by: .binary(.insert), at: "'$[#]'", to: value)
  }

  /// Appends an element to the array at a path:
  /// `jsonb_insert("profiles"."author", '$."tags"[#]', 'urgent')`.
  ///
  /// Requires SQLite 3.45.
  public func jsonbAppend<Context, Array: _JSONRepresentation, Element: QueryBindable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Array>,
    _ value: some QueryExpression<Element>
  ) -> _JSONModification<QueryValue._Binary> where Array._Document == [Element] {
    changed(by: .binary(.insert), atEndOf: path, to: value)
  }

  /// Appends an element to an array: `jsonb_insert("reminders"."tags", '$[#]', 'urgent')`.
  ///
  /// Requires SQLite 3.45.
  @_disfavoredOverload
  public func jsonbAppend<Element: Codable>(
    _ value: some QueryExpression<_CodableJSONRepresentation<Element>>
  ) -> _JSONModification<QueryValue._Binary> where QueryValue._Document == [Element] {
    changed(by: .binary(.insert), at: "'$[#]'", to: value)
  }

  /// Appends an element to the array at a path:
  /// `jsonb_insert("profiles"."author", '$."tags"[#]', 'urgent')`.
  ///
  /// Requires SQLite 3.45.
  @_disfavoredOverload
  public func jsonbAppend<Context, Array: _JSONRepresentation, Element: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Array>,
    _ value: some QueryExpression<_CodableJSONRepresentation<Element>>
  ) -> _JSONModification<QueryValue._Binary> where Array._Document == [Element] {
    changed(by: .binary(.insert), atEndOf: path, to: value)
  }

  /// Inserts an element before another: `jsonb_array_insert("reminders"."tags", '$[0]', 'urgent')`.
  ///
  /// Requires SQLite 3.53.
  public func jsonbArrayInsert<Scope, Element>(
    _ path: (_JSONRootPath) -> JSONPath<_JSONElement<Scope>, Element>,
    _ value: some QueryExpression<Element>
  ) -> _JSONModification<QueryValue._Binary> {
    changed(by: .binary(.arrayInsert), at: path, to: value)
  }
}
