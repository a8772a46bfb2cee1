public import TypedSQL

/// Binds a Swift value to a query, in the form in which its column stores it.
///
/// ```swift
/// Reminder.find(1).update { $0.dueDate = #bind(Date()) }
/// // UPDATE "reminders" SET "dueDate" = ? WHERE …
/// ```
///
/// - Parameters:
///   - queryOutput: The value.
///   - queryValueType: The type that it is stored as, if the context does not determine it.
@freestanding(expression)
public macro bind<QueryValue: QueryBindable>(
  _ queryOutput: QueryValue.QueryOutput,
  as queryValueType: QueryValue.Type = QueryValue.self
) -> BindQueryExpression<QueryValue> =
  #externalMacro(module: "TypedSQLMacros", type: "BindMacro")

/// SQL text that SQLite checks at compile time.
///
/// ```swift
/// #sql("SELECT \(Reminder.id) FROM \(Reminder.self)", as: Int.self)
/// // SELECT "reminders"."id" FROM "reminders"
/// ```
///
/// Interpolated values are never spliced in: values are bound, and tables and columns are quoted.
///
/// - Parameters:
///   - queryFragment: The SQL.
///   - queryValueType: The type that its value is decoded as.
@freestanding(expression)
public macro sql<QueryValue>(
  _ queryFragment: QueryFragment,
  as queryValueType: QueryValue.Type = QueryValue.self
) -> SQLQueryExpression<QueryValue> =
  #externalMacro(module: "TypedSQLMacros", type: "SQLMacro")

/// A query in SQL text whose rows are tuples, and which SQLite checks at compile time.
///
/// ```swift
/// #sql("SELECT \(Reminder.id), \(Reminder.title) FROM \(Reminder.self)", as: (Int, String).self)
/// // SELECT "reminders"."id", "reminders"."title" FROM "reminders"
/// ```
///
/// Everything that reads rows accepts it: `fetchAll`, `@FetchAll`, `ValueObservation`. The types
/// have no labels.
///
/// - Parameters:
///   - queryFragment: The SQL, which selects as many columns as the values take.
///   - rowType: The type that a row is decoded as.
@freestanding(expression)
public macro sql<V1: QueryRepresentable, V2: QueryRepresentable, each V3: QueryRepresentable>(
  _ queryFragment: QueryFragment,
  as rowType: (V1, V2, repeat each V3).Type
) -> SQLRowsQuery<V1, V2, repeat each V3> =
  #externalMacro(module: "TypedSQLMacros", type: "SQLRowsMacro")

/// A statement in SQL text without a result, which SQLite checks at compile time.
///
/// - Parameter queryFragment: The SQL.
@freestanding(expression)
public macro sql(_ queryFragment: QueryFragment) -> SQLQueryExpression<Any> =
  #externalMacro(module: "TypedSQLMacros", type: "SQLMacro")
