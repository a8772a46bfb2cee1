public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

extension TableRecord {
  /// A request for all rows.
  ///
  /// ```swift
  /// let items = try database.read { db in try Item.all().fetchAll(db) }
  /// // SELECT * FROM "item"
  /// ```
  public static func all() -> QueryInterfaceRequest<Self> {
    QueryInterfaceRequest(_RequestClauses(RequestedTable(Self.self)))
  }

  /// A request for no row, which is not run.
  public static func none() -> QueryInterfaceRequest<Self> { all().none() }

  /// The rows where a condition holds.
  public static func filter(_ predicate: some SQLExpressible) -> QueryInterfaceRequest<Self> {
    all().filter(predicate)
  }

  /// The rows where a typed condition holds.
  public static func filter<Predicate: QueryExpression>(
    _ predicate: Predicate
  ) -> QueryInterfaceRequest<Self> where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    all().filter(predicate)
  }

  /// The rows where a condition in SQL holds.
  public static func filter(
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) -> QueryInterfaceRequest<Self> { all().filter(sql: sql, arguments: arguments) }

  /// The rows where a condition in SQL holds, with values in it.
  public static func filter(literal sql: SQL) -> QueryInterfaceRequest<Self> { all().filter(sql) }

  /// The rows of a full-text table that match a pattern; none for `nil`.
  public static func matching(_ pattern: String?) -> QueryInterfaceRequest<Self> {
    all().matching(pattern)
  }

  /// The rows of a full-text table that match a pattern, as an `FTS5Pattern` or an `FTS3Pattern`; none for `nil`.
  public static func matching<Pattern: DatabaseValueConvertible>(
    _ pattern: Pattern?
  ) -> QueryInterfaceRequest<Self> { all().matching(pattern) }

  /// The row with a key; none for `nil`.
  public static func filter(
    key: (some DatabaseValueConvertible)?
  ) -> QueryInterfaceRequest<Self> { all().filter(key: key) }

  /// The rows with some keys, of which there may be any number.
  public static func filter(
    keys: some Sequence<some DatabaseValueConvertible>
  ) -> QueryInterfaceRequest<Self> { all().filter(keys: keys) }

  /// The row where columns that make a key have values.
  public static func filter(
    key: [String: (any DatabaseValueConvertible)?]
  ) -> QueryInterfaceRequest<Self> { all().filter(key: key) }

  /// The rows where columns that make a key have values.
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

  /// Selects what SQL says.
  public static func select(
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) -> QueryInterfaceRequest<Self> { all().select(sql: sql, arguments: arguments) }

  /// Selects what SQL with values in it says.
  public static func select(literal sql: SQL) -> QueryInterfaceRequest<Self> { all().select(sql) }

  /// Selects what SQL with values in it says, decoded as a type.
  public static func select<Other>(
    literal sql: SQL,
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> { all().select(sql).asRequest(of: type) }

  /// Selects what SQL says, decoded as a type.
  public static func select<Other>(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> {
    all().select(sql: sql, arguments: arguments, as: type)
  }

  /// Selects the primary key, which has one column.
  public static func selectPrimaryKey<Key>(as type: Key.Type) -> QueryInterfaceRequest<Key> {
    all().selectPrimaryKey(as: type)
  }

  /// Selects columns and expressions besides the record's own.
  public static func annotated(
    with selection: any SQLSelectable...
  ) -> QueryInterfaceRequest<Self> { all().annotated(with: selection) }

  /// Selects columns and expressions besides the record's own.
  public static func annotated(
    with selection: [any SQLSelectable]
  ) -> QueryInterfaceRequest<Self> { all().annotated(with: selection) }

  /// Puts rows with the same values into a group.
  public static func group(_ expressions: any SQLExpressible...) -> QueryInterfaceRequest<Self> {
    all().group(expressions)
  }

  /// Keeps the rows where a condition on an association's rows holds.
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

  /// Orders by terms in SQL with values in it.
  public static func order(literal sql: SQL) -> QueryInterfaceRequest<Self> {
    all().order(literal: sql)
  }

  /// Orders by terms in SQL.
  public static func order(
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) -> QueryInterfaceRequest<Self> { all().order(sql: sql, arguments: arguments) }

  /// Orders by the primary key.
  public static func orderByPrimaryKey() -> QueryInterfaceRequest<Self> {
    all().orderByPrimaryKey()
  }

  /// Keeps a number of rows at most.
  public static func limit(_ count: Int, offset: Int? = nil) -> QueryInterfaceRequest<Self> {
    all().limit(count, offset: offset)
  }

  /// Leaves out rows that are the same as another.
  public static func distinct() -> QueryInterfaceRequest<Self> { all().distinct() }

  /// Gives the table a name, by which conditions of other tables can refer to it.
  public static func aliased(_ alias: RequestAlias) -> QueryInterfaceRequest<Self> {
    all().aliased(alias)
  }

  /// Names a table for the request that is made of another one.
  public static func with<Row>(
    _ table: CommonTableExpression<Row>
  ) -> QueryInterfaceRequest<Self> { all().with(table) }
}

extension TableRecord where Self: Identifiable, ID: DatabaseValueConvertible {
  /// The row of an identity; none for `nil`.
  public static func filter(id: ID) -> QueryInterfaceRequest<Self> { all().filter(id: id) }

  /// The rows of identities, of which there may be any number.
  public static func filter(ids: some Sequence<ID>) -> QueryInterfaceRequest<Self> {
    all().filter(ids: ids)
  }

  /// Selects the identities.
  public static func selectID() -> QueryInterfaceRequest<ID> { all().selectID() }
}
