public import Foundation
public import TypedSQL

/// The name by which a trigger refers to a row before a change.
public enum _OldName: AliasName {
  /// The name.
  public static var aliasName: String { "old" }
}

/// The name by which a trigger refers to a row after a change.
public enum _NewName: AliasName {
  /// The name.
  public static var aliasName: String { "new" }
}

/// The event that fires a trigger, and the statements that it runs for each row.
///
/// ```swift
/// .insert { new in RemindersList.update { … }.where { $0.id.eq(new.id) } }
/// .update { ($0.title, $0.notes) } forEachRow: { old, new in … } when: { old, new in … }
/// .update(touch: \.updatedAt)
/// .delete { old in … }
/// ```
///
/// The closures run once, when the trigger is created, and their values become part of its text. So
/// `Date()` is the time of the creation, for all rows. SQL computes the time of each change: write
/// `.now`, which is `datetime('now', 'subsec')`, or `touch:`.
///
/// ```swift
/// .insert { new in Reminder.find(new.id).update { $0.createdAt = .now } }
/// ```
public struct TriggerOperation<On: Table>: Hashable, Sendable {
  /// The columns of a row before it is changed or deleted.
  public typealias Old = TableAlias<On, _OldName>.TableColumns

  /// The columns of a row after it is inserted or changed.
  public typealias New = TableAlias<On, _NewName>.TableColumns

  enum Kind: String, Hashable, Sendable {
    case insert, update, delete
  }

  var kind: Kind
  /// The columns that fire the trigger when they are set; empty for any column.
  var columns: [String] = []
  var statements: [QueryFragment]
  var conditions: [QueryFragment] = []
}

extension TriggerOperation {
  /// Runs statements for each inserted row: `INSERT ON … FOR EACH ROW BEGIN …; END`.
  ///
  /// - Parameters:
  ///   - perform: The statements, which may refer to the row.
  ///   - condition: The rows for which the statements run.
  public static func insert(
    @QueryFragmentBuilder<any Statement> forEachRow perform: (_ new: New) -> [QueryFragment],
    @QueryFragmentBuilder<Bool> when condition: (_ new: New) -> [QueryFragment] = { _ in [] }
  ) -> Self {
    TriggerOperation(kind: .insert, statements: perform(New()), conditions: condition(New()))
  }

  /// Runs statements for each updated row: `UPDATE ON … FOR EACH ROW BEGIN …; END`.
  ///
  /// - Parameters:
  ///   - perform: The statements, which may refer to the row before and after.
  ///   - condition: The rows for which the statements run.
  public static func update(
    @QueryFragmentBuilder<any Statement>
    forEachRow perform: (_ old: Old, _ new: New) -> [QueryFragment],
    @QueryFragmentBuilder<Bool>
    when condition: (_ old: Old, _ new: New) -> [QueryFragment] = { _, _ in [] }
  ) -> Self {
    TriggerOperation(
      kind: .update,
      statements: perform(Old(), New()),
      conditions: condition(Old(), New())
    )
  }

  /// Runs statements for each row in which certain columns are set:
  /// `UPDATE OF "title", "notes" ON …`.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - perform: The statements, which may refer to the row before and after.
  ///   - condition: The rows for which the statements run.
  public static func update<each Column: _TableColumnExpression>(
    of columns: (On.TableColumns) -> (repeat each Column),
    @QueryFragmentBuilder<any Statement>
    forEachRow perform: (_ old: Old, _ new: New) -> [QueryFragment],
    @QueryFragmentBuilder<Bool>
    when condition: (_ old: Old, _ new: New) -> [QueryFragment] = { _, _ in [] }
  ) -> Self {
    update(forEachRow: perform, when: condition).restricted(columns)
  }

  /// Runs statements for each deleted row: `DELETE ON … FOR EACH ROW BEGIN …; END`.
  ///
  /// - Parameters:
  ///   - perform: The statements, which may refer to the row.
  ///   - condition: The rows for which the statements run.
  public static func delete(
    @QueryFragmentBuilder<any Statement> forEachRow perform: (_ old: Old) -> [QueryFragment],
    @QueryFragmentBuilder<Bool> when condition: (_ old: Old) -> [QueryFragment] = { _ in [] }
  ) -> Self {
    TriggerOperation(kind: .delete, statements: perform(Old()), conditions: condition(Old()))
  }
}

// MARK: - Touching

extension TriggerOperation {
  /// Sets columns of each inserted row: `UPDATE … SET … WHERE (("t"."rowid") = ("new"."rowid"))`.
  ///
  /// The table must have rowids.
  public static func insert(
    touch updates: (inout Updates<On>) -> Void,
    @QueryFragmentBuilder<Bool> when condition: (_ new: New) -> [QueryFragment] = { _ in [] }
  ) -> Self {
    TriggerOperation(
      kind: .insert,
      statements: touching(updates),
      conditions: condition(New())
    )
  }

  /// Sets a column of each inserted row to the current time:
  /// `SET "createdAt" = datetime('subsec')`.
  public static func insert<D: _OptionalPromotable<Date?>>(
    touch column: KeyPath<On.TableColumns, TableColumn<On, D>>,
    date: any QueryExpression<D> = SQLQueryExpression<D>(.now),
    @QueryFragmentBuilder<Bool> when condition: (_ new: New) -> [QueryFragment] = { _ in [] }
  ) -> Self {
    insert(
      touch: { $0._set(On.columns[keyPath: column].name, to: date.queryFragment) },
      when: condition
    )
  }

  /// Sets columns of each updated row: `UPDATE … SET … WHERE (("t"."rowid") = ("new"."rowid"))`.
  ///
  /// The table must have rowids.
  public static func update(
    touch updates: (inout Updates<On>) -> Void,
    @QueryFragmentBuilder<Bool>
    when condition: (_ old: Old, _ new: New) -> [QueryFragment] = { _, _ in [] }
  ) -> Self {
    TriggerOperation(
      kind: .update,
      statements: touching(updates),
      conditions: condition(Old(), New())
    )
  }

  /// Sets a column of each updated row to the current time: `SET "updatedAt" = datetime('subsec')`.
  public static func update<D: _OptionalPromotable<Date?>>(
    touch column: KeyPath<On.TableColumns, TableColumn<On, D>>,
    date: any QueryExpression<D> = SQLQueryExpression<D>(.now),
    @QueryFragmentBuilder<Bool>
    when condition: (_ old: Old, _ new: New) -> [QueryFragment] = { _, _ in [] }
  ) -> Self {
    update(
      touch: { $0._set(On.columns[keyPath: column].name, to: date.queryFragment) },
      when: condition
    )
  }

  /// Sets columns of each row in which certain columns are set:
  /// `UPDATE OF "title" ON … BEGIN UPDATE … SET … END`.
  ///
  /// The table must have rowids.
  public static func update<each Column: _TableColumnExpression>(
    of columns: (On.TableColumns) -> (repeat each Column),
    touch updates: (inout Updates<On>) -> Void,
    @QueryFragmentBuilder<Bool>
    when condition: (_ old: Old, _ new: New) -> [QueryFragment] = { _, _ in [] }
  ) -> Self {
    update(touch: updates, when: condition).restricted(columns)
  }

  /// Sets a column to the current time in each row in which certain columns are set:
  /// `UPDATE OF "title" ON … BEGIN UPDATE … SET … END`.
  public static func update<each Column: _TableColumnExpression, D: _OptionalPromotable<Date?>>(
    of columns: (On.TableColumns) -> (repeat each Column),
    touch column: KeyPath<On.TableColumns, TableColumn<On, D>>,
    date: any QueryExpression<D> = SQLQueryExpression<D>(.now),
    @QueryFragmentBuilder<Bool>
    when condition: (_ old: Old, _ new: New) -> [QueryFragment] = { _, _ in [] }
  ) -> Self {
    update(touch: column, date: date, when: condition).restricted(columns)
  }

  /// Returns the operation, restricted to changes of certain columns.
  private func restricted<each Column: _TableColumnExpression>(
    _ columns: (On.TableColumns) -> (repeat each Column)
  ) -> Self {
    var operation = self
    operation.columns = On.writableNames(columns)
    return operation
  }

  private static func touching(_ updates: (inout Updates<On>) -> Void) -> [QueryFragment] {
    var rowid = QueryFragment()
    rowid.append(parenthesized: .rowid(of: On.self))
    rowid.append(sql: " = ")
    rowid.append(parenthesized: .rowid(of: "new"))
    let filter = Where<On>(predicates: [rowid], scope: .unscoped)
    let query = UpdateOf<On>(Updates(updates), of: filter).query
    return query.isEmpty ? [] : [query]
  }
}

extension QueryFragment {
  /// The current time, in the form in which a `Date` is stored.
  @usableFromInline static var now: QueryFragment { QueryFragment(dateText: QueryFragment()) }
}
