/// An `UPDATE` statement.
///
/// `Returning` are the types of what it returns, `()` for nothing.
public struct Update<From: Table, Returning>: Statement, Sendable {
  /// What a returned row is decoded as.
  public typealias QueryValue = Returning

  var resolution: ConflictResolution?
  var assignments: Assignments
  /// Other tables that values are taken from.
  var sources: [QueryFragment] = []
  var filter: Where<From>
  var returning: [QueryFragment] = []
}

/// What columns are set to.
enum Assignments: Sendable {
  case columns([ColumnUpdate])
  /// The values of a row, whose key is a condition.
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
  /// The SQL; empty where nothing is set or no row can be meant.
  public var query: QueryFragment {
    guard case .columns(let updates) = assignments else { return written.query }
    let sought = filter.onlySought
    guard !updates.isEmpty, let conditions = sought == nil ? filter.scopedConditions : [] else {
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
    if let sought { query.append(sought, after: "WHERE ") }
    query.append(clause: returning, after: "RETURNING ")
    return query
  }

  /// The same with the values of a row written out.
  private var written: Self {
    guard case .row(let row) = assignments else { return self }
    var copy = self
    copy.assignments = .columns(row.updates)
    copy.filter = Where(predicates: [row.condition] + filter.predicates, scope: filter.scope)
    return copy
  }

  /// The values of the row that it writes by its key, where they are all that it binds.
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

  /// Adds conditions that all have to hold: `WHERE (("reminders"."priority") = (3))`.
  public func `where`(
    @QueryFragmentBuilder<Bool> _ predicate: (From.TableColumns) -> [QueryFragment]
  ) -> Self { filtered { $0.where(predicate) } }

  func filtered(_ filter: (Where<From>) -> Where<From>) -> Self {
    var update = written
    update.filter = filter(update.filter)
    return update
  }
}

extension Table {
  /// Changes rows: `UPDATE "reminders" SET "isCompleted" = NOT ("reminders"."isCompleted")`.
  ///
  /// The scope of ``Table/all`` holds. Without anything that is set there is nothing to run.
  public static func update(set updates: (inout Updates<Self>) -> Void) -> UpdateOf<Self> {
    Where<Self>().update(set: updates)
  }

  /// Changes rows: `UPDATE OR IGNORE "reminders" SET …`.
  ///
  /// - Parameters:
  ///   - resolution: What happens to a row that breaks a constraint.
  ///   - updates: Sets columns.
  public static func update(
    or resolution: ConflictResolution,
    set updates: (inout Updates<Self>) -> Void
  ) -> UpdateOf<Self> { Where<Self>().update(or: resolution, set: updates) }

  /// Changes rows by values of another table.
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
  /// Changes the rows: `UPDATE "reminders" SET "isCompleted" = 1 WHERE …`.
  public func update(set updates: (inout Updates<From>) -> Void) -> UpdateOf<From> {
    UpdateOf(assignments: .columns(Updates(updates).columns), filter: self)
  }

  /// Changes the rows: `UPDATE OR IGNORE "reminders" SET … WHERE …`.
  ///
  /// - Parameters:
  ///   - resolution: What happens to a row that breaks a constraint.
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

  /// Changes the rows by values of another table: `UPDATE "reminders" SET … FROM "remindersLists" WHERE …`.
  ///
  /// Where several rows of the other table match, any of them counts.
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
