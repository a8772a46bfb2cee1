/// A `SELECT` statement.
///
/// `Columns` are the types of what it selects, `()` for all columns of `From` and `Joins`; `Joins` are the tables
/// joined to `From`. One element is the type itself, several are a tuple. `Shape` says what a row is decoded as.
///
/// ```swift
/// Reminder.where(\.isCompleted).select { ($0.id, $0.title) }
/// // SELECT "reminders"."id", "reminders"."title" FROM "reminders" WHERE ("reminders"."isCompleted")
/// ```
@dynamicMemberLookup
public struct Select<Columns, From: Table, Joins, Shape: RowShape>: SelectStatement, Sendable {
  /// The type that the value is decoded as.
  public typealias QueryValue = Columns

  /// What was written; the scope of the table is not part of it.
  @usableFromInline var clauses: _SelectClauses

  @usableFromInline init(clauses: _SelectClauses) { self.clauses = clauses }

  /// All rows of what stands after `FROM`.
  package init(from: QueryFragment) {
    clauses = _SelectClauses()
    clauses.from = from
  }

  /// The statement, with the scope of its table written out.
  public func asSelect() -> Self { Select(clauses: clauses.scoped(by: From.self)) }

  /// Its clauses, without those of the scope of its table.
  public var _selectClauses: _SelectClauses { clauses }

  /// The SQL; empty where there is nothing to run.
  public var query: QueryFragment {
    guard !clauses.isScoped(by: From.self) else { return clauses.query(from: From.self) }
    return clauses.scoped(by: From.self).query(from: From.self)
  }

  /// The same clauses with other columns or joins.
  consuming func retyped<C, J, S: RowShape>(
    _ change: (inout _SelectClauses) -> Void = { _ in }
  ) -> Select<C, From, J, S> {
    change(&clauses)
    return Select<C, From, J, S>(clauses: clauses)
  }

  /// The statement with other clauses.
  consuming func with(_ change: (inout _SelectClauses) -> Void) -> Self {
    change(&clauses)
    return self
  }
}

/// A `SELECT` statement of all columns of a table.
public typealias SelectOf<From: Table> = Select<(), From, (), ValueRow<From>>
