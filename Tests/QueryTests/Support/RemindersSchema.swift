import Foundation
import LiveSQL

// The tables that the tests share. `RemindersDatabase` makes and fills them.

/// A list of reminders.
@Table
struct RemindersList: Hashable, Sendable, Identifiable {
  let id: Int
  var color = 0x4a99ef
  var title = ""
  var position = 0
}

/// Something to be done.
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

/// How much it matters.
enum Priority: Int, QueryBindable, Hashable, Sendable {
  case low = 1
  case medium
  case high
}

/// Somebody who does things.
@Table
struct User: Hashable, Sendable, Identifiable {
  let id: Int
  var name = ""
}

/// What several reminders have in common.
@Table
struct Tag: Hashable, Sendable, Identifiable {
  let id: Int
  var title = ""
}

/// That a reminder has a tag.
@Table("remindersTags")
struct ReminderTag: Hashable, Sendable {
  let reminderID: Int
  let tagID: Int
}

/// Where a list is to be one day.
@Table
struct Milestone: Hashable, Sendable, Identifiable {
  let id: Int
  var remindersListID: Int
  var title = ""
}

/// The texts of reminders, for searching.
@Table
struct ReminderText: Hashable, Sendable {
  let rowid: Int
  var title = ""
  var notes = ""
}
