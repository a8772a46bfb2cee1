public import DatabaseTypes
import LiveEngine
import SQLiteDatabase
public import SQLiteQueries
public import TypedSQL

extension FetchAll {
  /// The rows in sections, as given by `sectionBy:`; without it, one section whose name is `nil`.
  ///
  /// ```swift
  /// @FetchAll(Reminder.order(by: \.title), sectionBy: \.category) var reminders
  /// // SELECT …, "reminders"."category" FROM "reminders"
  /// // ORDER BY "reminders"."category", "reminders"."title"
  ///
  /// ForEach($reminders.sections) { section in
  ///   Section(section.name ?? "No category") {
  ///     ForEach(section) { reminder in Text(reminder.title) }
  ///   }
  /// }
  /// ```
  ///
  /// The sections and the property itself show one snapshot, with the rows in the same order. The
  /// sections are ordered by the expression that names them, and the rows within each by the
  /// statement. A limit keeps the first rows in the statement's own order, which are then divided.
  ///
  /// A name is optional even if the column is not, since `load` can replace the query by one
  /// without sections. The names of ``sections(by:)``, and those of `fetchAll(db, sectionBy:)`, are
  /// of the column's own type.
  ///
  /// Reading the sections is observed just as reading the rows is.
  public var sections: ResultsSectionCollection<Element, String?> {
    let reading = fetched.reading
    let layout = reading.sections ?? SectionLayout(all: reading.value.count, name: nil)
    return ResultsSectionCollection(reading.value, layout)
  }
}

extension FetchAll {
  /// Returns the rows in sections named by a value of each row, of any type.
  ///
  /// ```swift
  /// @FetchAll(Reminder.order { ($0.isCompleted, $0.title) }) var reminders
  ///
  /// for section in $reminders.sections(by: \.isCompleted) {
  ///   print(section.name ? "done" : "open", section.count)
  /// }
  /// ```
  ///
  /// The query needs no `sectionBy:`, and may be any: the rows are divided here, each time. The
  /// sections are in the order in which their names first occur, so order the query by the name
  /// first. The name is optional only if the value is. Reading the sections is observed just as
  /// reading the rows is.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows.
  public func sections<Name: Hashable>(
    by name: (Element) throws -> Name
  ) rethrows -> ResultsSectionCollection<Element, Name> {
    try ResultsSectionCollection(fetched.reading.value, by: name)
  }
}

extension FetchAll {
  /// Fetches a table, or its default scope, in sections named by a column.
  public init<Name: QueryExpression>(
    wrappedValue: [Element] = [],
    sectionBy name: KeyPath<Element.TableColumns, Name>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  )
  where
    Element: Table, Element.QueryOutput == Element, Name.QueryValue: _OptionalPromotable<String?>
  {
    self.init(
      wrappedValue: wrappedValue,
      Element.all.asSelect(),
      sectionBy: name,
      database: database,
      delivery: delivery,
      animation: animation,
      scheduler: scheduler
    )
  }

  /// Fetches a table, or its default scope, in sections named by an expression.
  public init(
    wrappedValue: [Element] = [],
    @_SectionBuilder<String?> sectionBy section: (Element.TableColumns) -> _SectionTerm<String?>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Element: Table, Element.QueryOutput == Element {
    let request = QueryRequest.all(Element.all.asSelect(), sectionedBy: section(Element.columns))
    self.init(wrappedValue, request, database, delivery.applying(animation, scheduler))
  }
}

extension FetchAll {
  /// Fetches the rows of a query in sections named by a column of its first table.
  public init<Query: SelectStatement & TypedRowQuery<Element>, Name: QueryExpression>(
    wrappedValue: [Element] = [],
    _ query: Query,
    sectionBy name: KeyPath<Query.From.TableColumns, Name>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Name.QueryValue: _OptionalPromotable<String?> {
    let section = _SectionTerm(text: Query.From.columns[keyPath: name])
    let request = QueryRequest.all(query, sectionedBy: section)
    self.init(wrappedValue, request, database, delivery.applying(animation, scheduler))
  }

  /// Fetches the rows of a query in sections named by an expression of its table.
  ///
  /// ```swift
  /// @FetchAll(Reminder.order(by: \.title), sectionBy: { $0.category.desc(nulls: .last) })
  /// var reminders
  /// // SELECT …, "reminders"."category" FROM "reminders"
  /// // ORDER BY "reminders"."category" DESC NULLS LAST, "reminders"."title"
  /// ```
  ///
  /// The closure may contain `if` and `switch`; if it returns `nil`, there are no sections.
  public init<Query: SelectStatement & TypedRowQuery<Element>>(
    wrappedValue: [Element] = [],
    _ query: Query,
    @_SectionBuilder<String?> sectionBy section: (Query.From.TableColumns) -> _SectionTerm<String?>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Query.Joins == () {
    let request = QueryRequest.all(query, sectionedBy: section(Query.From.columns))
    self.init(wrappedValue, request, database, delivery.applying(animation, scheduler))
  }

  /// Fetches the rows of a query in sections named by an expression of either of its tables.
  public init<Query: SelectStatement & TypedRowQuery<Element>>(
    wrappedValue: [Element] = [],
    _ query: Query,
    @_SectionBuilder<String?> sectionBy section: (Query.From.TableColumns, Query.Joins.TableColumns)
      -> _SectionTerm<String?>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Query.Joins: Table {
    let request = QueryRequest.all(
      query,
      sectionedBy: section(Query.From.columns, Query.Joins.columns)
    )
    self.init(wrappedValue, request, database, delivery.applying(animation, scheduler))
  }

  /// Fetches the rows of a query in sections named by an expression of any of its tables.
  public init<
    Query: SelectStatement & TypedRowQuery<Element>,
    J1: Table,
    J2: Table,
    each J3: Table
  >(
    wrappedValue: [Element] = [],
    _ query: Query,
    @_SectionBuilder<String?> sectionBy section: (
      Query.From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> _SectionTerm<String?>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Query.Joins == (J1, J2, repeat each J3) {
    let request = QueryRequest.all(
      query,
      sectionedBy: section(Query.From.columns, J1.columns, J2.columns, repeat (each J3).columns)
    )
    self.init(wrappedValue, request, database, delivery.applying(animation, scheduler))
  }
}

extension FetchAll {
  /// Watches the whole table in sections named by a column, and returns once its rows are there.
  ///
  /// A query that is loaded without `sectionBy:` has no sections.
  ///
  /// - Throws: The error with which the query fails.
  @discardableResult
  public func load<Name: QueryExpression>(
    sectionBy name: KeyPath<Element.TableColumns, Name>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription
  where
    Element: Table, Element.QueryOutput == Element, Name.QueryValue: _OptionalPromotable<String?>
  {
    let section = _SectionTerm(text: Element.columns[keyPath: name])
    let request = QueryRequest.all(Element.all.asSelect(), sectionedBy: section)
    return try await fetched.load(request, database, delivery.applying(animation, scheduler))
  }

  /// Watches the whole table in sections named by an expression, and returns once its rows are
  /// there.
  ///
  /// - Throws: The error with which the query fails.
  @discardableResult
  public func load(
    @_SectionBuilder<String?> sectionBy section: (Element.TableColumns) -> _SectionTerm<String?>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Element: Table, Element.QueryOutput == Element {
    let request = QueryRequest.all(Element.all.asSelect(), sectionedBy: section(Element.columns))
    return try await fetched.load(request, database, delivery.applying(animation, scheduler))
  }

  /// Watches another query in sections named by a column of its first table.
  ///
  /// Returns once its rows are there.
  ///
  /// - Throws: The error with which the query fails.
  @discardableResult
  public func load<Query: SelectStatement & TypedRowQuery<Element>, Name: QueryExpression>(
    _ query: Query,
    sectionBy name: KeyPath<Query.From.TableColumns, Name>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Name.QueryValue: _OptionalPromotable<String?> {
    let section = _SectionTerm(text: Query.From.columns[keyPath: name])
    let request = QueryRequest.all(query, sectionedBy: section)
    return try await fetched.load(request, database, delivery.applying(animation, scheduler))
  }

  /// Watches another query in sections named by an expression of its table.
  ///
  /// Returns once its rows are there.
  ///
  /// - Throws: The error with which the query fails.
  @discardableResult
  public func load<Query: SelectStatement & TypedRowQuery<Element>>(
    _ query: Query,
    @_SectionBuilder<String?> sectionBy section: (Query.From.TableColumns) -> _SectionTerm<String?>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Query.Joins == () {
    let request = QueryRequest.all(query, sectionedBy: section(Query.From.columns))
    return try await fetched.load(request, database, delivery.applying(animation, scheduler))
  }

  /// Watches another query in sections named by an expression of either of its tables.
  ///
  /// Returns once its rows are there.
  ///
  /// - Throws: The error with which the query fails.
  @discardableResult
  public func load<Query: SelectStatement & TypedRowQuery<Element>>(
    _ query: Query,
    @_SectionBuilder<String?> sectionBy section: (Query.From.TableColumns, Query.Joins.TableColumns)
      -> _SectionTerm<String?>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Query.Joins: Table {
    let request = QueryRequest.all(
      query,
      sectionedBy: section(Query.From.columns, Query.Joins.columns)
    )
    return try await fetched.load(request, database, delivery.applying(animation, scheduler))
  }

  /// Watches another query in sections named by an expression of any of its tables.
  ///
  /// Returns once its rows are there.
  ///
  /// - Throws: The error with which the query fails.
  @discardableResult
  public func load<
    Query: SelectStatement & TypedRowQuery<Element>,
    J1: Table,
    J2: Table,
    each J3: Table
  >(
    _ query: Query,
    @_SectionBuilder<String?> sectionBy section: (
      Query.From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> _SectionTerm<String?>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Query.Joins == (J1, J2, repeat each J3) {
    let request = QueryRequest.all(
      query,
      sectionedBy: section(Query.From.columns, J1.columns, J2.columns, repeat (each J3).columns)
    )
    return try await fetched.load(request, database, delivery.applying(animation, scheduler))
  }
}
