/// An `UPDATE` statement.
///
/// `Returning` is the type of the returned values: a tuple for several, `()` for none.
public struct Update<From: Table, Returning>: Statement, Sendable {
  /// The type that a returned row is decoded as.
  public typealias QueryValue = Returning

  var resolution: ConflictResolution?
  var assignments: Assignments
  /// Other tables that the new values come from.
  var sources: [QueryFragment] = []
  var filter: Where<From>
  var returning: [QueryFragment] = []
}

/// The assignments of an `UPDATE`.
enum Assignments: Sendable {
  case columns([ColumnUpdate])
  /// The values of a row, whose key is the condition.
  case row(RowValues)
}

/// An `UPDATE` statement that returns nothing.
public typealias UpdateOf<From: Table> = Update<From, ()>

extension UpdateOf {
  package init(_ updates: Updates<From>, of rows: Where<From>) {
    self.init(assignments: .columns(updates.columns), filter: rows)
  }

  @usableFromInline
  init(resolution: ConflictResolution?, row: RowValues) {
    self.init(resolution: resolution, assignments: .row(row), filter: Where())
  }
}

extension Update {
  /// The SQL, which is empty if nothing is set or no row can match.
  public var query: QueryFragment {
    guard case .columns(let updates) = assignments else { return withRowWrittenOut.query }
    let lookupKey = filter.soleLookupKey
    guard !updates.isEmpty, let conditions = lookupKey == nil ? filter.scopedConditions : [] else {
      return QueryFragment()
    }
    var query = QueryFragment()
    query.code.reserveCapacity(256)
    query.append(sql: "UPDATE")
    query.append(resolution)
    query.append(sql: " ")
    query.append(From.aliasedTableFragment)
    query.appendLineOrSpace()
    query.append(updates: updates)
    query.append(clause: sources, after: "FROM ")
    query.append(conditions: conditions, after: "WHERE ")
    if let lookupKey { query.append(lookupKey, after: "WHERE ") }
    query.append(clause: returning, after: "RETURNING ")
    return query
  }

  /// The statement with the values of a row withRowWrittenOut out.
  private var withRowWrittenOut: Self {
    guard case .row(let row) = assignments else { return self }
    var copy = self
    copy.assignments = .columns(row.updates)
    copy.filter = Where(predicates: [row.condition] + filter.predicates, scope: filter.scope)
    return copy
  }

  /// The values of the row that it writes by its key, if it binds nothing else.
  public var _keyedRow: _KeyedRow? {
    guard case .row(let row) = assignments, resolution == nil, sources.isEmpty, returning.isEmpty,
      filter.isWholeTable
    else { return nil }
    return _KeyedRow(row, key: _RowKey(.update, From.self, record: ObjectIdentifier(From.self)))
  }

  /// Adds a condition: `WHERE ("reminders"."isCompleted")`.
  public func `where`<Predicate: QueryExpression>(
    _ keyPath: KeyPath<From.TableColumns, Predicate>
  ) -> Self where Predicate.QueryValue: _OptionalPromotable<Bool?> {
    filtered { $0.where(keyPath) }
  }

  /// Adds conditions that must all hold: `WHERE (("reminders"."priority") = (3))`.
  public func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self { filtered { $0.where(predicate) } }

  func filtered(_ filter: (Where<From>) -> Where<From>) -> Self {
    var update = withRowWrittenOut
    update.filter = filter(update.filter)
    return update
  }
}

extension Table {
  /// Updates rows: `UPDATE "reminders" SET "isCompleted" = NOT ("reminders"."isCompleted")`.
  ///
  /// The default scope of ``Table/all`` applies. If no column is set, there is nothing to run.
  public static func update(set updates: (inout Updates<Self>) -> Void) -> UpdateOf<Self> {
    Where<Self>().update(set: updates)
  }

  /// Updates rows: `UPDATE OR IGNORE "reminders" SET …`.
  ///
  /// - Parameters:
  ///   - resolution: The action for a row that violates a constraint.
  ///   - updates: Sets columns.
  public static func update(
    or resolution: ConflictResolution,
    set updates: (inout Updates<Self>) -> Void
  ) -> UpdateOf<Self> { Where<Self>().update(or: resolution, set: updates) }

  /// Updates rows with values from another table.
  ///
  /// ```swift
  /// Reminder.update(from: RemindersList.self) {
  ///   $0.priority = $1.position
  /// } where: {
  ///   $0.remindersListID.eq($1.id)
  /// }
  /// // UPDATE "reminders" SET "priority" = "remindersLists"."position" FROM "remindersLists"
  /// // WHERE (("reminders"."remindersListID") = ("remindersLists"."id"))
  /// ```
  public static func update<Other: Table>(
    from other: Other.Type,
    set updates: (inout Updates<Self>, Other.TableColumns) -> Void,
    @QueryFragmentBuilder<Bool> where predicate: (TableColumns, Other.TableColumns) ->
      [QueryFragment]
  ) -> UpdateOf<Self> { Where<Self>().update(from: other, set: updates, where: predicate) }
}

extension Where {
  /// Updates the rows: `UPDATE "reminders" SET "isCompleted" = 1 WHERE …`.
  public func update(set updates: (inout Updates<From>) -> Void) -> UpdateOf<From> {
    UpdateOf(assignments: .columns(Updates(updates).columns), filter: self)
  }

  /// Updates the rows: `UPDATE OR IGNORE "reminders" SET … WHERE …`.
  ///
  /// - Parameters:
  ///   - resolution: The action for a row that violates a constraint.
  ///   - updates: Sets columns.
  public func update(
    or resolution: ConflictResolution,
    set updates: (inout Updates<From>) -> Void
  ) -> UpdateOf<From> {
    UpdateOf(
      resolution: resolution,
      assignments: .columns(Updates(updates).columns),
      filter: self
    )
  }

  /// Updates the rows with values from another table:
  /// `UPDATE "reminders" SET … FROM "remindersLists" WHERE …`.
  ///
  /// If several rows of the other table match, an arbitrary one of them is used.
  public func update<Other: Table>(
    from other: Other.Type,
    set updates: (inout Updates<From>, Other.TableColumns) -> Void,
    @QueryFragmentBuilder<Bool>
    where predicate: (From.TableColumns, Other.TableColumns) -> [QueryFragment]
  ) -> UpdateOf<From> {
    let scope = Other.all.asSelect().clauses
    var filter = self
    filter.predicates += scope.where + predicate(From.columns, Other.columns)
    if scope.scope == .empty { filter.scope = .empty }
    return UpdateOf(
      assignments: .columns(Updates { updates(&$0, Other.columns) }.columns),
      sources: [Other.aliasedTableFragment],
      filter: filter
    )
  }
}
