extension PrimaryKeyedTable {
  /// Updates all columns of a record except its key:
  /// `UPDATE "tags" SET "title" = 'x' WHERE (("tags"."id") = (1))`.
  @inlinable
  public static func update(_ row: Self) -> UpdateOf<Self> { _update(nil, row) }

  /// Updates all columns of a record except its key: `UPDATE OR REPLACE "tags" SET … WHERE …`.
  @inlinable
  public static func update(or resolution: ConflictResolution, _ row: Self) -> UpdateOf<Self> {
    _update(resolution, row)
  }

  @inlinable
  static func _update(_ resolution: ConflictResolution?, _ row: Self) -> UpdateOf<Self> {
    var encoder = ValueEncoder(columnCount: _columnWidth)
    row._encode(into: &encoder)
    guard encoder.areAllValues else { return updateByExpressions(resolution, row) }
    return UpdateOf(resolution: resolution, row: RowValues(encoder.values, of: Self.self))
  }

  /// Updates a record that has columns other than plain values.
  @usableFromInline
  static func updateByExpressions(
    _ resolution: ConflictResolution?,
    _ row: Self
  ) -> UpdateOf<Self> {
    let columns = row._encodedColumns
    return UpdateOf(
      resolution: resolution,
      assignments: .columns(updates(columns)),
      filter: Where(predicates: [keyCondition(columns)])
    )
  }

  /// Deletes a record: `DELETE FROM "tags" WHERE (("tags"."id") = (1))`.
  public static func delete(_ row: Self) -> DeleteOf<Self> { DeleteOf(filter: row._keyFilter) }

  /// Inserts records or drafts, and updates the row instead if its key already exists.
  ///
  /// ```swift
  /// Tag.upsert { Tag.Draft(id: 1, title: "car") }
  /// // INSERT INTO "tags" ("id", "title") VALUES (1, 'car')
  /// // ON CONFLICT ("id") DO UPDATE SET "title" = "excluded"."title"
  /// ```
  @inlinable
  public static func upsert(
    @InsertValuesBuilder<Self> values: () -> InsertRows
  ) -> InsertOf<Self> {
    InsertOf(columns: .writable, source: .rows(values()), conflict: .upsert { _upsertClause })
  }

  @usableFromInline static var _upsertClause: ConflictClause {
    let keys = columns.primaryKey._names
    return ConflictClause(
      targets: keys,
      updates: writableColumnNames.filter { !keys.contains($0) }.map { .excluded($0) },
      isUpsert: true
    )
  }

  package var _keyFilter: Where<Self> { Where(predicates: [Self.keyCondition(_encodedColumns)]) }
}

extension ColumnUpdate {
  fileprivate static func excluded(_ name: String) -> Self {
    var fragment = QueryFragment()
    fragment.append(identifier: "excluded")
    fragment.append(sql: ".")
    fragment.append(identifier: name)
    return ColumnUpdate(name: name, fragment: fragment)
  }
}

extension Update where From: PrimaryKeyedTable {
  /// Restricts the statement to the row with a key: `WHERE (("reminders"."id") IN ((1)))`.
  public func find(_ primaryKey: some QueryExpression<From.PrimaryKey>) -> Self {
    filtered { $0.find(primaryKey) }
  }

  /// Restricts the statement to the rows with keys: `WHERE (("reminders"."id") IN ((1), (2)))`.
  public func find(_ primaryKeys: some Sequence<some QueryExpression<From.PrimaryKey>>) -> Self {
    filtered { $0.find(primaryKeys) }
  }
}

extension Delete where From: PrimaryKeyedTable {
  /// Restricts the statement to the row with a key: `WHERE (("reminders"."id") IN ((1)))`.
  public func find(_ primaryKey: some QueryExpression<From.PrimaryKey>) -> Self {
    filtered { $0.find(primaryKey) }
  }

  /// Restricts the statement to the rows with keys: `WHERE (("reminders"."id") IN ((1), (2)))`.
  public func find(_ primaryKeys: some Sequence<some QueryExpression<From.PrimaryKey>>) -> Self {
    filtered { $0.find(primaryKeys) }
  }
}
