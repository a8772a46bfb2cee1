public import TypedSQL

extension QueryExpression where QueryValue: _JSONRepresentation {
  /// Returns the elements of an array as rows: `FROM json_each("trips"."geofence")`.
  public func jsonEach<Element: QueryBindable>() -> SelectOf<JSONEach<Int, Element>>
  where QueryValue._Document == [Element] { each() }

  /// Returns the elements of the array at a path as rows:
  /// `FROM json_each("trips"."plan", '$."points"')`.
  public func jsonEach<Context, Member: _JSONRepresentation, Element: QueryBindable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SelectOf<JSONEach<Int, Element>> where Member._Document == [Element] {
    each(at: path(_JSONRootPath()).fragment)
  }

  /// Returns the elements of an array as rows: `FROM json_each("trips"."geofence")`.
  @_disfavoredOverload
  public func jsonEach<Element: Codable>() -> SelectOf<
    JSONEach<Int, _CodableJSONRepresentation<Element>>
  >
  where QueryValue._Document == [Element] { each() }

  /// Returns the elements of the array at a path as rows:
  /// `FROM json_each("trips"."plan", '$."points"')`.
  @_disfavoredOverload
  public func jsonEach<Context, Member: _JSONRepresentation, Element: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SelectOf<JSONEach<Int, _CodableJSONRepresentation<Element>>>
  where Member._Document == [Element] {
    each(at: path(_JSONRootPath()).fragment)
  }

  /// Returns the entries of an object as rows: `FROM json_each("trips"."geofence")`.
  public func jsonEach<Element: QueryBindable>() -> SelectOf<JSONEach<String, Element>>
  where QueryValue._Document == [String: Element] { each() }

  /// Returns the entries of the object at a path as rows:
  /// `FROM json_each("trips"."plan", '$."points"')`.
  public func jsonEach<Context, Member: _JSONRepresentation, Element: QueryBindable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SelectOf<JSONEach<String, Element>> where Member._Document == [String: Element] {
    each(at: path(_JSONRootPath()).fragment)
  }

  /// Returns the entries of an object as rows: `FROM json_each("trips"."geofence")`.
  @_disfavoredOverload
  public func jsonEach<Element: Codable>() -> SelectOf<
    JSONEach<String, _CodableJSONRepresentation<Element>>
  >
  where QueryValue._Document == [String: Element] { each() }

  /// Returns the entries of the object at a path as rows:
  /// `FROM json_each("trips"."plan", '$."points"')`.
  @_disfavoredOverload
  public func jsonEach<Context, Member: _JSONRepresentation, Element: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SelectOf<JSONEach<String, _CodableJSONRepresentation<Element>>>
  where Member._Document == [String: Element] {
    each(at: path(_JSONRootPath()).fragment)
  }

  /// Returns the elements of an array as rows: `FROM jsonb_each("trips"."geofence")`.
  ///
  /// Requires SQLite 3.51.
  public func jsonbEach<Element: QueryBindable>() -> SelectOf<JSONBEach<Int, Element>>
  where QueryValue._Document == [Element] { each() }

  /// Returns the elements of the array at a path as rows:
  /// `FROM jsonb_each("trips"."plan", '$."points"')`.
  ///
  /// Requires SQLite 3.51.
  public func jsonbEach<Context, Member: _JSONRepresentation, Element: QueryBindable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SelectOf<JSONBEach<Int, Element>> where Member._Document == [Element] {
    each(at: path(_JSONRootPath()).fragment)
  }

  /// Returns the elements of an array as rows: `FROM jsonb_each("trips"."geofence")`.
  ///
  /// Requires SQLite 3.51.
  @_disfavoredOverload
  public func jsonbEach<Element: Codable>() -> SelectOf<
    JSONBEach<Int, _CodableJSONBRepresentation<Element>>
  >
  where QueryValue._Document == [Element] { each() }

  /// Returns the elements of the array at a path as rows:
  /// `FROM jsonb_each("trips"."plan", '$."points"')`.
  ///
  /// Requires SQLite 3.51.
  @_disfavoredOverload
  public func jsonbEach<Context, Member: _JSONRepresentation, Element: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SelectOf<JSONBEach<Int, _CodableJSONBRepresentation<Element>>>
  where Member._Document == [Element] {
    each(at: path(_JSONRootPath()).fragment)
  }

  /// Returns the entries of an object as rows: `FROM jsonb_each("trips"."geofence")`.
  ///
  /// Requires SQLite 3.51.
  public func jsonbEach<Element: QueryBindable>() -> SelectOf<JSONBEach<String, Element>>
  where QueryValue._Document == [String: Element] { each() }

  /// Returns the entries of the object at a path as rows:
  /// `FROM jsonb_each("trips"."plan", '$."points"')`.
  ///
  /// Requires SQLite 3.51.
  public func jsonbEach<Context, Member: _JSONRepresentation, Element: QueryBindable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SelectOf<JSONBEach<String, Element>> where Member._Document == [String: Element] {
    each(at: path(_JSONRootPath()).fragment)
  }

  /// Returns the entries of an object as rows: `FROM jsonb_each("trips"."geofence")`.
  ///
  /// Requires SQLite 3.51.
  @_disfavoredOverload
  public func jsonbEach<Element: Codable>() -> SelectOf<
    JSONBEach<String, _CodableJSONBRepresentation<Element>>
  >
  where QueryValue._Document == [String: Element] { each() }

  /// Returns the entries of the object at a path as rows:
  /// `FROM jsonb_each("trips"."plan", '$."points"')`.
  ///
  /// Requires SQLite 3.51.
  @_disfavoredOverload
  public func jsonbEach<Context, Member: _JSONRepresentation, Element: Codable>(
    _ path: (_JSONRootPath) -> JSONPath<Context, Member>
  ) -> SelectOf<JSONBEach<String, _CodableJSONBRepresentation<Element>>>
  where Member._Document == [String: Element] {
    each(at: path(_JSONRootPath()).fragment)
  }
}
