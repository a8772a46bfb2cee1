// Reading with typed queries.
import LiveSQL

@Table struct Reminder: Identifiable, Sendable {
  let id: Int
  var title = ""
  var isCompleted = false
  var priority: Int?
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
        priority INTEGER, remindersListID INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE remindersLists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      INSERT INTO remindersLists VALUES (1, 'Personal');
      INSERT INTO reminders VALUES (1, 'Buy milk', 0, NULL, 1), (2, 'Call Blob', 1, 3, 1);
      """
  )
}

try database.read { db in
  // snippet.rows
  let open = try Reminder.where { !$0.isCompleted }.order(by: \.title).fetchAll(db)
  let first = try Reminder.where(\.isCompleted).fetchOne(db)  // LIMIT 1 is added
  let known = try Reminder.find(db, key: 2)  // throws NotFound where there is none
  let count = try Reminder.where(\.isCompleted).fetchCount(db)
  // snippet.end
  print(open.count, first?.title ?? "none", known.title, count)  // 1 Call Blob Call Blob 1

  // snippet.conditions
  let wanted = Reminder.where { $0.priority == nil || $0.priority == 3 }
    .where { $0.id.in([1, 2, 3]) }
    .where { $0.title.contains("milk") }
  // snippet.end
  print(try wanted.fetchAll(db).map(\.title))  // ["Buy milk"]

  // snippet.columns
  let titles = try Reminder.select(\.title).fetchAll(db)
  let pairs = try Reminder.select { ($0.id, $0.title) }.fetchAll(db)
  // snippet.end
  print(titles, pairs.count)  // ["Buy milk", "Call Blob"] 2

  // snippet.joins
  let counts =
    try RemindersList
    .group(by: \.id)
    .leftJoin(Reminder.all) { $0.id.eq($1.remindersListID) }
    .select { ListWithCount.Columns(list: $0.title, count: $1.id.count()) }
    .fetchAll(db)
  // snippet.end
  print(counts.map { "\($0.list): \($0.count)" })  // ["Personal: 2"]

  // snippet.cursor
  let cursor = try Reminder.order(by: \.id).fetchCursor(db)
  while let reminder = try cursor.next() {
    print(reminder.title)
  }
  // snippet.end

  // snippet.plan
  let plan = try Reminder.where { $0.title.like("%milk%") }.explain(db)
  for warning in plan.warnings { print(warning.explanation) }
  // full scan: reads every row of reminders
  // snippet.end
}

// snippet.prepared
let inList = PreparedQuery { (list: Parameter<Int>, isCompleted: Parameter<Bool>) in
  Reminder.where { $0.remindersListID.eq(list) && $0.isCompleted.eq(isCompleted) }
}
try database.read { db in
  print(try inList.fetchAll(db, 1, true).map(\.title))  // ["Call Blob"]
}
// snippet.end

// snippet.async
for try await reminder in Reminder.order(by: \.id).rows(in: database) {
  print(reminder.title)
}
// snippet.end
