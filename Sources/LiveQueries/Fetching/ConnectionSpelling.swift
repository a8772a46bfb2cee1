public import DatabaseQueries
public import SQLiteDatabase
public import TypedSQL

// `connection:` is another spelling of `database:`. Giving both does not compile.

extension FetchOne {
  /// Fetches the first of the rows of a query; the value stays what it is where there is none, from a database.
  public init(
    wrappedValue: Value,
    _ query: some RowQuery<Value>,
    connection: any DatabaseReader,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) {
    self.init(
      wrappedValue: wrappedValue,
      query,
      database: connection,
      delivery: delivery,
      animation: animation
    )
  }

  /// Fetches the first of the rows of a query, if there is one, from a database.
  public init<Row: Sendable>(
    wrappedValue: Value = nil,
    _ query: some RowQuery<Row>,
    connection: any DatabaseReader,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value == Row? {
    self.init(
      wrappedValue: wrappedValue,
      query,
      database: connection,
      delivery: delivery,
      animation: animation
    )
  }

  /// Fetches the first of the values of a query, which may be NULL; that of no row is no value, from a database.
  public init(
    wrappedValue: Value = ._none,
    _ query: some RowQuery<Value>,
    connection: any DatabaseReader,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value: _OptionalProtocol {
    self.init(
      wrappedValue: wrappedValue,
      query,
      database: connection,
      delivery: delivery,
      animation: animation
    )
  }
}

extension FetchAll {
  /// Fetches the rows of a query from a database.
  public init(
    wrappedValue: [Element] = [],
    _ query: some RowQuery<Element>,
    connection: any DatabaseReader,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) {
    self.init(
      wrappedValue: wrappedValue,
      query,
      database: connection,
      delivery: delivery,
      animation: animation
    )
  }
}
