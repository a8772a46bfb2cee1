import Testing
import TypedSQL

/// Expects a statement's SQL, formatted on several lines and with its values.
///
/// ```swift
/// assertSQL(Reminder.where(\.isCompleted)) {
///   """
///   SELECT …
///   FROM "reminders"
///   WHERE ("reminders"."isCompleted")
///   """
/// }
/// ```
func assertSQL(
  _ statement: some Statement,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ sql: () -> String
) {
  #expect(
    statement.query.description(layout: .multiLine) == sql(),
    sourceLocation: sourceLocation
  )
}

/// Expects an expression's SQL, with its values.
func assertSQL(
  expression: some QueryExpression,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ sql: () -> String
) {
  #expect(
    expression.queryFragment.description(layout: .multiLine) == sql(),
    sourceLocation: sourceLocation
  )
}
