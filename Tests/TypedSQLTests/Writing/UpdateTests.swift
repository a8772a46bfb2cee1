import Foundation
import Testing
import TypedSQL

@Suite struct UpdateTests {
  @Test func `sets values`() {
    let title = "x"
    let date: Date? = nil
    assertSQL(
      Reminder.update {
        $0.title = "Get \(title)"
        $0.notes = title
        $0.dueDate = Date(timeIntervalSinceReferenceDate: 0)
        $0.dueDate = date
        $0.dueDate = nil
        $0.dueDate = #bind(Date(timeIntervalSinceReferenceDate: 0))
        $0.priority = .high
        $0.priority = Priority.low
        $0.isCompleted = true
        $0.remindersListID = $0.remindersListID
        $0.assignedUserID = $0.remindersListID
        $0.assignedUserID = 1
      }
    ) {
      """
      UPDATE "reminders"
      SET "title" = 'Get x', "notes" = 'x', "dueDate" = '2001-01-01 00:00:00.000', "dueDate" = NULL, "dueDate" = NULL, "dueDate" = '2001-01-01 00:00:00.000', "priority" = 3, "priority" = 1, "isCompleted" = 1, "remindersListID" = "reminders"."remindersListID", "assignedUserID" = "reminders"."remindersListID", "assignedUserID" = 1
      """
    }
  }

  @Test func `applies operators`() {
    assertSQL(
      Reminder.where(\.isCompleted).update {
        $0.title += " Pro"
        $0.title.append("!")
        $0.title += $0.notes
        $0.isCompleted.toggle()
        $0.remindersListID += 1
        $0.assignedUserID -= 1
        $0.assignedUserID *= $0.remindersListID
        $0.remindersListID.negate()
      }
      .returning { ($0.id, $0.title) }
    ) {
      """
      UPDATE "reminders"
      SET "title" = ("reminders"."title") || (' Pro'), "title" = ("reminders"."title") || ('!'), "title" = ("reminders"."title") || ("reminders"."notes"), "isCompleted" = NOT ("reminders"."isCompleted"), "remindersListID" = ("reminders"."remindersListID") + (1), "assignedUserID" = ("reminders"."assignedUserID") - (1), "assignedUserID" = ("reminders"."assignedUserID") * ("reminders"."remindersListID"), "remindersListID" = -("reminders"."remindersListID")
      WHERE ("reminders"."isCompleted")
      RETURNING "id", "title"
      """
    }
  }

  @Test func `updates a record`() {
    assertSQL(Tag.update(Tag(id: 1, title: "a"))) {
      """
      UPDATE "tags"
      SET "title" = 'a'
      WHERE (("tags"."id") = (1))
      """
    }
  }

  @Test func `runs nothing without updates`() {
    assertSQL(Tag.update { _ in }) { "" }
    assertSQL(Tag.none.update { $0.title = "" }) { "" }
  }
}
