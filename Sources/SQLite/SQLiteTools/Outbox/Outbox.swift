public import TypedSQL

/// A record of the changes of a table's rows, which feeds a search index, a cache or another
/// service.
///
/// ```swift
/// let outbox = Outbox(of: Reminder.where { !$0.isCompleted }, named: "openReminders")
/// try outbox.create(in: db, for: ["search"])  // in a migration
/// try await outbox.deliver(from: database, to: "search") { batch in
///   for change in batch.changes { … }
/// }
/// ```
///
/// Triggers write each change into a table of the same database, in the transaction of the writer:
/// the change is recorded if and only if that transaction commits, whichever program it is of.
///
/// Changes are delivered in order, and each consumer, which has a name, acknowledges what it has
/// handled. After a crash it gets again what it has not acknowledged: each change at least once. A
/// consumer that stores the token together with its data, and begins after the stored token, has
/// each change exactly once. What all registered consumers have acknowledged is removed.
///
/// On SQLite the order is that of the commits. On PostgreSQL a number that a transaction draws says
/// nothing about when it commits, so a change gets its number when it is first read, and thus when
/// it is visible. No change is skipped because its transaction commits late; changes of one row,
/// and changes that build on each other, keep their order; and a long transaction delays only its
/// own changes.
///
/// A row whose key changes is removed and inserted. On SQLite `INSERT OR REPLACE` deletes other
/// rows without triggers, unless `PRAGMA recursive_triggers` is on.
public struct Outbox<Row: PrimaryKeyedTable & Sendable>: Sendable {
  /// The name, which is unique in the database.
  public let name: String
  /// The conditions on a row; `nil` if the query is not suitable.
  let conditions: [QueryFragment]?

  /// Creates a description of an outbox; ``create(in:for:)`` creates it in a database.
  ///
  /// - Parameters:
  ///   - query: The rows: all of a table, or those that meet conditions. A condition may refer only
  ///     to the columns of the row.
  ///   - name: The name, of at most 32 UTF-8 bytes, which is unique in the database.
  public init<Query: SelectStatement<(), Row, ()>>(of query: Query, named name: String) {
    self.name = name
    conditions = query.asSelect()._selectClauses.conditionsOnRow
  }
}

extension Outbox where Row.QueryOutput == Row {
  /// Checks the name and the query.
  ///
  /// - Returns: The condition on a row of the table, with its values as literals.
  /// - Throws: ``OutboxError`` with `.misuse`.
  package func checkedCondition() throws(OutboxError) -> QueryFragment {
    guard (1...32).contains(name.utf8.count), !name.utf8.contains(0) else {
      throw .misuse("The name of an outbox has 1 to 32 UTF-8 bytes and no NUL. Choose another one.")
    }
    guard let conditions, Row.tableAlias == nil else {
      throw .misuse(
        "The query of the outbox “\(name)” has more than conditions on the rows of one table. "
          + "Leave out joins, columns, groups and limits."
      )
    }
    guard !conditions.isEmpty else { return "TRUE" }
    var condition = QueryFragment()
    condition.append(conjunction: conditions)
    let literal = condition.withoutSchema(of: Row.self).withLiterals
    guard literal.bindings.isEmpty else {
      throw .misuse(
        "A condition of the outbox “\(name)” has a value that is no literal of SQL. Choose another."
      )
    }
    return "(\(literal))"
  }
}

extension OutboxError {
  fileprivate static func misuse(_ description: String) -> OutboxError {
    OutboxError(code: .misuse, description: description)
  }
}
