public import DatabaseTypes
public import LiveQueries
public import Records

extension ValueObservation {
  /// Observes the records of a request.
  ///
  /// ```swift
  /// let items = ValueObservation.tracking(Item.order(Column("name"))).values(in: database)
  /// ```
  ///
  /// A request is kept up to date like a typed query of the same SQL.
  public static func tracking<Request: FetchRequest>(
    _ request: Request
  ) -> ValueObservation<[Request.RowDecoder]>
  where
    Value == [Request.RowDecoder], Request.RowDecoder: Sendable, Request.RowDecoder: FetchableRecord
  {
    ValueObservation(rows: RowsRequest(records: request))
  }

  /// Observes the first of the records of a request.
  public static func trackingFirst<Request: FetchRequest>(
    of request: Request
  ) -> ValueObservation<Request.RowDecoder?>
  where
    Value == Request.RowDecoder?, Request.RowDecoder: Sendable, Request.RowDecoder: FetchableRecord
  {
    ValueObservation(firstOf: RowsRequest(records: request))
  }
}

extension ValueObservation {
  /// Observes the values of a request.
  ///
  /// ```swift
  /// let items = ValueObservation.tracking(Item.order(Column("name"))).values(in: database)
  /// ```
  ///
  /// A request is kept up to date like a typed query of the same SQL.
  @_disfavoredOverload  // A type that is a record too is made of whole rows.
  public static func tracking<Request: FetchRequest>(
    _ request: Request
  ) -> ValueObservation<[Request.RowDecoder]>
  where
    Value == [Request.RowDecoder], Request.RowDecoder: Sendable,
    Request.RowDecoder: DatabaseValueConvertible
  {
    ValueObservation(rows: RowsRequest(values: request))
  }

  /// Observes the first of the values of a request.
  @_disfavoredOverload  // As above.
  public static func trackingFirst<Request: FetchRequest>(
    of request: Request
  ) -> ValueObservation<Request.RowDecoder?>
  where
    Value == Request.RowDecoder?, Request.RowDecoder: Sendable,
    Request.RowDecoder: DatabaseValueConvertible
  {
    ValueObservation(firstOf: RowsRequest(values: request))
  }
}

extension ValueObservation {
  /// Observes the rows of a request.
  ///
  /// ```swift
  /// let items = ValueObservation.tracking(Item.order(Column("name"))).values(in: database)
  /// ```
  ///
  /// A request is kept up to date like a typed query of the same SQL.
  public static func tracking<Request: FetchRequest>(
    _ request: Request
  ) -> ValueObservation<[Request.RowDecoder]>
  where Value == [Request.RowDecoder], Request.RowDecoder: Sendable, Request.RowDecoder == Row {
    ValueObservation(rows: RowsRequest(rows: request))
  }

  /// Observes the first of the rows of a request.
  public static func trackingFirst<Request: FetchRequest>(
    of request: Request
  ) -> ValueObservation<Request.RowDecoder?>
  where Value == Request.RowDecoder?, Request.RowDecoder: Sendable, Request.RowDecoder == Row {
    ValueObservation(firstOf: RowsRequest(rows: request))
  }
}
