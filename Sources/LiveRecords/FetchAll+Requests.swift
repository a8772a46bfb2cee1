public import DatabaseTypes
public import LiveQueries
public import Records
public import SQLiteDatabase

extension FetchAll {
  /// Fetches the records of a request.
  ///
  /// ```swift
  /// @FetchAll(Item.order(Column("name"))) var items
  /// ```
  ///
  /// A request is kept up to date like a typed query of the same SQL.
  public init<Request: FetchRequest>(
    wrappedValue: [Element] = [],
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Request.RowDecoder == Element, Request.RowDecoder: FetchableRecord {
    self.init(
      wrappedValue: wrappedValue,
      rows: RowsRequest(records: request),
      database: database ?? connection,
      delivery: delivery,
      animation: animation
    )
  }

  /// Watches another request, and returns when its rows are there; those of before stay until then.
  @discardableResult
  public func load<Request: FetchRequest>(
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where Request.RowDecoder == Element, Request.RowDecoder: FetchableRecord {
    try await load(
      rows: RowsRequest(records: request),
      database: database,
      delivery: delivery,
      animation: animation
    )
  }
}

extension FetchAll {
  /// Fetches the values of a request.
  ///
  /// ```swift
  /// @FetchAll(Item.order(Column("name"))) var items
  /// ```
  ///
  /// A request is kept up to date like a typed query of the same SQL.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public init<Request: FetchRequest>(
    wrappedValue: [Element] = [],
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Request.RowDecoder == Element, Request.RowDecoder: DatabaseValueConvertible {
    self.init(
      wrappedValue: wrappedValue,
      rows: RowsRequest(values: request),
      database: database ?? connection,
      delivery: delivery,
      animation: animation
    )
  }

  /// Watches another request, and returns when its rows are there; those of before stay until then.
  @_disfavoredOverload  // As above.
  @discardableResult
  public func load<Request: FetchRequest>(
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where Request.RowDecoder == Element, Request.RowDecoder: DatabaseValueConvertible {
    try await load(
      rows: RowsRequest(values: request),
      database: database,
      delivery: delivery,
      animation: animation
    )
  }
}

extension FetchAll {
  /// Fetches the rows of a request.
  ///
  /// ```swift
  /// @FetchAll(Item.order(Column("name"))) var items
  /// ```
  ///
  /// A request is kept up to date like a typed query of the same SQL.
  public init<Request: FetchRequest>(
    wrappedValue: [Element] = [],
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Request.RowDecoder == Element, Element == Row {
    self.init(
      wrappedValue: wrappedValue,
      rows: RowsRequest(rows: request),
      database: database ?? connection,
      delivery: delivery,
      animation: animation
    )
  }

  /// Watches another request, and returns when its rows are there; those of before stay until then.
  @discardableResult
  public func load<Request: FetchRequest>(
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Request.RowDecoder == Element, Element == Row {
    try await load(
      rows: RowsRequest(rows: request),
      database: database,
      delivery: delivery,
      animation: animation
    )
  }
}
