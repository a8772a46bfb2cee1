extension PrimaryKeyedTable {
  /// The row with a key: `WHERE (("reminders"."id") IN ((1)))`.
  public static func find(_ primaryKey: some QueryExpression<PrimaryKey>) -> Where<Self> {
    let fragment = primaryKey.queryFragment
    guard fragment.code == [Mark.binding], let key = fragment.bindings.first else {
      return Where().find(primaryKey)
    }
    return find(bound: key)
  }

  /// The row whose key is a number or a text: `WHERE (("reminders"."id") IN ((1)))`.
  ///
  /// Of other types the SQL may be more than a placeholder, as `jsonb(?)`.
  @inlinable
  public static func find(
    _ primaryKey: some _LiteralValue & QueryExpression<PrimaryKey>
  ) -> Where<Self> { find(bound: primaryKey.queryBinding) }

  /// The row with the key that is bound, which is SQL only when somebody wants it.
  @inlinable
  static func find(bound key: QueryBinding) -> Where<Self> {
    Where(SoughtKey(key) { _appendKeyCondition($0, to: &$1) })
  }

  /// Appends whether a row has a key: `("reminders"."id") IN ((1))`.
  @usableFromInline
  static func _appendKeyCondition(_ key: QueryBinding, to condition: inout QueryFragment) {
    condition.append(sql: "(")
    columns.primaryKey._append(to: &condition)
    condition.append(sql: ") IN ((")
    condition.append(key)
    condition.append(sql: "))")
  }

  /// The rows with keys: `WHERE (("reminders"."id") IN ((1), (2)))`.
  public static func find(
    _ primaryKeys: some Sequence<some QueryExpression<PrimaryKey>>
  ) -> Where<Self> { Where().find(primaryKeys) }
}

extension Where where From: PrimaryKeyedTable {
  /// The row with a key, if the conditions hold for it.
  public func find(_ primaryKey: some QueryExpression<From.PrimaryKey>) -> Self {
    finding(From.columns.primaryKey, primaryKey)
  }

  /// The rows with keys, if the conditions hold for them.
  public func find(
    _ primaryKeys: some Sequence<some QueryExpression<From.PrimaryKey>>
  ) -> Self { finding(From.columns.primaryKey, primaryKeys) }
}

extension Select where From: PrimaryKeyedTable {
  /// The row with a key, if it is among those there are.
  public consuming func find(_ primaryKey: some QueryExpression<From.PrimaryKey>) -> Self {
    with { $0.where.append(keyCondition(From.columns.primaryKey, primaryKey)) }
  }

  /// The rows with keys, if they are among those there are.
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

/// Whether a row has a key: `("reminders"."id") IN ((1))`, or one of the keys that a statement finds: `IN (SELECT …)`.
func keyCondition(_ column: some QueryExpression, _ key: some QueryExpression) -> QueryFragment {
  // A row is a statement too, but as a key it is a value of several columns; and SQL's text is not known to be one.
  if let query = key as? any PartialSelectStatement, !(key is any Table) {
    return .membership(of: column, in: query, isMember: true)
  }
  return keyCondition(column, CollectionOfOne(key))
}

/// Whether a row has one of several keys: `("reminders"."id") IN ((1), (2))`.
func keyCondition(
  _ column: some QueryExpression,
  _ keys: some Sequence<some QueryExpression>
) -> QueryFragment {
  .membership(of: column, in: keys.lazy.map(\.queryFragment), isMember: true)
}
