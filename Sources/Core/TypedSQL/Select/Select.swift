/// A `SELECT` statement.
///
/// `Columns` is the type of the selected expressions, or `()` for all columns of `From` and
/// `Joins`. `Joins` is the type of the tables that are joined to `From`. A single element is the
/// type itself, several are a tuple. `Shape` determines what a row is decoded as.
///
/// ```swift
/// Reminder.where(\.isCompleted).select { ($0.id, $0.title) }
/// // SELECT "reminders"."id", "reminders"."title" FROM "reminders"
/// // WHERE ("reminders"."isCompleted")
/// ```
@dynamicMemberLookup
public struct Select<Columns, From: Table, Joins, Shape: RowShape>: SelectStatement, Sendable {
  /// The type that the value is decoded as.
  public typealias QueryValue = Columns

  /// The clauses that were specified, without those of the table's default scope.
  @usableFromInline var clauses: _SelectClauses

  @usableFromInline init(clauses: _SelectClauses) { self.clauses = clauses }

  /// Creates a statement for all rows of a source in `FROM`.
  package init(from: QueryFragment) {
    clauses = _SelectClauses()
    clauses.from = from
  }

  /// Returns the statement with the default scope of its table written out.
  public func asSelect() -> Self { Select(clauses: clauses.scoped(by: From.self)) }

  /// The statement's clauses, without those of the table's default scope.
  public var _selectClauses: _SelectClauses { clauses }

  /// The SQL, which is empty if there is nothing to run.
  public var query: QueryFragment {
    guard !clauses.isScoped(by: From.self) else { return clauses.query(from: From.self) }
    return clauses.scoped(by: From.self).query(from: From.self)
  }

  /// Returns the clauses with other columns or joins.
  consuming func retyped<C, J, S: RowShape>(
    _ change: (inout _SelectClauses) -> Void = { _ in }
  ) -> Select<C, From, J, S> {
    change(&clauses)
    return Select<C, From, J, S>(clauses: clauses)
  }

  /// Returns the statement with changed clauses.
  consuming func with(_ change: (inout _SelectClauses) -> Void) -> Self {
    change(&clauses)
    return self
  }
}

/// A `SELECT` statement of all columns of a table.
public typealias SelectOf<From: Table> = Select<(), From, (), ValueRow<From>>
