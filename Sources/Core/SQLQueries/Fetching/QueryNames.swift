public import TypedSQL

/// A query of any kind, as the type of a parameter or a result: it can be fetched and observed.
///
/// ```swift
/// func overdue() -> some Query<Reminder>
/// func titles() -> some Query<String>
/// func withLists() -> some Query<(Reminder, RemindersList)>
/// ```
///
/// It is a typed statement, SQL text or a request for records. If it is to be refined or divided
/// into sections, use ``SelectStatementOf`` or ``Selected``, which also name its tables.
public typealias Query<Row> = RowQuery<Row>

/// A `SELECT` statement of a value or a `@Selection` from tables, as the type of a parameter or a
/// result.
///
/// ```swift
/// func titles() -> some Selected<String, Reminder>
/// func lines() -> some Selected<Line, Errand, Owner>
/// ```
///
/// It can be fetched and observed like any ``Query``. After `asSelect()`, it is refined by `where`,
/// `order` and `limit`, or divided into sections. Statements of whole rows are a
/// ``SelectStatementOf`` their tables.
public typealias Selected<Value: QueryRepresentable, From: Table, each Join: Table> =
  SelectStatement<
    Value, From, (repeat each Join)
  > & TypedRowQuery<Value.QueryOutput>
