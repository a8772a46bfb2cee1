import Foundation
import TypedSQL
import TypedSQLMacroDeclarations

/// The tables of the tests' example: lists of reminders, with tags and the users they are assigned
/// to.
@Table
struct RemindersList: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var color = 0x4a99ef
  var title = ""
  var position = 0
}

@Table
struct Reminder: Codable, Equatable, Identifiable, Sendable {
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

enum Priority: Int, Codable, QueryBindable, Sendable {
  case low = 1
  case medium
  case high
}

@Table
struct User: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var name = ""
}

@Table
struct Tag: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title = ""
}

@Table("remindersTags")
struct ReminderTag: Equatable, Sendable {
  let reminderID: Int
  let tagID: Int
}
