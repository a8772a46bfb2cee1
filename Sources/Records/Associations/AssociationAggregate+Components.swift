public import DynamicColumns

// Aggregates of what the columns of the association's records are: `Author.books.max { $0.price }`.

extension Association where RowDecoder: TableRecord {
  /// The mean of a column or an expression: `averageBookPrice`.
  ///
  /// ```swift
  /// Author.annotated(with: Author.books.average { $0.price })
  /// ```
  public func average<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> AssociationAggregate<OriginRowDecoder> {
    average(try expression(RowDecoder.databaseComponents))
  }

  /// The greatest value of a column or an expression: `maxBookPrice`.
  ///
  /// ```swift
  /// Author.annotated(with: Author.books.max { $0.price })
  /// ```
  public func max<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> AssociationAggregate<OriginRowDecoder> {
    max(try expression(RowDecoder.databaseComponents))
  }

  /// The least value of a column or an expression: `minBookPrice`.
  ///
  /// ```swift
  /// Author.annotated(with: Author.books.min { $0.price })
  /// ```
  public func min<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> AssociationAggregate<OriginRowDecoder> {
    min(try expression(RowDecoder.databaseComponents))
  }

  /// The sum of a column or an expression, NULL where there are no rows: `bookPriceSum`.
  ///
  /// ```swift
  /// Author.annotated(with: Author.books.sum { $0.price })
  /// ```
  public func sum<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> AssociationAggregate<OriginRowDecoder> {
    sum(try expression(RowDecoder.databaseComponents))
  }

  /// The sum of a column or an expression as a floating-point number, 0 where there are no rows: `bookPriceSum`.
  ///
  /// ```swift
  /// Author.annotated(with: Author.books.total { $0.price })
  /// ```
  public func total<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> AssociationAggregate<OriginRowDecoder> {
    total(try expression(RowDecoder.databaseComponents))
  }
}
