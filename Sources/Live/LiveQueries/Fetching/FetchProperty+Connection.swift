public import DatabaseTypes
import LiveEngine
import SQLiteDatabase
public import SQLiteQueries
public import TypedSQL

// `connection:` is another spelling of `database:`. Passing both does not compile.

extension FetchOne {
  /// Fetches the first row of a query from a database; the value stays as it is if there is none.
  @inlinable
  public init(
    wrappedValue: Value,
    _ query: some RowQuery<Value>,
    connection: any LiveDatabase,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) {
    self.init(
      wrappedValue,
      .required(query._description),
      connection,
      delivery,
      animation,
      scheduler
    )
  }

  /// Fetches the first row of a query from a database, if there is one.
  @inlinable
  public init<Row: Sendable>(
    wrappedValue: Value = nil,
    _ query: some RowQuery<Row>,
    connection: any LiveDatabase,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value == Row? {
    self.init(
      wrappedValue,
      .first(query._description),
      connection,
      delivery,
      animation,
      scheduler
    )
  }

  /// Fetches the first value of a query from a database, which may be NULL; no row gives `nil`.
  @inlinable
  public init(
    wrappedValue: Value = ._none,
    _ query: some RowQuery<Value>,
    connection: any LiveDatabase,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value: _OptionalProtocol {
    self.init(
      wrappedValue,
      .flat(query._description),
      connection,
      delivery,
      animation,
      scheduler
    )
  }

  /// Fetches the first value that a statement selects from a database, with the property's type.
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable
  public init<S: TypedSQL.Statement<Value>>(
    wrappedValue: Value,
    _ statement: S,
    connection: any LiveDatabase,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value: QueryRepresentable & SendableMetatype, Value.QueryOutput == Value {
    self.init(
      wrappedValue,
      .required(statement._valueDescription),
      connection,
      delivery,
      animation,
      scheduler
    )
  }
}

extension FetchAll {
  /// Fetches the rows of a query from a database.
  @inlinable
  public init(
    wrappedValue: [Element] = [],
    _ query: some RowQuery<Element>,
    connection: any LiveDatabase,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) {
    self.init(
      wrappedValue,
      .all(query._description),
      connection,
      delivery,
      animation,
      scheduler
    )
  }

  /// Fetches what a statement selects from a database, with the property's type.
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable
  public init<S: TypedSQL.Statement<Element>>(
    wrappedValue: [Element] = [],
    _ statement: S,
    connection: any LiveDatabase,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Element: QueryRepresentable & SendableMetatype, Element.QueryOutput == Element {
    self.init(
      wrappedValue,
      .all(statement._valueDescription),
      connection,
      delivery,
      animation,
      scheduler
    )
  }

  /// Fetches the rows of a query in sections named by a column of its first table, from a database.
  public init<Query: SelectStatement & TypedRowQuery<Element>, Name: QueryExpression>(
    wrappedValue: [Element] = [],
    _ query: Query,
    sectionBy name: KeyPath<Query.From.TableColumns, Name>,
    connection: any LiveDatabase,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Name.QueryValue: _OptionalPromotable<String?> {
    let section = _SectionTerm(text: Query.From.columns[keyPath: name])
    let request = QueryRequest.all(query, sectionedBy: section)
    self.init(wrappedValue, request, connection, delivery.applying(animation, scheduler))
  }

  /// Fetches the rows of a query from a database, in sections named by an expression.
  public init<Query: SelectStatement & TypedRowQuery<Element>>(
    wrappedValue: [Element] = [],
    _ query: Query,
    @_SectionBuilder<String?> sectionBy section: (Query.From.TableColumns) -> _SectionTerm<String?>,
    connection: any LiveDatabase,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Query.Joins == () {
    let request = QueryRequest.all(query, sectionedBy: section(Query.From.columns))
    self.init(wrappedValue, request, connection, delivery.applying(animation, scheduler))
  }
}

extension Fetch {
  /// Fetches what a request asks for, from a database.
  public init(
    wrappedValue: Value,
    _ request: some FetchKeyRequest<Value>,
    connection: any LiveDatabase,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) { self.init(wrappedValue, .key(request), connection, delivery.applying(animation, scheduler)) }
}
