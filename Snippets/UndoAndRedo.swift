// Undoing and redoing writes: named steps, groups, and conflicts with the changes of others.
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

// snippet.without
try await history.withoutRecording {
  try await database.write { db in
    try Reminder.insert { Reminder.Draft(title: "From the server") }.execute(db)
  }
}
// snippet.end

// snippet.group
try await history.group(named: "Complete All") {
  for id in ids {
    try await database.write { db in
      try Reminder.find(id).update { $0.isCompleted = true }.execute(db)
    }
  }
}
print(history.undoName ?? "", history.undoCount)  // Complete All 2
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

func rename(_ title: String) throws {
  try database.write { db in
    try Reminder.find(1).update { $0.title = title }.execute(db)
  }
}

try rename("Rice milk")
// snippet.large
let count = history.undoCount
try history.withoutRecording {
  try database.write { db in
    try Reminder.insert { (1...10_001).map { Reminder.Draft(title: "Imported \($0)") } }.execute(db)
  }
}
print(history.undoCount == count)  // true: the steps before the import are still there
// snippet.end
try database.write { db in
  try Reminder.insert { (1...10_001).map { Reminder.Draft(title: "Imported \($0)") } }.execute(db)
}
print(history.undoCount, history.resetReason.map { "\($0)" } ?? "none")  // 0 …

// snippet.conflict
try rename("Oat milk")  // a step
try history.withoutRecording { try rename("Soy milk") }  // what another process might do
do {
  try history.undo()
} catch UndoError.conflict(let conflict) {
  print(conflict)  // Someone else has changed a row of the table “reminders” since.
  let outcome = try history.undo(onConflict: .skip)
  print(outcome?.rowCount ?? 0, outcome?.skipped.count ?? 0)  // 0 1
}
// snippet.end
