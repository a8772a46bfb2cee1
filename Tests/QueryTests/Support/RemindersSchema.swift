import Foundation
import LiveSQL

// The tables that the tests share. `remindersDatabase()` creates and fills them.

/// A list of reminders.
@Table
struct RemindersList: Hashable, Sendable, Identifiable {
  let id: Int
  var color = 0x4a99ef
  var title = ""
  var position = 0
}

/// A task.
@Table
struct Reminder: Hashable, Sendable, Identifiable {
  let id: Int
  var assignedUserID: User.ID?
  var dueDate: Date?
  var isCompleted = false
  var isFlagged = false
  var notes = ""
  var priority: Priority?
  var remindersListID: Int
  var title = ""
  var updatedAt: Date = Date(timeIntervalSinceReferenceDate: 1_234_567_890)
}

/// The importance of a reminder.
enum Priority: Int, QueryBindable, Hashable, Sendable {
  case low = 1
  case medium
  case high
}

/// A person to whom reminders are assigned.
@Table
struct User: Hashable, Sendable, Identifiable {
  let id: Int
  var name = ""
}

/// A label for reminders.
@Table
struct Tag: Hashable, Sendable, Identifiable {
  let id: Int
  var title = ""
}

/// The assignment of a tag to a reminder.
@Table("remindersTags")
struct ReminderTag: Hashable, Sendable {
  let reminderID: Int
  let tagID: Int
}

/// A goal of a list.
@Table
struct Milestone: Hashable, Sendable, Identifiable {
  let id: Int
  var remindersListID: Int
  var title = ""
}

/// The full-text index of reminders.
@Table
struct ReminderText: Hashable, Sendable {
  let rowid: Int
  var title = ""
  var notes = ""
}
