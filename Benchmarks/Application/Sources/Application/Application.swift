import Foundation
import LiveSQL

@Table struct RemindersList: Identifiable {
  let id: Int
  var title = ""
}

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
  var isCompleted = false
  var dueDate: Date?
  var listID: RemindersList.ID
}

@Selection struct Row {
  let title: String
  let list: String
}

@main struct Application {
  static func main() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: RemindersList.createTableSQL)
      try db.execute(sql: Reminder.createTableSQL)
      try RemindersList.insert { RemindersList.Draft(title: "Home") }.execute(db)
      try Reminder.insert { Reminder.Draft(title: "Milk", listID: 1) }.execute(db)
    }
    let rows = try database.read { db in
      try Reminder
        .where { !$0.isCompleted }
        .join(RemindersList.all) { $0.listID.eq($1.id) }
        .order { reminders, _ in reminders.title }
        .select { Row.Columns(title: $0.title, list: $1.title) }
        .fetchAll(db)
    }
    for row in rows { print(row.list, row.title) }
  }
}
