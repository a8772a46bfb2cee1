extension PrimaryKeyedTable {
  /// Changes all columns of a record but its key: `UPDATE "tags" SET "title" = 'x' WHERE (("tags"."id") = (1))`.
  public static func update(_ row: Self) -> UpdateOf<Self> {
    UpdateOf(updates: row._updates, filter: row._keyFilter)
  }

  /// Changes all columns of a record but its key: `UPDATE OR REPLACE "tags" SET … WHERE …`.
  public static func update(or resolution: ConflictResolution, _ row: Self) -> UpdateOf<Self> {
    UpdateOf(resolution: resolution, updates: row._updates, filter: row._keyFilter)
  }

  /// Deletes a record: `DELETE FROM "tags" WHERE (("tags"."id") = (1))`.
  public static func delete(_ row: Self) -> DeleteOf<Self> { DeleteOf(filter: row._keyFilter) }

  /// Inserts records or drafts; a row with the same key is changed instead.
  ///
  /// ```swift
  /// Tag.upsert { Tag.Draft(id: 1, title: "car") }
  /// // INSERT INTO "tags" ("id", "title") VALUES (1, 'car')
  /// // ON CONFLICT ("id") DO UPDATE SET "title" = "excluded"."title"
  /// ```
  public static func upsert(
    @InsertValuesBuilder<Self> values: () -> InsertRows
  ) -> InsertOf<Self> {
    let names = writableColumnNames
    let keys = columns.primaryKey._names
    let conflict = ConflictClause(
      targets: keys,
      updates: names.filter { !keys.contains($0) }.map { .excluded($0) },
      isUpsert: true
    )
    return InsertOf(columns: names, source: .rows(values()), conflict: conflict)
  }

  private var _namedValues: [(name: String, column: EncodedColumn)] {
    Array(zip(Self.TableColumns.allColumns.map(\.name), _encodedColumns))
  }

  private var _updates: [ColumnUpdate] {
    let keys = Self.columns.primaryKey._names
    return _namedValues.filter { !keys.contains($0.name) && !$0.column.isGenerated }
      .map { ColumnUpdate(name: $0.name, fragment: $0.column.fragment) }
  }

  package var _keyFilter: Where<Self> {
    let names = Self.columns.primaryKey._names
    let values = names.compactMap { name in _namedValues.first { $0.name == name }?.column.fragment
    }
    var predicate = QueryFragment()
    predicate.append(parenthesized: Self.columns.primaryKey.queryFragment)
    predicate.append(sql: " = ")
    predicate.append(parenthesized: values.joined(separator: ", "))
    return Where(predicates: [predicate])
  }
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
  /// The row with a key: `WHERE (("reminders"."id") IN ((1)))`.
  public func find(_ primaryKey: some QueryExpression<From.PrimaryKey>) -> Self {
    filtered { $0.find(primaryKey) }
  }

  /// The rows with keys: `WHERE (("reminders"."id") IN ((1), (2)))`.
  public func find(_ primaryKeys: some Sequence<some QueryExpression<From.PrimaryKey>>) -> Self {
    filtered { $0.find(primaryKeys) }
  }
}

extension Delete where From: PrimaryKeyedTable {
  /// The row with a key: `WHERE (("reminders"."id") IN ((1)))`.
  public func find(_ primaryKey: some QueryExpression<From.PrimaryKey>) -> Self {
    filtered { $0.find(primaryKey) }
  }

  /// The rows with keys: `WHERE (("reminders"."id") IN ((1), (2)))`.
  public func find(_ primaryKeys: some Sequence<some QueryExpression<From.PrimaryKey>>) -> Self {
    filtered { $0.find(primaryKeys) }
  }
}
