/// A type that stores values of another type.
///
/// Conform a custom representation to it, so that its columns can be set to plain values in an
/// `UPDATE`:
///
/// ```swift
/// Reminder.update { $0.dueDate = Date() }
/// // UPDATE "reminders" SET "dueDate" = 1771108891
/// ```
public protocol ValueRepresentation: _TypedByColumn {}
