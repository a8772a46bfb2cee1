// Undo and redo what was written: steps with names, groups, conflicts with others' changes.
import LiveSQL

@Table struct Reminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var isCompleted = false
}

let database = try DatabaseQueue()
try database.write { db in try db.execute(sql: Reminder.createTableSQL) }
let ids = [1, 2]

// snippet.history
let history = try UndoHistory(database)
// snippet.end

// snippet.step
try await history.group(named: "Add Reminder") {
  try await database.write { db in
    try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(db)
  }
}
try history.undo()
try history.redo()
// snippet.end

// snippet.group
try await history.group(named: "Complete All") {
  for id in ids {
    try await database.write { db in
      try Reminder.find(id).update { $0.isCompleted = true }.execute(db)
    }
  }
}
// snippet.end

// snippet.menu
func menu(of history: UndoHistory) -> [(title: String, isEnabled: Bool)] {
  [
    ("Undo \(history.undoName ?? "")", history.canUndo),
    ("Redo \(history.redoName ?? "")", history.canRedo),
  ]
}
// snippet.end
print(menu(of: history))

// snippet.without
try await history.withoutRecording {
  try await database.write { db in
    try Reminder.insert { Reminder.Draft(title: "From the server") }.execute(db)
  }
}
// snippet.end

// snippet.conflict
do {
  try history.undo()
} catch UndoError.conflict(let conflict) {
  print(conflict)  // A row of the table “reminders” was changed since by somebody else.
  let outcome = try history.undo(onConflict: .skip)
  print(outcome?.skipped.count ?? 0)
}
// snippet.end
