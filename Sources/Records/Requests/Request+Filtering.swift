public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
public import TypedSQL

extension FilteredRequest {
  /// Keeps the rows where a condition holds, and all conditions before: `WHERE (a) AND (b)`.
  public func filter(_ predicate: some SQLExpressible) -> Self {
    let predicate = predicate.sqlExpression
    return with { $0.filters.append(predicate) }
  }

  /// Keeps the rows where a typed condition holds: `filter(Reminder.columns.isCompleted)`.
  public func filter<Predicate: QueryExpression>(_ predicate: Predicate) -> Self
  where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    let fragment = predicate.queryFragment
    return with { $0.filters.append(SQLExpression(fragment: fragment)) }
  }

  /// Keeps the rows where conditions on a table's typed columns hold.
  public func filter(
    @QueryFragmentBuilder<Bool> _ predicate: (RowDecoder.TableColumns) -> [QueryFragment]
  ) -> Self where RowDecoder: Table {
    let fragments = predicate(RowDecoder.columns)
    return with { $0.filters += fragments.map { SQLExpression(fragment: $0) } }
  }

  /// Keeps the rows where a condition in SQL holds.
  ///
  /// - Parameters:
  ///   - sql: The condition. Text of a user has no place in it.
  ///   - arguments: Values for its parameters.
  public func filter(sql: String, arguments: StatementArguments = StatementArguments()) -> Self {
    with { $0.filters.append(SQLExpression(sql: sql, arguments: arguments)) }
  }

  /// Keeps the rows where a condition in SQL holds, with values in it.
  public func filter(literal sql: SQL) -> Self { filter(sql) }

  /// All rows: changes nothing.
  public func all() -> Self { self }

  /// No row: nothing is run.
  public func none() -> Self { with { $0.isEmpty = true } }
}

extension SQLExpression {
  /// SQL text with arguments by place or by name.
  init(sql: String, arguments: StatementArguments) {
    let values = arguments.values.map { QueryBinding($0) }
    let named = arguments.namedValues.mapValues { QueryBinding($0) }
    self.init { _ in try QueryFragment(sql: sql, values, named: named) }
  }
}

// MARK: - Keys

extension TableRequest where Self: FilteredRequest {
  /// Keeps the row with a key: `WHERE ("item"."id") = (1)`; none for `nil`.
  public func filter(key: (some DatabaseValueConvertible)?) -> Self {
    let value = _DynamicValue(key)
    return value.isNull ? none() : filter(SQLExpression(keys: [value], of: _clauses.table.name))
  }

  /// Keeps the rows with some keys: `WHERE ("item"."id") IN ((1), (2))`.
  ///
  /// There may be any number of them.
  public func filter(keys: some Sequence<some DatabaseValueConvertible>) -> Self {
    let values = keys.map { _DynamicValue($0) }
    if values.isEmpty { return none() }
    return filter(SQLExpression(keys: values, of: _clauses.table.name))
  }

  /// Keeps the row where columns that make a key have values: `filter(key: ["bookID": 1, "authorID": 2])`.
  public func filter(key: [String: (any DatabaseValueConvertible)?]) -> Self {
    filter(keys: [key])
  }

  /// Keeps the rows where columns that make a key have values.
  ///
  /// Where they are no unique key of the table, the request throws ``RecordError`` when it is run.
  public func filter(keys: [[String: (any DatabaseValueConvertible)?]]) -> Self {
    if keys.isEmpty { return none() }
    let conditions = keys.map { key in
      key.sorted { $0.key < $1.key }.map { name, value in
        SQLExpression.isSame(Column(name), value.map { _DynamicValue($0) })
      }.joined(operator: .and)
    }
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

  /// Puts the rows of each primary key into a group.
  public func groupByPrimaryKey() -> Self where Self: AggregatingRequest {
    with { $0.groups = [.primaryKey] }
  }

  /// Gives the table a name, by which conditions of other tables can refer to it, besides those that it has.
  public func aliased(_ alias: RequestAlias) -> Self { with { $0.aliases.append(alias) } }
}

extension TableRequest where Self: FilteredRequest {
  /// Keeps the rows of a full-text table that match a pattern: `WHERE "document"."document" MATCH …`; none for `nil`.
  ///
  /// ```swift
  /// try Document.matching(FTS5Pattern.allWords(of: search)).order(Column.rank).fetchAll(db)
  /// ```
  public func matching(_ pattern: String?) -> Self {
    // The table's name is that of a hidden column, in which all others are sought.
    pattern.map { filter(Column(_clauses.table.name).match($0)) } ?? none()
  }

  /// Keeps the rows of a full-text table that match a pattern, as an `FTS5Pattern` or an `FTS3Pattern`; none for `nil`.
  public func matching<Pattern: DatabaseValueConvertible>(_ pattern: Pattern?) -> Self {
    pattern.map { filter(Column(_clauses.table.name).match($0)) } ?? none()
  }
}

extension TableRequest where Self: FilteredRequest, RowDecoder: Identifiable {
  /// Keeps the row of an identity; none for `nil`.
  public func filter(id: RowDecoder.ID) -> Self where RowDecoder.ID: DatabaseValueConvertible {
    filter(key: id)
  }

  /// Keeps the rows of identities, of which there may be any number.
  public func filter(ids: some Sequence<RowDecoder.ID>) -> Self
  where RowDecoder.ID: DatabaseValueConvertible { filter(keys: ids) }
}

extension SQLExpression {
  /// Whether a column has a value, or NULL.
  static func isSame(_ column: Column, _ value: _DynamicValue?) -> SQLExpression {
    guard let value, !value.isNull else { return column == nil }
    return .membership(of: column.sqlExpression, in: [value])
  }

  /// Whether a row has one of several values as its primary key.
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
  /// Whether the column has a value, by `=`.
  func equals(_ value: _DynamicValue) -> SQLExpression {
    SQLExpression.comparison(sqlExpression, " = ", SQLExpression(value))
  }
}
