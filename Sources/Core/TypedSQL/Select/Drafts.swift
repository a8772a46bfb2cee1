extension TableDraft {
  /// All rows of the table, or those of its default scope, as drafts.
  public static var all: SelectOf<Self> {
    var clauses = SourceTable.all._selectClauses
    if clauses.scope == .default { clauses.scope = .unscoped }
    return Select(clauses: clauses)
  }

  /// Conditions defined on the table: `Reminder.Draft.incomplete`.
  public static subscript(
    dynamicMember keyPath: KeyPath<SourceTable.Type, Where<SourceTable>>
  ) -> Where<Self> {
    let source = SourceTable.self[keyPath: keyPath]
    return Where(predicates: source.predicates, scope: source.scope)
  }

  /// A statement defined on the table, which returns drafts: `Reminder.Draft.byTitle`.
  public static subscript(
    dynamicMember keyPath: KeyPath<SourceTable.Type, SelectOf<SourceTable>>
  ) -> SelectOf<Self> { .init(clauses: SourceTable.self[keyPath: keyPath].clauses) }

  /// A statement defined on the table, which returns drafts and rows of another table.
  public static subscript<J: Table, S: RowShape>(
    dynamicMember keyPath: KeyPath<SourceTable.Type, Select<(), SourceTable, J, S>>
  ) -> Select<(), Self, J, TupleRow<Self, J>> {
    .init(clauses: SourceTable.self[keyPath: keyPath].clauses)
  }

  /// A statement defined on the table, which returns drafts and rows of other tables.
  public static subscript<J1: Table, J2: Table, each J3: Table, S: RowShape>(
    dynamicMember keyPath: KeyPath<
      SourceTable.Type, Select<(), SourceTable, (J1, J2, repeat each J3), S>
    >
  ) -> Select<
    (), Self, (J1, J2, repeat each J3), TupleRow<Self, J1, J2, repeat each J3>
  > {
    .init(clauses: SourceTable.self[keyPath: keyPath].clauses)
  }

  /// A statement of columns, defined on the table.
  @_disfavoredOverload
  public static subscript<C, J, S: RowShape>(
    dynamicMember keyPath: KeyPath<SourceTable.Type, Select<C, SourceTable, J, S>>
  ) -> Select<C, Self, J, S> { .init(clauses: SourceTable.self[keyPath: keyPath].clauses) }
}

/// The columns of a draft.
///
/// Members that are added to the columns of the table are also members of the columns of its draft,
/// because both are columns of one table.
///
/// ```swift
/// extension Reminder.TableColumns {
///   var isUrgent: some QueryExpression<Bool> { priority == 3 && !isCompleted }
/// }
/// Reminder.Draft.where(\.isUrgent)
/// ```
@dynamicMemberLookup
public protocol _DraftDefinition<QueryValue>: TableDefinition where QueryValue: TableDraft {}

extension _DraftDefinition {
  /// A custom expression added to the columns of the table.
  public subscript<Member: QueryExpression>(
    dynamicMember keyPath: KeyPath<QueryValue.SourceTable.TableColumns, Member>
  ) -> SQLQueryExpression<Member.QueryValue> {
    SQLQueryExpression(QueryValue.SourceTable.columns[keyPath: keyPath].queryFragment)
  }
}

extension TableDraft where SourceTable: PrimaryKeyedTable {
  /// Selects the row with a key, as a draft: `WHERE (("reminders"."id") IN ((1)))`.
  public static func find(
    _ primaryKey: some QueryExpression<SourceTable.PrimaryKey>
  ) -> Where<Self> {
    Where().finding(SourceTable.columns.primaryKey, primaryKey)
  }

  /// Selects the rows with keys, as drafts: `WHERE (("reminders"."id") IN ((1), (2)))`.
  public static func find(
    _ primaryKeys: some Sequence<some QueryExpression<SourceTable.PrimaryKey>>
  ) -> Where<Self> { Where().finding(SourceTable.columns.primaryKey, primaryKeys) }
}

extension Where {
  /// Selects the row with a key, if it meets the conditions.
  public func find<Source: PrimaryKeyedTable>(
    _ primaryKey: some QueryExpression<Source.PrimaryKey>
  ) -> Self where From: TableDraft, From.SourceTable == Source {
    finding(Source.columns.primaryKey, primaryKey)
  }
}

extension Select {
  /// Selects the row with a key, if it is among the statement's rows.
  public consuming func find<Source: PrimaryKeyedTable>(
    _ primaryKey: some QueryExpression<Source.PrimaryKey>
  ) -> Self where From: TableDraft, From.SourceTable == Source {
    with { $0.where.append(keyCondition(Source.columns.primaryKey, primaryKey)) }
  }
}
