/// A type that stores values of another type.
///
/// Columns with a representation of one's own can be set to plain values in an `UPDATE` if the representation conforms:
///
/// ```swift
/// Reminder.update { $0.dueDate = Date() }
/// // UPDATE "reminders" SET "dueDate" = 1771108891
/// ```
public protocol ValueRepresentation: _TypedByColumn {}
