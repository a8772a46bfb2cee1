public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

extension TableRecord {
  /// Returns a request for all rows.
  ///
  /// ```swift
  /// let items = try database.read { db in try Item.all().fetchAll(db) }
  /// // SELECT * FROM "item"
  /// ```
  public static func all() -> QueryInterfaceRequest<Self> {
    QueryInterfaceRequest(_RequestClauses(RequestedTable(Self.self)))
  }

  /// Returns a request for no rows, which is not run.
  public static func none() -> QueryInterfaceRequest<Self> { all().none() }

  /// Returns a request for the rows for which a condition holds.
  public static func filter(_ predicate: some SQLExpressible) -> QueryInterfaceRequest<Self> {
    all().filter(predicate)
  }

  /// Returns a request for the rows for which a typed condition holds.
  public static func filter<Predicate: QueryExpression>(
    _ predicate: Predicate
  ) -> QueryInterfaceRequest<Self> where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    all().filter(predicate)
  }

  /// Returns a request for the rows for which a condition, written as SQL, holds.
  public static func filter(
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) -> QueryInterfaceRequest<Self> { all().filter(sql: sql, arguments: arguments) }

  /// Returns a request for the rows for which a condition, written as SQL with values, holds.
  public static func filter(literal sql: SQL) -> QueryInterfaceRequest<Self> { all().filter(sql) }

  /// Returns a request for the rows of a full-text table that match a pattern; no rows for `nil`.
  public static func matching(_ pattern: String?) -> QueryInterfaceRequest<Self> {
    all().matching(pattern)
  }

  /// Returns a request for the rows of a full-text table that match a pattern.
  ///
  /// The pattern is an `FTS5Pattern` or an `FTS3Pattern`; `nil` matches no rows.
  public static func matching<Pattern: DatabaseValueConvertible>(
    _ pattern: Pattern?
  ) -> QueryInterfaceRequest<Self> { all().matching(pattern) }

  /// Returns a request for the row with a primary key; no row for `nil`.
  public static func filter(
    key: (some DatabaseValueConvertible)?
  ) -> QueryInterfaceRequest<Self> { all().filter(key: key) }

  /// Returns a request for the rows with primary keys, of which there may be any number.
  public static func filter(
    keys: some Sequence<some DatabaseValueConvertible>
  ) -> QueryInterfaceRequest<Self> { all().filter(keys: keys) }

  /// Returns a request for the row with a unique key, given by its columns; no row if a value is
  /// `nil`, since NULL identifies none.
  public static func filter(
    key: [String: (any DatabaseValueConvertible)?]
  ) -> QueryInterfaceRequest<Self> { all().filter(key: key) }

  /// Returns a request for the rows with unique keys, given by their columns.
  public static func filter(
    keys: [[String: (any DatabaseValueConvertible)?]]
  ) -> QueryInterfaceRequest<Self> { all().filter(keys: keys) }

  /// Selects columns and expressions.
  public static func select(_ selection: any SQLSelectable...) -> QueryInterfaceRequest<Self> {
    all().select(selection)
  }

  /// Selects columns and expressions.
  public static func select(_ selection: [any SQLSelectable]) -> QueryInterfaceRequest<Self> {
    all().select(selection)
  }

  /// Selects columns and expressions, decoded as a type.
  public static func select<Other>(
    _ selection: [any SQLSelectable],
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> { all().select(selection).asRequest(of: type) }

  /// Selects columns and expressions, decoded as a type.
  public static func select<Other>(
    _ selection: any SQLSelectable...,
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> { all().select(selection).asRequest(of: type) }

  /// Selects columns and expressions, written as SQL.
  public static func select(
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) -> QueryInterfaceRequest<Self> { all().select(sql: sql, arguments: arguments) }

  /// Selects columns and expressions, written as SQL with values.
  public static func select(literal sql: SQL) -> QueryInterfaceRequest<Self> { all().select(sql) }

  /// Selects columns and expressions, written as SQL with values and decoded as a type.
  public static func select<Other>(
    literal sql: SQL,
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> { all().select(sql).asRequest(of: type) }

  /// Selects columns and expressions, written as SQL and decoded as a type.
  public static func select<Other>(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> {
    all().select(sql: sql, arguments: arguments, as: type)
  }

  /// Selects the primary key, which must have one column.
  public static func selectPrimaryKey<Key>(as type: Key.Type) -> QueryInterfaceRequest<Key> {
    all().selectPrimaryKey(as: type)
  }

  /// Selects columns and expressions in addition to the record's own.
  public static func annotated(
    with selection: any SQLSelectable...
  ) -> QueryInterfaceRequest<Self> { all().annotated(with: selection) }

  /// Selects columns and expressions in addition to the record's own.
  public static func annotated(
    with selection: [any SQLSelectable]
  ) -> QueryInterfaceRequest<Self> { all().annotated(with: selection) }

  /// Groups the rows by expressions.
  public static func group(_ expressions: any SQLExpressible...) -> QueryInterfaceRequest<Self> {
    all().group(expressions)
  }

  /// Returns a request for the rows for which a condition on associated rows holds.
  public static func having(_ predicate: some SQLExpressible) -> QueryInterfaceRequest<Self> {
    all().having(predicate)
  }

  /// Orders by terms.
  public static func order(_ terms: any SQLOrderingTerm...) -> QueryInterfaceRequest<Self> {
    all().order(terms)
  }

  /// Orders by terms.
  public static func order(_ terms: [any SQLOrderingTerm]) -> QueryInterfaceRequest<Self> {
    all().order(terms)
  }

  /// Orders by terms, written as SQL with values.
  public static func order(literal sql: SQL) -> QueryInterfaceRequest<Self> {
    all().order(literal: sql)
  }

  /// Orders by terms, written as SQL.
  public static func order(
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) -> QueryInterfaceRequest<Self> { all().order(sql: sql, arguments: arguments) }

  /// Orders by the primary key.
  public static func orderByPrimaryKey() -> QueryInterfaceRequest<Self> {
    all().orderByPrimaryKey()
  }

  /// Limits the number of rows, optionally after skipping some.
  public static func limit(_ count: Int, offset: Int? = nil) -> QueryInterfaceRequest<Self> {
    all().limit(count, offset: offset)
  }

  /// Removes duplicate rows.
  public static func distinct() -> QueryInterfaceRequest<Self> { all().distinct() }

  /// Gives the table an alias, by which conditions of other tables can refer to it.
  public static func aliased(_ alias: RequestAlias) -> QueryInterfaceRequest<Self> {
    all().aliased(alias)
  }

  /// Adds a common table expression to the request.
  public static func with<Row>(
    _ table: CommonTableExpression<Row>
  ) -> QueryInterfaceRequest<Self> { all().with(table) }
}

extension TableRecord where Self: Identifiable, ID: DatabaseValueConvertible {
  /// Returns a request for the row with an identifier; no row for `nil`.
  public static func filter(id: ID) -> QueryInterfaceRequest<Self> { all().filter(id: id) }

  /// Returns a request for the rows with identifiers, of which there may be any number.
  public static func filter(ids: some Sequence<ID>) -> QueryInterfaceRequest<Self> {
    all().filter(ids: ids)
  }

  /// Selects the identifiers.
  public static func selectID() -> QueryInterfaceRequest<ID> { all().selectID() }
}
