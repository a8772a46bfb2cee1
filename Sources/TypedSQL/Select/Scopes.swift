extension Where {
  /// Adds the conditions of another to those there are, once each.
  public static func + (lhs: Self, rhs: Self) -> Self {
    if lhs.scope == .empty || rhs.scope == .empty { return Where(scope: .empty) }
    var result = lhs
    for predicate in rhs.predicates where !result.predicates.contains(predicate) {
      result.predicates.append(predicate)
    }
    return result
  }

  /// Adds the conditions to a statement.
  public static func + <C, J>(lhs: Self, rhs: Select<C, From, J>) -> Select<C, From, J> {
    lhs.select.retyped { $0.merge(rhs.clauses) }
  }

  /// Conditions that the table names: `Reminder.where(\.isFlagged).incomplete`.
  public subscript(dynamicMember keyPath: KeyPath<From.Type, Self>) -> Self {
    self + From.self[keyPath: keyPath]
  }

  /// A statement that the table names: `Reminder.where(\.isFlagged).withTags`.
  public subscript<C, J>(
    dynamicMember keyPath: KeyPath<From.Type, Select<C, From, J>>
  ) -> Select<C, From, J> { self + From.self[keyPath: keyPath] }

  /// Conditions that the table names: `.or(.incomplete)`.
  public static subscript(dynamicMember keyPath: KeyPath<From.Type, Self>) -> Self {
    From.self[keyPath: keyPath]
  }
}

extension Select {
  /// Adds conditions to those there are, once each.
  public static func + (lhs: Self, rhs: Where<From>) -> Self {
    lhs.with { $0.merge(rhs._selectClauses) }
  }

  /// Joins the clauses of two statements on one table.
  ///
  /// Columns and joined tables of the second come after those of the first; its limit wins.
  public static func + <each C1, each C2, each J1, each J2>(
    lhs: Self,
    rhs: Select<(repeat each C2), From, (repeat each J2)>
  ) -> Select<(repeat each C1, repeat each C2), From, (repeat each J1, repeat each J2)>
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    lhs.retyped { $0.merge(rhs.clauses) }
  }

  /// Conditions that the table names: `Reminder.limit(10).incomplete`.
  public subscript(dynamicMember keyPath: KeyPath<From.Type, Where<From>>) -> Self {
    self + From.self[keyPath: keyPath]
  }

  /// A statement that the table names: `RemindersList.limit(1).select(\.title).withReminderCount`.
  public subscript<each C1, each C2, each J1, each J2>(
    dynamicMember keyPath: KeyPath<From.Type, Select<(repeat each C2), From, (repeat each J2)>>
  ) -> Select<(repeat each C1, repeat each C2), From, (repeat each J1, repeat each J2)>
  where Columns == (repeat each C1), Joins == (repeat each J1) {
    self + From.self[keyPath: keyPath]
  }

  /// A statement that the table names, on rows of this one: `RemindersList.limit(1).withReminderCount`.
  public subscript<C, J>(
    dynamicMember keyPath: KeyPath<From.Type, Select<C, From, J>>
  ) -> Select<C, From, J> where Columns == (), Joins == () {
    retyped { $0.merge(From.self[keyPath: keyPath].clauses) }
  }

  /// A statement of whole rows that the table names, for this one's columns: `Reminder.select(\.title).withTags`.
  public subscript<J>(
    dynamicMember keyPath: KeyPath<From.Type, Select<(), From, J>>
  ) -> Select<Columns, From, J> where Columns: QueryRepresentable, Joins == () {
    retyped { $0.merge(From.self[keyPath: keyPath].clauses) }
  }
}
