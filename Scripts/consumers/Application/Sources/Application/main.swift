import LiveSQL

#if BESIDE_OTHERS
  import OtherMacros
  print("other macro: \(#answer)")
#endif

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
}

let database = try DatabaseQueue()
try database.write { db in
  try #sql("CREATE TABLE reminders (id INTEGER PRIMARY KEY, title TEXT NOT NULL)").execute(db)
  try Reminder.insert { Reminder.Draft(title: "Buy milk") }.execute(db)
}
print(try database.read { db in try Reminder.order(by: \.title).fetchAll(db) }.map(\.title))
