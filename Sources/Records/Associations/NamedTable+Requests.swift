public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase

// The same for the rows of a table that has no record.

extension NamedTable {
  /// No row.
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

  /// Selects SQL.
  public func select(sql: String, arguments: StatementArguments = StatementArguments())
    -> QueryInterfaceRequest<RowDecoder>
  { all().select(sql: sql, arguments: arguments) }

  /// Selects SQL, decoded as a type.
  public func select<Other>(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> { all().select(sql: sql, arguments: arguments, as: type) }

  /// Selects SQL with values in it.
  public func select(literal sql: SQL) -> QueryInterfaceRequest<RowDecoder> {
    all().select(literal: sql)
  }

  /// Selects SQL with values in it, decoded as a type.
  public func select<Other>(literal sql: SQL, as type: Other.Type) -> QueryInterfaceRequest<Other> {
    all().select(literal: sql, as: type)
  }

  /// Selects the primary key, decoded as a type.
  public func selectPrimaryKey<Key>(as type: Key.Type) -> QueryInterfaceRequest<Key> {
    all().selectPrimaryKey(as: type)
  }

  /// Selects columns and expressions besides all columns.
  public func annotated(with selection: any SQLSelectable...) -> QueryInterfaceRequest<RowDecoder> {
    all().annotated(with: selection)
  }

  /// Selects columns and expressions besides all columns.
  public func annotated(with selection: [any SQLSelectable]) -> QueryInterfaceRequest<RowDecoder> {
    all().annotated(with: selection)
  }

  /// The rows where a condition holds.
  public func filter(_ predicate: some SQLExpressible) -> QueryInterfaceRequest<RowDecoder> {
    all().filter(predicate)
  }

  /// The rows where a condition in SQL holds.
  public func filter(sql: String, arguments: StatementArguments = StatementArguments())
    -> QueryInterfaceRequest<RowDecoder>
  { all().filter(sql: sql, arguments: arguments) }

  /// The rows where a condition in SQL holds.
  public func filter(literal sql: SQL) -> QueryInterfaceRequest<RowDecoder> {
    all().filter(literal: sql)
  }

  /// The row with a primary key; none for `nil`.
  public func filter(key: (some DatabaseValueConvertible)?) -> QueryInterfaceRequest<RowDecoder> {
    all().filter(key: key)
  }

  /// The rows with primary keys.
  public func filter(keys: some Sequence<some DatabaseValueConvertible>) -> QueryInterfaceRequest<
    RowDecoder
  > { all().filter(keys: keys) }

  /// The row with a unique key, by its columns.
  public func filter(key: [String: (any DatabaseValueConvertible)?]) -> QueryInterfaceRequest<
    RowDecoder
  > { all().filter(key: key) }

  /// The rows with unique keys, by their columns.
  public func filter(keys: [[String: (any DatabaseValueConvertible)?]]) -> QueryInterfaceRequest<
    RowDecoder
  > { all().filter(keys: keys) }

  /// The row with an identifier.
  public func filter(id: RowDecoder.ID) -> QueryInterfaceRequest<RowDecoder>
  where RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible { all().filter(id: id) }

  /// The rows with identifiers.
  public func filter(ids: some Sequence<RowDecoder.ID>) -> QueryInterfaceRequest<RowDecoder>
  where RowDecoder: Identifiable, RowDecoder.ID: DatabaseValueConvertible { all().filter(ids: ids) }

  /// The rows of a full-text table that match a pattern; none for `nil`.
  public func matching(_ pattern: String?) -> QueryInterfaceRequest<RowDecoder> {
    all().matching(pattern)
  }

  /// The rows of a full-text table that match a pattern, as an `FTS5Pattern` or an `FTS3Pattern`; none for `nil`.
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

  /// Orders the rows by SQL.
  public func order(sql: String, arguments: StatementArguments = StatementArguments())
    -> QueryInterfaceRequest<RowDecoder>
  { all().order(sql: sql, arguments: arguments) }

  /// Orders the rows by SQL.
  public func order(literal sql: SQL) -> QueryInterfaceRequest<RowDecoder> {
    all().order(literal: sql)
  }

  /// Orders the rows by the primary key.
  public func orderByPrimaryKey() -> QueryInterfaceRequest<RowDecoder> { all().orderByPrimaryKey() }

  /// The first rows, or those after some.
  public func limit(_ count: Int, offset: Int? = nil) -> QueryInterfaceRequest<RowDecoder> {
    all().limit(count, offset: offset)
  }

  /// All rows, each once.
  public func distinct() -> QueryInterfaceRequest<RowDecoder> { all().distinct() }

  /// Gives the table an alias, by which columns are told from those of others.
  public func aliased(_ alias: RequestAlias) -> QueryInterfaceRequest<RowDecoder> {
    all().aliased(alias)
  }

  /// Names a table for the request that is made of another one.
  public func with<Other>(_ table: CommonTableExpression<Other>) -> QueryInterfaceRequest<
    RowDecoder
  > { all().with(table) }
}

extension NamedTable {
  /// Fetches all rows of an association for each row, by one more query for all of them.
  public func including<A: AssociationToMany>(all association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().including(all: association) }

  /// Fetches the row of an association with each row, if there is one.
  public func including<A: Association>(optional association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().including(optional: association) }

  /// Fetches the row of an association with each row, and leaves out rows without one.
  public func including<A: Association>(required association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().including(required: association) }

  /// Joins the rows of an association, where there are some.
  public func joining<A: Association>(optional association: A) -> QueryInterfaceRequest<RowDecoder>
  where A.OriginRowDecoder == RowDecoder { all().joining(optional: association) }

  /// Joins the rows of an association, and leaves out rows without one.
  public func joining<A: Association>(required association: A) -> QueryInterfaceRequest<RowDecoder>
  where A.OriginRowDecoder == RowDecoder { all().joining(required: association) }

  /// Selects the columns of an association's row besides, which are NULL where there is none.
  public func annotated<A: Association>(withOptional association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().annotated(withOptional: association) }

  /// Selects the columns of an association's row besides, and leaves out rows without one.
  public func annotated<A: Association>(withRequired association: A) -> QueryInterfaceRequest<
    RowDecoder
  > where A.OriginRowDecoder == RowDecoder { all().annotated(withRequired: association) }
}
