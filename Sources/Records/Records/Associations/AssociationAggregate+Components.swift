public import DynamicColumns

// Aggregates of the columns of the associated record type: `Author.books.max { $0.price }`.

extension Association where RowDecoder: TableRecord {
  /// Returns the average of a column or an expression: `averageBookPrice`.
  ///
  /// ```swift
  /// Author.annotated(with: Author.books.average { $0.price })
  /// ```
  public func average<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> AssociationAggregate<OriginRowDecoder> {
    average(try expression(RowDecoder.databaseComponents))
  }

  /// Returns the maximum of a column or an expression: `maxBookPrice`.
  ///
  /// ```swift
  /// Author.annotated(with: Author.books.max { $0.price })
  /// ```
  public func max<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> AssociationAggregate<OriginRowDecoder> {
    max(try expression(RowDecoder.databaseComponents))
  }

  /// Returns the minimum of a column or an expression: `minBookPrice`.
  ///
  /// ```swift
  /// Author.annotated(with: Author.books.min { $0.price })
  /// ```
  public func min<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> AssociationAggregate<OriginRowDecoder> {
    min(try expression(RowDecoder.databaseComponents))
  }

  /// Returns the sum of a column or an expression, NULL if there are no rows: `bookPriceSum`.
  ///
  /// ```swift
  /// Author.annotated(with: Author.books.sum { $0.price })
  /// ```
  public func sum<Expression: SQLExpressible>(
    _ expression: (RowDecoder.DatabaseComponents) throws -> Expression
  ) rethrows -> AssociationAggregate<OriginRowDecoder> {
    sum(try expression(RowDecoder.databaseComponents))
  }

  /// Returns the sum of a column or an expression as a floating-point number: `bookPriceSum`.
  ///
  /// It is 0 if there are no rows.
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
