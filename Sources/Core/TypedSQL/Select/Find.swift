extension PrimaryKeyedTable {
  /// Selects the row with a key: `WHERE (("reminders"."id") IN ((1)))`.
  public static func find(_ primaryKey: some QueryExpression<PrimaryKey>) -> Where<Self> {
    let fragment = primaryKey.queryFragment
    guard fragment.code == [Mark.binding], let key = fragment.bindings.first else {
      return Where().find(primaryKey)
    }
    return find(bound: key)
  }

  /// Selects the row whose key is a number or a text: `WHERE (("reminders"."id") IN ((1)))`.
  ///
  /// For other types, the SQL may be more than a placeholder, such as `jsonb(?)`.
  @inlinable
  public static func find(
    _ primaryKey: some _LiteralValue & QueryExpression<PrimaryKey>
  ) -> Where<Self> { find(bound: primaryKey.queryBinding) }

  /// Selects the row with a bound key, which becomes SQL only when it is needed.
  @inlinable
  static func find(bound key: QueryBinding) -> Where<Self> {
    Where(LookupKey(key) { _appendKeyCondition($0, to: &$1) })
  }

  /// Appends the condition that a row has a key: `("reminders"."id") IN ((1))`.
  @usableFromInline
  static func _appendKeyCondition(_ key: QueryBinding, to condition: inout QueryFragment) {
    condition.append(sql: "(")
    columns.primaryKey._append(to: &condition)
    condition.append(sql: ") IN ((")
    condition.append(key)
    condition.append(sql: "))")
  }

  /// Selects the rows with keys: `WHERE (("reminders"."id") IN ((1), (2)))`.
  public static func find(
    _ primaryKeys: some Sequence<some QueryExpression<PrimaryKey>>
  ) -> Where<Self> { Where().find(primaryKeys) }
}

extension Where where From: PrimaryKeyedTable {
  /// Selects the row with a key, if it meets the conditions.
  public func find(_ primaryKey: some QueryExpression<From.PrimaryKey>) -> Self {
    finding(From.columns.primaryKey, primaryKey)
  }

  /// Selects the rows with keys that meet the conditions.
  public func find(
    _ primaryKeys: some Sequence<some QueryExpression<From.PrimaryKey>>
  ) -> Self { finding(From.columns.primaryKey, primaryKeys) }
}

extension Select where From: PrimaryKeyedTable {
  /// Selects the row with a key, if it is among the statement's rows.
  public consuming func find(_ primaryKey: some QueryExpression<From.PrimaryKey>) -> Self {
    with { $0.where.append(keyCondition(From.columns.primaryKey, primaryKey)) }
  }

  /// Selects the rows with keys that are among the statement's rows.
  public consuming func find(
    _ primaryKeys: some Sequence<some QueryExpression<From.PrimaryKey>>
  ) -> Self {
    with { $0.where.append(keyCondition(From.columns.primaryKey, primaryKeys)) }
  }
}

extension Where {
  consuming func finding(_ column: some QueryExpression, _ key: some QueryExpression) -> Self {
    predicates.append(keyCondition(column, key))
    return self
  }

  consuming func finding(
    _ column: some QueryExpression,
    _ keys: some Sequence<some QueryExpression>
  ) -> Self {
    predicates.append(keyCondition(column, keys))
    return self
  }
}

/// Returns the condition that a row has a key: `("reminders"."id") IN ((1))`.
///
/// If the key is a statement, the row must have one of the keys that it returns: `IN (SELECT …)`.
func keyCondition(_ column: some QueryExpression, _ key: some QueryExpression) -> QueryFragment {
  // A row is also a statement, but as a key it is a value of several columns. SQL text is not known
  // to be a statement.
  if let query = key as? any PartialSelectStatement, !(key is any Table) {
    return .membership(of: column, in: query, isMember: true)
  }
  return keyCondition(column, CollectionOfOne(key))
}

/// Returns the condition that a row has one of several keys: `("reminders"."id") IN ((1), (2))`.
func keyCondition(
  _ column: some QueryExpression,
  _ keys: some Sequence<some QueryExpression>
) -> QueryFragment {
  .membership(of: column, in: keys.lazy.map(\.queryFragment), isMember: true)
}

extension PrimaryKeyedTable {
  /// Unavailable: the value is no key of the table.
  @available(
    *,
    unavailable,
    message: "The value does not have the type of the primary key; unwrap it if it is optional."
  )
  @_disfavoredOverload
  public static func find(_ primaryKey: some QueryExpression) -> Where<Self> { Where() }
}

extension Table {
  /// Unavailable: the table has no primary key.
  @available(
    *,
    unavailable,
    message:
      "The table has no primary key: declare 'let id', or annotate a property with '@Column(primaryKey: true)'."
  )
  @_disfavoredOverload
  public static func find(_ primaryKey: some QueryExpression) -> Where<Self> { Where() }
}
