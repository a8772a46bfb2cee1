public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

extension FilteredRequest {
  /// Keeps the rows for which a condition and all earlier ones hold: `WHERE (a) AND (b)`.
  public func filter(_ predicate: some SQLExpressible) -> Self {
    let predicate = predicate.sqlExpression
    return with { $0.filters.append(predicate) }
  }

  /// Keeps the rows for which a typed condition holds: `filter(Reminder.columns.isCompleted)`.
  public func filter<Predicate: QueryExpression>(_ predicate: Predicate) -> Self
  where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    let fragment = predicate.queryFragment
    return with { $0.filters.append(SQLExpression(fragment: fragment)) }
  }

  /// Keeps the rows for which conditions on a table's typed columns hold.
  public func filter(
    @QueryFragmentBuilder<Bool> _ predicate: (RowDecoder.TableColumns) -> [QueryFragment]
  ) -> Self where RowDecoder: Table {
    let fragments = predicate(RowDecoder.columns)
    return with { $0.filters += fragments.map { SQLExpression(fragment: $0) } }
  }

  /// Keeps the rows for which a condition, written as SQL, holds.
  ///
  /// On PostgreSQL, `??` is the operator `?` of `jsonb`: `"tags ?? 'new' AND id = ?"`.
  ///
  /// - Parameters:
  ///   - sql: The condition. Never insert user input into it.
  ///   - arguments: Values for its parameters.
  public func filter(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    with { $0.filters.append(SQLExpression(sql: sql, arguments: arguments)) }
  }

  /// Keeps the rows for which a condition, written as SQL with values, holds.
  public func filter(literal sql: SQL) -> Self { filter(sql) }

  /// Keeps all rows, so it changes nothing.
  public func all() -> Self { self }

  /// Keeps no rows, so no statement is run.
  public func none() -> Self { with { $0.isEmpty = true } }
}

extension SQLExpression {
  /// Creates an expression of SQL text, with arguments by position or by name.
  init(sql: String, arguments: StatementArguments) {
    let values = arguments.values.map { QueryBinding($0) }
    let named = arguments.namedValues.mapValues { QueryBinding($0) }
    self.init { context in try QueryFragment(sql: sql, values, named: named, in: context) }
  }
}

// MARK: - Keys

extension TableRequest where Self: FilteredRequest {
  /// Keeps the row with a primary key: `WHERE ("item"."id") = (1)`; no row for `nil`.
  public func filter(key: (some DatabaseValueConvertible)?) -> Self {
    let value = _DynamicValue(key)
    return value.isNull ? none() : filter(SQLExpression(keys: [value], of: _clauses.table.name))
  }

  /// Keeps the rows with primary keys: `WHERE ("item"."id") IN ((1), (2))`.
  ///
  /// There may be any number of keys.
  public func filter(keys: some Sequence<some DatabaseValueConvertible>) -> Self {
    let values = keys.map { _DynamicValue($0) }
    if values.isEmpty { return none() }
    return filter(SQLExpression(keys: values, of: _clauses.table.name))
  }

  /// Keeps the row with a unique key, given by its columns.
  ///
  /// ```swift
  /// filter(key: ["bookID": 1, "authorID": 2])
  /// ```
  ///
  /// It keeps no row if a value is `nil`: any number of rows may have NULL in a unique key, so it
  /// identifies none. For those rows, use `filter(Column("bookID") == nil)`.
  public func filter(key: [String: (any DatabaseValueConvertible)?]) -> Self {
    filter(keys: [key])
  }

  /// Keeps the rows with unique keys, given by their columns.
  ///
  /// A key with `nil` identifies no row. If the columns are not a unique key of the table, running
  /// the request throws ``RecordError``.
  public func filter(keys: [[String: (any DatabaseValueConvertible)?]]) -> Self {
    if keys.isEmpty { return none() }
    let conditions = keys.compactMap(SQLExpression.hasKey)
    let (table, condition) = (_clauses.table.name, conditions.joined(operator: .or))
    let columnLists = Set(keys.map { $0.keys.sorted() })
    return filter(
      SQLExpression { context in
        for columns in columnLists { try context.schema.checkKey(columns, of: table) }
        return try condition._fragment(in: context)
      }
    )
  }

  /// Orders by the primary key.
  public func orderByPrimaryKey() -> Self where Self: OrderedRequest {
    with { $0.order = RequestOrder(terms: [.primaryKey]) }
  }

  /// Groups the rows by the primary key.
  public func groupByPrimaryKey() -> Self where Self: AggregatingRequest {
    with { $0.groups = [.primaryKey] }
  }

  /// Gives the table another alias, by which conditions of other tables can refer to it.
  public func aliased(_ alias: RequestAlias) -> Self { with { $0.aliases.append(alias) } }
}

extension TableRequest where Self: FilteredRequest {
  /// Keeps the rows of a full-text table that match a pattern; no rows for `nil`.
  ///
  /// ```swift
  /// try Document.matching(FTS5Pattern.allWords(of: search)).order(Column.rank).fetchAll(db)
  /// // … WHERE "document"."document" MATCH …
  /// ```
  public func matching(_ pattern: String?) -> Self {
    // A hidden column has the name of the table; matching it searches all other columns.
    pattern.map { filter(Column(_clauses.table.name).match($0)) } ?? none()
  }

  /// Keeps the rows of a full-text table that match an `FTS5Pattern` or an `FTS3Pattern`.
  ///
  /// It keeps no rows for `nil`.
  public func matching<Pattern: DatabaseValueConvertible>(_ pattern: Pattern?) -> Self {
    pattern.map { filter(Column(_clauses.table.name).match($0)) } ?? none()
  }
}

extension TableRequest where Self: FilteredRequest, RowDecoder: Identifiable {
  /// Keeps the row with an identifier; no row for `nil`.
  public func filter(id: RowDecoder.ID) -> Self where RowDecoder.ID: DatabaseValueConvertible {
    filter(key: id)
  }

  /// Keeps the rows with identifiers, of which there may be any number.
  public func filter(ids: some Sequence<RowDecoder.ID>) -> Self
  where RowDecoder.ID: DatabaseValueConvertible { filter(keys: ids) }
}

extension SQLExpression {
  /// Returns the condition that a row has a key, given by its columns; `nil` if the key contains
  /// NULL, and so identifies no row.
  static func hasKey(_ key: [String: (any DatabaseValueConvertible)?]) -> SQLExpression? {
    var conditions: [SQLExpression] = []
    for (name, value) in key.sorted(by: { $0.key < $1.key }) {
      guard let value = value.map({ _DynamicValue($0) }), !value.isNull else { return nil }
      conditions.append(.membership(of: Column(name).sqlExpression, in: [value]))
    }
    return conditions.joined(operator: .and)
  }

  /// Creates the condition that a row has one of several primary keys.
  init(keys: [_DynamicValue], of table: String) {
    self.init { context in
      let column = Column(try context.schema.singleKey(of: table))
      if keys.count == 1, let key = keys.first {
        return try column.equals(key)._fragment(in: context)
      }
      return try SQLExpression.membership(of: column.sqlExpression, in: keys)
        ._fragment(in: context)
    }
  }
}

extension Column {
  /// Returns the condition that the column equals a value, by `=`.
  func equals(_ value: _DynamicValue) -> SQLExpression {
    SQLExpression.comparison(sqlExpression, " = ", SQLExpression(value))
  }
}
