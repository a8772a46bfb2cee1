public import DatabaseTypes
public import LiveQueries
public import Records
public import SQLiteDatabase

extension FetchOne {
  /// Fetches the first of the records of a request, if there is one.
  ///
  /// ```swift
  /// @FetchOne(Item.filter(id: 7)) var item
  /// ```
  public init<Request: FetchRequest>(
    wrappedValue: Value = nil,
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value == Request.RowDecoder?, Request.RowDecoder: FetchableRecord {
    self.init(
      wrappedValue: wrappedValue,
      rows: RowsRequest(records: request),
      convert: { $0 },
      database: database ?? connection,
      delivery: delivery,
      animation: animation
    )
  }

  /// Fetches the first of the records of a request; the value stays what it is where there is none.
  public init<Request: FetchRequest>(
    wrappedValue: Value,
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value == Request.RowDecoder, Request.RowDecoder: FetchableRecord {
    self.init(
      wrappedValue: wrappedValue,
      rows: RowsRequest(records: request),
      convert: { try $0.orNotFound() },
      database: database ?? connection,
      delivery: delivery,
      animation: animation
    )
  }

  /// Watches another request, and returns when its value is there; that of before stays until then.
  @discardableResult
  public func load<Request: FetchRequest>(
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where Value == Request.RowDecoder?, Request.RowDecoder: FetchableRecord {
    try await load(
      rows: RowsRequest(records: request),
      convert: { $0 },
      database: database,
      delivery: delivery,
      animation: animation
    )
  }
}

extension FetchOne {
  /// Fetches the first of the values of a request, if there is one.
  ///
  /// ```swift
  /// @FetchOne(Item.filter(id: 7)) var item
  /// ```
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public init<Request: FetchRequest>(
    wrappedValue: Value = nil,
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value == Request.RowDecoder?, Request.RowDecoder: DatabaseValueConvertible {
    self.init(
      wrappedValue: wrappedValue,
      rows: RowsRequest(values: request),
      convert: { $0 },
      database: database ?? connection,
      delivery: delivery,
      animation: animation
    )
  }

  /// Fetches the first of the values of a request; the value stays what it is where there is none.
  @_disfavoredOverload  // As above.
  public init<Request: FetchRequest>(
    wrappedValue: Value,
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value == Request.RowDecoder, Request.RowDecoder: DatabaseValueConvertible {
    self.init(
      wrappedValue: wrappedValue,
      rows: RowsRequest(values: request),
      convert: { try $0.orNotFound() },
      database: database ?? connection,
      delivery: delivery,
      animation: animation
    )
  }

  /// Watches another request, and returns when its value is there; that of before stays until then.
  @_disfavoredOverload  // As above.
  @discardableResult
  public func load<Request: FetchRequest>(
    _ request: Request,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where Value == Request.RowDecoder?, Request.RowDecoder: DatabaseValueConvertible {
    try await load(
      rows: RowsRequest(values: request),
      convert: { $0 },
      database: database,
      delivery: delivery,
      animation: animation
    )
  }
}
