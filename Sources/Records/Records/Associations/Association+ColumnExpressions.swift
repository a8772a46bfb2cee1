public import DynamicColumns

// Aggregates of columns that are declared by a type of column names:
// `books.max(Book.Columns.price)`.
extension Association {
  /// Returns the average of a column: `averageBookPrice`.
  @_disfavoredOverload
  public func average(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    average(Column(column))
  }

  /// Returns the maximum of a column: `maxBookPrice`.
  @_disfavoredOverload
  public func max(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    max(Column(column))
  }

  /// Returns the minimum of a column: `minBookPrice`.
  @_disfavoredOverload
  public func min(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    min(Column(column))
  }

  /// Returns the sum of a column, NULL if there are no rows: `bookPriceSum`.
  @_disfavoredOverload
  public func sum(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    sum(Column(column))
  }

  /// Returns the sum of a column as a floating-point number, 0 if there are no rows:
  /// `bookPriceSum`.
  @_disfavoredOverload
  public func total(_ column: some ColumnExpression) -> AssociationAggregate<OriginRowDecoder> {
    total(Column(column))
  }
}
