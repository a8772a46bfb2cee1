public import TypedSQL

// Places that hold a document: an element, an entry or a member whose type is `Codable`, also one
// that is no selection.

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Sets an element, an entry or a member to a document:
  /// `json_set("lists"."items", '$[0]', json('{"name":"Milk"}'))`.
  @_disfavoredOverload
  public func jsonSet<Context: _JSONSettableContext, Document: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, _CodableJSONRepresentation<Document>>,
    _ value: Document
  ) -> _JSONModification<QueryValue._Text> {
    changed(
      by: .text(.set),
      at: path,
      to: _CodableJSONRepresentation(queryOutput: value)
    )
  }

  /// Sets an entry or a member that does not exist yet to a document:
  /// `json_insert("lists"."items", '$[0]', json('{"name":"Milk"}'))`.
  @_disfavoredOverload
  public func jsonInsert<Context: _JSONInsertableContext, Document: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, _CodableJSONRepresentation<Document>>,
    _ value: Document
  ) -> _JSONModification<QueryValue._Text> {
    changed(
      by: .text(.insert),
      at: path,
      to: _CodableJSONRepresentation(queryOutput: value)
    )
  }

  /// Sets an element, an entry or a member that exists to a document:
  /// `json_replace("lists"."items", '$[0]', json('{"name":"Milk"}'))`.
  @_disfavoredOverload
  public func jsonReplace<Context: _JSONReplaceableContext, Document: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, _CodableJSONRepresentation<Document>>,
    _ value: Document
  ) -> _JSONModification<QueryValue._Text> {
    changed(
      by: .text(.replace),
      at: path,
      to: _CodableJSONRepresentation(queryOutput: value)
    )
  }

  /// Sets an element, an entry or a member to a document:
  /// `jsonb_set("lists"."items", '$[0]', json('{"name":"Milk"}'))`.
  ///
  /// Requires SQLite 3.45.
  @_disfavoredOverload
  public func jsonbSet<Context: _JSONSettableContext, Document: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, _CodableJSONRepresentation<Document>>,
    _ value: Document
  ) -> _JSONModification<QueryValue._Binary> {
    changed(
      by: .binary(.set),
      at: path,
      to: _CodableJSONRepresentation(queryOutput: value)
    )
  }

  /// Sets an entry or a member that does not exist yet to a document:
  /// `jsonb_insert("lists"."items", '$[0]', json('{"name":"Milk"}'))`.
  ///
  /// Requires SQLite 3.45.
  @_disfavoredOverload
  public func jsonbInsert<Context: _JSONInsertableContext, Document: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, _CodableJSONRepresentation<Document>>,
    _ value: Document
  ) -> _JSONModification<QueryValue._Binary> {
    changed(
      by: .binary(.insert),
      at: path,
      to: _CodableJSONRepresentation(queryOutput: value)
    )
  }

  /// Sets an element, an entry or a member that exists to a document:
  /// `jsonb_replace("lists"."items", '$[0]', json('{"name":"Milk"}'))`.
  ///
  /// Requires SQLite 3.45.
  @_disfavoredOverload
  public func jsonbReplace<Context: _JSONReplaceableContext, Document: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, _CodableJSONRepresentation<Document>>,
    _ value: Document
  ) -> _JSONModification<QueryValue._Binary> {
    changed(
      by: .binary(.replace),
      at: path,
      to: _CodableJSONRepresentation(queryOutput: value)
    )
  }

  /// Appends a document to an array:
  /// `json_insert("lists"."items", '$[#]', json('{"name":"Milk"}'))`.
  @_disfavoredOverload
  public func jsonAppend<Document: Codable>(_ value: Document) -> _JSONModification<
    QueryValue._Text
  >
  where QueryValue._Document == [Document] {
    changed(by: .text(.insert), at: "'$[#]'", to: _CodableJSONRepresentation(queryOutput: value))
  }

  /// Appends a document to the array at a path:
  /// `json_insert("shops"."order", '$."items"[#]', json('{"name":"Milk"}'))`.
  @_disfavoredOverload
  public func jsonAppend<Context, Array: _JSONRepresentation, Document: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Array>,
    _ value: Document
  ) -> _JSONModification<QueryValue._Text> where Array._Document == [Document] {
    changed(by: .text(.insert), atEndOf: path, to: _CodableJSONRepresentation(queryOutput: value))
  }

  /// Appends a document to an array:
  /// `jsonb_insert("lists"."items", '$[#]', json('{"name":"Milk"}'))`.
  ///
  /// Requires SQLite 3.45.
  @_disfavoredOverload
  public func jsonbAppend<Document: Codable>(_ value: Document) -> _JSONModification<
    QueryValue._Binary
  >
  where QueryValue._Document == [Document] {
    changed(by: .binary(.insert), at: "'$[#]'", to: _CodableJSONRepresentation(queryOutput: value))
  }

  /// Appends a document to the array at a path:
  /// `jsonb_insert("shops"."order", '$."items"[#]', json('{"name":"Milk"}'))`.
  ///
  /// Requires SQLite 3.45.
  @_disfavoredOverload
  public func jsonbAppend<Context, Array: _JSONRepresentation, Document: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Array>,
    _ value: Document
  ) -> _JSONModification<QueryValue._Binary> where Array._Document == [Document] {
    changed(by: .binary(.insert), atEndOf: path, to: _CodableJSONRepresentation(queryOutput: value))
  }
}
