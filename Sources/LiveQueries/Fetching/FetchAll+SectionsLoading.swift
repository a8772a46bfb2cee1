public import SQLiteDatabase
public import TypedSQL

extension FetchAll {
  /// Watches the whole table in sections named by a column, and returns when its rows are there.
  ///
  /// A query that is loaded without `sectionBy:` has no sections.
  ///
  /// - Throws: What the query fails with.
  @discardableResult
  public func load<Name: QueryExpression>(
    sectionBy name: KeyPath<Element.TableColumns, Name>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where
    Element: Table, Element.QueryOutput == Element, Name.QueryValue: _OptionalPromotable<String?>
  {
    let request = LiveRequest.all(
      Element.all.asSelect(),
      sectionedBy: _SectionTerm(text: Element.columns[keyPath: name]),
      as: Element.self
    )
    return try await fetched.load(request, database, delivery.animated(animation))
  }

  /// Watches the whole table in sections named by an expression, and returns when its rows are there.
  ///
  /// A query that is loaded without `sectionBy:` has no sections.
  ///
  /// - Throws: What the query fails with.
  @discardableResult
  public func load(
    @_SectionBuilder<String?> sectionBy section: (Element.TableColumns) -> _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Element: Table, Element.QueryOutput == Element {
    let request = LiveRequest.all(
      Element.all.asSelect(),
      sectionedBy: section(Element.columns),
      as: Element.self
    )
    return try await fetched.load(request, database, delivery.animated(animation))
  }
}

extension FetchAll {
  /// Watches another query in sections named by a column, and returns when its rows are there.
  ///
  /// A query that is loaded without `sectionBy:` has no sections.
  ///
  /// - Throws: What the query fails with.
  @discardableResult
  public func load<S: SelectStatement, Name: QueryExpression>(
    _ statement: S,
    sectionBy name: KeyPath<S.From.TableColumns, Name>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where
    S.QueryValue == (), S.Joins == (), S.From.QueryOutput == Element,
    Name.QueryValue: _OptionalPromotable<String?>
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: _SectionTerm(text: S.From.columns[keyPath: name]),
      as: S.From.self
    )
    return try await fetched.load(request, database, delivery.animated(animation))
  }

  /// Watches another query in sections named by an expression, and returns when its rows are there.
  ///
  /// A query that is loaded without `sectionBy:` has no sections.
  ///
  /// - Throws: What the query fails with.
  @discardableResult
  public func load<S: SelectStatement>(
    _ statement: S,
    @_SectionBuilder<String?> sectionBy section: (S.From.TableColumns) -> _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where S.QueryValue == (), S.Joins == (), S.From.QueryOutput == Element {
    let request = LiveRequest.all(statement, sectionedBy: section(S.From.columns), as: S.From.self)
    return try await fetched.load(request, database, delivery.animated(animation))
  }
}

extension FetchAll {
  /// Watches another query in sections named by a column of its first table, and returns when its rows are there.
  ///
  /// A query that is loaded without `sectionBy:` has no sections.
  ///
  /// - Throws: What the query fails with.
  @discardableResult
  public func load<S: SelectStatement, Name: QueryExpression>(
    _ statement: S,
    sectionBy name: KeyPath<S.From.TableColumns, Name>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where
    S.QueryValue: QueryRepresentable & SendableMetatype, S.QueryValue.QueryOutput == Element,
    Name.QueryValue: _OptionalPromotable<String?>
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: _SectionTerm(text: S.From.columns[keyPath: name]),
      as: S.QueryValue.self
    )
    return try await fetched.load(request, database, delivery.animated(animation))
  }

  /// Watches another query in sections named by an expression, and returns when its rows are there.
  ///
  /// A query that is loaded without `sectionBy:` has no sections.
  ///
  /// - Throws: What the query fails with.
  @discardableResult
  public func load<S: SelectStatement>(
    _ statement: S,
    @_SectionBuilder<String?> sectionBy section: (S.From.TableColumns) -> _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where
    S.QueryValue: QueryRepresentable & SendableMetatype, S.QueryValue.QueryOutput == Element,
    S.Joins == ()
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: section(S.From.columns),
      as: S.QueryValue.self
    )
    return try await fetched.load(request, database, delivery.animated(animation))
  }

  /// Watches another query in sections named by an expression of either of its tables, and returns when its rows are there.
  ///
  /// A query that is loaded without `sectionBy:` has no sections.
  ///
  /// - Throws: What the query fails with.
  @discardableResult
  public func load<S: SelectStatement>(
    _ statement: S,
    @_SectionBuilder<String?> sectionBy section: (S.From.TableColumns, S.Joins.TableColumns) ->
      _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where
    S.QueryValue: QueryRepresentable & SendableMetatype, S.QueryValue.QueryOutput == Element,
    S.Joins: Table
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: section(S.From.columns, S.Joins.columns),
      as: S.QueryValue.self
    )
    return try await fetched.load(request, database, delivery.animated(animation))
  }

  /// Watches another query in sections named by an expression of any of its tables, and returns when its rows are there.
  ///
  /// A query that is loaded without `sectionBy:` has no sections.
  ///
  /// - Throws: What the query fails with.
  @discardableResult
  public func load<S: SelectStatement, J1: Table, J2: Table, each J3: Table>(
    _ statement: S,
    @_SectionBuilder<String?> sectionBy section: (
      S.From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where
    S.QueryValue: QueryRepresentable & SendableMetatype, S.QueryValue.QueryOutput == Element,
    S.Joins == (J1, J2, repeat each J3)
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: section(S.From.columns, J1.columns, J2.columns, repeat (each J3).columns),
      as: S.QueryValue.self
    )
    return try await fetched.load(request, database, delivery.animated(animation))
  }
}
