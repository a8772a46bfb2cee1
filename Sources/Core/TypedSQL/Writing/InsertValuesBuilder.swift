/// A result builder for the rows of an `INSERT`, with `if`, `switch` and `for`.
///
/// `Value` is a table for records and drafts, or the type that the values of the inserted columns
/// are decoded as.
@resultBuilder
public enum InsertValuesBuilder<Value> {
  /// Builds the rows of a block.
  @inlinable
  public static func buildBlock(_ component: InsertRows) -> InsertRows { component }

  /// Builds the rows of a block, in order.
  @inlinable
  public static func buildBlock(_ components: InsertRows...) -> InsertRows {
    InsertRows(groups: components.flatMap(\.groups))
  }

  /// Builds the rows for a condition that holds.
  @inlinable
  public static func buildEither(first component: InsertRows) -> InsertRows { component }

  /// Builds the rows for a condition that does not hold.
  @inlinable
  public static func buildEither(second component: InsertRows) -> InsertRows { component }

  /// Builds rows that may be missing.
  @inlinable
  public static func buildOptional(_ component: InsertRows?) -> InsertRows { component ?? [] }

  /// Builds rows that require a newer system.
  @inlinable
  public static func buildLimitedAvailability(_ component: InsertRows) -> InsertRows { component }

  /// Builds the rows of a loop.
  @inlinable
  public static func buildArray(_ components: [InsertRows]) -> InsertRows {
    InsertRows(groups: components.flatMap(\.groups))
  }
}

extension InsertValuesBuilder where Value: Table {
  /// Builds a row from a record.
  @inlinable
  public static func buildExpression(_ expression: Value) -> InsertRows {
    InsertRows(_RowGroup(of: expression))
  }

  /// Builds rows from records.
  @inlinable
  public static func buildExpression(_ expression: [Value]) -> InsertRows {
    InsertRows(_RowGroup(expression))
  }

  /// Builds a row from an expression for each column.
  public static func buildExpression(_ expression: Value.Selection) -> InsertRows {
    InsertRows(row: Value._row(of: expression))
  }
}

extension InsertValuesBuilder where Value: Table, Value.Draft: TableDraft {
  /// Builds a row from a draft.
  @inlinable
  public static func buildExpression(_ expression: Value.Draft) -> InsertRows {
    InsertRows(_RowGroup(of: expression))
  }

  /// Builds rows from drafts.
  @inlinable @_disfavoredOverload
  public static func buildExpression(_ expression: [Value.Draft]) -> InsertRows {
    InsertRows(_RowGroup(expression))
  }
}

extension InsertValuesBuilder where Value: QueryBindable {
  /// Builds a row with one value.
  @inlinable
  public static func buildExpression(_ expression: Value.QueryOutput) -> InsertRows {
    InsertRows(_RowGroup(of: Value(queryOutput: expression)))
  }

  /// Builds rows with one value each.
  @inlinable @_disfavoredOverload
  public static func buildExpression(_ expression: [Value.QueryOutput]) -> InsertRows {
    InsertRows(_RowGroup(expression.map { Value(queryOutput: $0) }))
  }
}

extension InsertValuesBuilder {
  /// Builds a row with one expression.
  public static func buildExpression<E: QueryExpression>(_ expression: E) -> InsertRows
  where E.QueryValue == Value { InsertRows(row: _encodedColumns(of: expression)) }

  /// Builds a row of values.
  public static func buildExpression<each V: QueryRepresentable & QueryExpression>(
    _ expression: (repeat (each V).QueryOutput)
  ) -> InsertRows where Value == (repeat each V) {
    var encoder = FragmentEncoder()
    for (value, type) in repeat (each expression, (each V).self) { encoder.encode(value, as: type) }
    return InsertRows(row: encoder.columns)
  }

  /// Builds a row of expressions.
  @_disfavoredOverload
  public static func buildExpression<each E: QueryExpression>(
    _ expression: (repeat each E)
  ) -> InsertRows where Value == (repeat (each E).QueryValue) {
    var row: [EncodedColumn] = []
    for expression in repeat each expression { row += _encodedColumns(of: expression) }
    return InsertRows(row: row)
  }

  private static func _encodedColumns(of expression: some QueryExpression) -> [EncodedColumn] {
    expression._allColumns.map { EncodedColumn(fragment: $0.queryFragment) }
  }
}

extension Table {
  fileprivate static func _row(of selection: Selection) -> [EncodedColumn] {
    zip(TableColumns.allColumns, selection.allColumns).map { column, expression in
      EncodedColumn(
        fragment: expression.queryFragment,
        isGenerated: column._writableTableColumns.isEmpty
      )
    }
  }
}
