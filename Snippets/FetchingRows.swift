// Reading with typed queries.
import LiveSQL

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
  var isCompleted = false
  var remindersListID = 0
}

@Table struct RemindersList: Identifiable {
  let id: Int
  var title = ""
}

@Selection struct ListWithCount {
  let list: String
  let count: Int
}

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE reminders (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
        remindersListID INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE remindersLists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      INSERT INTO remindersLists VALUES (1, 'Personal');
      INSERT INTO reminders VALUES (1, 'Buy milk', 0, 1), (2, 'Call Blob', 1, 1);
      """
  )
}

try database.read { db in
  // snippet.rows
  let open = try Reminder.where { !$0.isCompleted }.order(by: \.title).fetchAll(db)
  let first = try Reminder.find(1).fetchOne(db)
  let known = try Reminder.find(db, key: 2)
  let count = try Reminder.where(\.isCompleted).fetchCount(db)
  // snippet.end
  print(open.count, first?.title ?? "none", known.title, count)

  // snippet.columns
  let titles = try Reminder.select(\.title).fetchAll(db)
  let pairs = try Reminder.select { ($0.id, $0.title) }.fetchAll(db)
  // snippet.end
  print(titles, pairs.count)

  // snippet.joins
  let counts =
    try RemindersList
    .group(by: \.id)
    .leftJoin(Reminder.all) { $0.id.eq($1.remindersListID) }
    .select { ListWithCount.Columns(list: $0.title, count: $1.id.count()) }
    .fetchAll(db)
  // snippet.end
  print(counts.map { "\($0.list): \($0.count)" })
}
