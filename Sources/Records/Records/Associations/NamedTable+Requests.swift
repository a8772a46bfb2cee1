public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase

// The methods of requests, for a table without a record type.

extension NamedTable {
  /// Returns a request without rows.
  public func none() -> QueryInterfaceRequest<RowDecoder> { all().none() }

  /// Selects columns and expressions.
  public func select(_ selection: any SQLSelectable...) -> QueryInterfaceRequest<RowDecoder> {
    all().select(selection)
  }

  /// Selects columns and expressions.
  public func select(_ selection: [any SQLSelectable]) -> QueryInterfaceRequest<RowDecoder> {
    all().select(selection)
  }

  /// Selects columns and expressions, decoded as a type.
  public func select<Other>(_ selection: any SQLSelectable..., as type: Other.Type)
    -> QueryInterfaceRequest<Other>
  { all().select(selection, as: type) }

  /// Selects columns and expressions, decoded as a type.
  public func select<Other>(_ selection: [any SQLSelectable], as type: Other.Type)
    -> QueryInterfaceRequest<Other>
  { all().select(selection, as: type) }

  /// Selects columns and expressions, written as SQL.
  public func select(sql: String, arguments: StatementArguments = StatementArguments())
    -> QueryInterfaceRequest<RowDecoder>
  { all().select(sql: sql, arguments: arguments) }

  /// Selects columns and expressions, written as SQL and decoded as a type.
  public func select<Other>(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> { all().select(sql: sql, arguments: arguments, as: type) }

  /// Selects columns and expressions, written as SQL with values.
  public func select(literal sql: SQL) -> QueryInterfaceRequest<RowDecoder> {
    all().select(literal: sql)
  }

  /// Selects columns and expressions, written as SQL with values and decoded as a type.
  public func select<Other>(literal sql: SQL, as type: Other.Type) -> QueryInterfaceRequest<Other> {
    all().select(literal: sql, as: type)
  }

  /// Selects the primary key, decoded as a type.
  public func selectPrimaryKey<Key>(as type: Key.Type) -> QueryInterfaceRequest<Key> {
    all().selectPrimaryKey(as: type)
  }

  /// Selects columns and expressions in addition to all columns.
  public func annotated(with selection: any SQLSelectable...) -> QueryInterfaceRequest<RowDecoder> {
    all().annotated(with: selection)
  }

  /// Selects columns and expressions in addition to all columns.
  public func annotated(with selection: [any SQLSelectable]) -> QueryInterfaceRequest<RowDecoder> {
    all().annotated(with: selection)
  }

  /// Keeps the rows for which a condition holds.
  public func filter(_ predicate: some SQLExpressible) -> QueryInterfaceRequest<RowDecoder> {
    all().filter(predicate)
  }

  /// Keeps the rows for which a condition, written as SQL, holds.
  public func filter(sql: String, arguments: StatementArguments = StatementArguments())
    -> QueryInterfaceRequest<RowDecoder>
  { all().filter(sql: sql, arguments: arguments) }

  /// Keeps the rows for which a condition, written as SQL with values, holds.
  public func filter(literal sql: SQL) -> QueryInterfaceRequest<RowDecoder> {
    all().filter(literal: sql)
  }

  /// Keeps the row with a primary key; no row for `nil`.
  public func filter(key: (some DatabaseValueConvertible)?) -> QueryInterfaceRequest<RowDecoder> {
    all().filter(key: key)
  }

  /// Keeps the rows with primary keys.
  public func filter(keys: some Sequence<some DatabaseValueConvertible>) -> QueryInterfaceRequest<
    RowDecoder
  > { all().filter(keys: keys) }

  /// Keeps the row with a unique key, given by its columns; no row if a value is `nil`.
  public func filter(key: [String: (any DatabaseValueConvertible)?]) -> QueryInterfaceRequest<
    RowDecoder
  > { all().filter(key: key) }

  /// Keeps the rows with unique keys, given by their columns.
  public func filter(keys: [[String: (any DatabaseValueConvertible)?]]) -> QueryInterfaceRequest<
    RowDecoder
  > { all().filter(keys: keys) }

  /// Keeps the row with an identifier.
  public func filter(id: RowDecoder.ID) -> QueryInterfaceRequest<RowDecoder>
  where RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible { all().filter(id: id) }

  /// Keeps the rows with identifiers.
  public func filter(ids: some Sequence<RowDecoder.ID>) -> QueryInterfaceRequest<RowDecoder>
  where RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible { all().filter(ids: ids) }

  /// Keeps the rows of a full-text table that match a pattern; no rows for `nil`.
  public func matching(_ pattern: String?) -> QueryInterfaceRequest<RowDecoder> {
    all().matching(pattern)
  }

  /// Keeps the rows of a full-text table that match an `FTS5Pattern` or an `FTS3Pattern`.
  ///
  /// It keeps no rows for `nil`.
  public func matching<Pattern: DatabaseValueConvertible>(
    _ pattern: Pattern?
  ) -> QueryInterfaceRequest<RowDecoder> { all().matching(pattern) }

  /// Groups the rows.
  public func group(_ expressions: any SQLExpressible...) -> QueryInterfaceRequest<RowDecoder> {
    all().group(expressions)
  }

  /// Orders the rows.
  public func order(_ terms: any SQLOrderingTerm...) -> QueryInterfaceRequest<RowDecoder> {
    all().order(terms)
  }

  /// Orders the rows.
  public func order(_ terms: [any SQLOrderingTerm]) -> QueryInterfaceRequest<RowDecoder> {
    all().order(terms)
  }

  /// Orders the rows, by terms written as SQL.
  public func order(sql: String, arguments: StatementArguments = StatementArguments())
    -> QueryInterfaceRequest<RowDecoder>
  { all().order(sql: sql, arguments: arguments) }

  /// Orders the rows, by terms written as SQL with values.
  public func order(literal sql: SQL) -> QueryInterfaceRequest<RowDecoder> {
    all().order(literal: sql)
  }

  /// Orders the rows by the primary key.
  public func orderByPrimaryKey() -> QueryInterfaceRequest<RowDecoder> { all().orderByPrimaryKey() }

  /// Limits the number of rows, optionally after skipping some.
  public func limit(_ count: Int, offset: Int? = nil) -> QueryInterfaceRequest<RowDecoder> {
    all().limit(count, offset: offset)
  }

  /// Removes duplicate rows.
  public func distinct() -> QueryInterfaceRequest<RowDecoder> { all().distinct() }

  /// Gives the table an alias, which distinguishes its columns from those of others.
  public func aliased(_ alias: RequestAlias) -> QueryInterfaceRequest<RowDecoder> {
    all().aliased(alias)
  }

  /// Adds a common table expression to the request.
  public func with<Other>(_ table: CommonTableExpression<Other>) -> QueryInterfaceRequest<
    RowDecoder
  > { all().with(table) }
}

extension NamedTable {
  /// Includes all associated rows with each row, by one additional query for all rows.
  public func including<A: AssociationToMany>(all association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().including(all: association) }

  /// Includes the associated row with each row, if there is one.
  public func including<A: Association>(optional association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().including(optional: association) }

  /// Includes the associated row with each row, and omits rows without one.
  public func including<A: Association>(required association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().including(required: association) }

  /// Joins the associated rows, if there are any.
  public func joining<A: Association>(optional association: A) -> QueryInterfaceRequest<RowDecoder>
  where A.OriginRowDecoder == RowDecoder { all().joining(optional: association) }

  /// Joins the associated rows, and omits rows without one.
  public func joining<A: Association>(required association: A) -> QueryInterfaceRequest<RowDecoder>
  where A.OriginRowDecoder == RowDecoder { all().joining(required: association) }

  /// Selects the columns of the associated row too, which are NULL if it is missing.
  public func annotated<A: Association>(withOptional association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().annotated(withOptional: association) }

  /// Selects the columns of the associated row too, and omits rows without one.
  public func annotated<A: Association>(withRequired association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().annotated(withRequired: association) }
}
