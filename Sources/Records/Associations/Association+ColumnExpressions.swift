public import DynamicColumns

// Columns that a type of names stands for: `books.max(Book.Columns.price)`.
extension Association {
  /// The mean of a column: `averageBookPrice`.
  @_disfavoredOverload
  public func average(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    average(Column(column))
  }

  /// The greatest value of a column: `maxBookPrice`.
  @_disfavoredOverload
  public func max(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    max(Column(column))
  }

  /// The least value of a column: `minBookPrice`.
  @_disfavoredOverload
  public func min(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    min(Column(column))
  }

  /// The sum of a column, NULL where there are no rows: `bookPriceSum`.
  @_disfavoredOverload
  public func sum(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    sum(Column(column))
  }

  /// The sum of a column as a floating-point number, 0 where there are no rows: `bookPriceSum`.
  @_disfavoredOverload
  public func total(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    total(Column(column))
  }
}
