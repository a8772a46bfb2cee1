// Reading with typed queries.
import LiveSQL

@Table struct Reminder: Identifiable, Sendable {
  let id: Int
  var title = ""
  var isCompleted = false
  var priority: Int?
  var remindersListID = 0
}

@Table struct RemindersList: Identifiable, Sendable {
  let id: Int
  var title = ""
}

// snippet.selection
@Selection struct ListSummary {
  let listID: Int
  let count: Int
  let highest: Int?
}
// snippet.end

// snippet.common-type
@Selection struct OpenCount {
  let remindersListID: Int
  let count: Int
}
// snippet.end

@Selection struct ListWithNext {
  let title: String
  let next: String?
}

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE reminders (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL DEFAULT 0,
        priority INTEGER, remindersListID INTEGER NOT NULL DEFAULT 0);
      INSERT INTO reminders VALUES (1, 'Buy milk', 0, NULL, 1), (2, 'Call Blob', 1, 3, 1);
      CREATE TABLE remindersLists (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
      INSERT INTO remindersLists VALUES (1, 'Personal'), (2, 'Work');
      """
  )
}

// snippet.access
let reminders = try database.read { db in try Reminder.fetchAll(db) }
// snippet.end
print(reminders.count)  // 2

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

  // snippet.variants
  func page(_ number: Int, openOnly: Bool, search: String?) -> some SelectStatementOf<Reminder> {
    Reminder
      .where { if openOnly { !$0.isCompleted } }
      .where { if let search { $0.title.contains(search) } }
      .order { ($0.priority.desc(nulls: .last), $0.title) }
      .limit(20, offset: 20 * number)
  }
  // snippet.end
  print(try page(0, openOnly: true, search: nil).fetchAll(db).map(\.title))  // ["Buy milk"]

  // snippet.columns
  let titles = try Reminder.select(\.title).fetchAll(db)
  let pairs = try Reminder.select { ($0.id, $0.title) }.fetchAll(db)
  // snippet.end
  print(titles, pairs.count)  // ["Buy milk", "Call Blob"] 2

  // snippet.case
  let marks = Reminder.select {
    ($0.title, Case($0.priority).when(3, then: "!!!").when(2, then: "!!").else(""))
  }
  // snippet.end
  print(try marks.fetchAll(db))  // [("Buy milk", ""), ("Call Blob", "!!!")]

  // snippet.aggregates
  let totals =
    try Reminder
    .select { ($0.count(), $0.count(filter: !$0.isCompleted), $0.priority.max()) }
    .fetchOne(db)
  // snippet.end
  print(totals ?? (0, 0, nil))  // (2, 1, Optional(3))

  // snippet.groups
  let summaries = Reminder.group(by: \.remindersListID)
    .having { $0.count() > 1 }
    .select {
      ListSummary.Columns(listID: $0.remindersListID, count: $0.count(), highest: $0.priority.max())
    }
  // snippet.end
  print(try summaries.fetchAll(db).map(\.count))  // [2]

  // snippet.subqueries
  let personal = RemindersList.where { $0.title == "Personal" }.select(\.id)
  let inPersonal = Reminder.where { $0.remindersListID.in(personal) }
  let empty = RemindersList.where { list in
    !Reminder.where { $0.remindersListID == list.id }.exists()
  }
  let most = Reminder.where { $0.priority == Reminder.select { $0.priority.max() } }
  // snippet.end
  print(try inPersonal.fetchCount(db), try empty.fetchAll(db).map(\.title))  // 2 ["Work"]
  print(try most.fetchAll(db).map(\.title))  // ["Call Blob"]

  // snippet.scalar
  let openCounts = RemindersList.order(by: \.title).select { list in
    (list.title, Reminder.where { $0.remindersListID == list.id && !$0.isCompleted }.count())
  }
  // snippet.end
  print(openCounts.query)
  print(try openCounts.fetchAll(db))  // [("Personal", 1), ("Work", 0)]

  // snippet.optional-scalar
  // @Selection struct ListWithNext { let title: String; let next: String? }
  let withNext = RemindersList.order(by: \.title).select { list in
    ListWithNext.Columns(
      title: list.title,
      next: Reminder.where { $0.remindersListID == list.id && !$0.isCompleted }
        .order(by: \.title).select(\.title).limit(1).scalarSubquery()
    )
  }
  // snippet.end
  print(try withNext.fetchAll(db).map(\.next))  // [Optional("Buy milk"), nil]

  // snippet.common
  let busiest = With {
    Reminder.where { !$0.isCompleted }
      .group(by: \.remindersListID)
      .select { OpenCount.Columns(remindersListID: $0.remindersListID, count: $0.count()) }
  } query: {
    RemindersList
      .join(OpenCount.all) { $0.id == $1.remindersListID }
      .order { $1.count.desc() }
      .select { ($0.title, $1.count) }
  }
  // snippet.end
  print(try busiest.fetchAll(db))  // [("Personal", 1)]

  // snippet.union
  let found = Reminder.where { $0.title.contains("a") }.select { ("reminder", $0.title) }
    .union(all: true, RemindersList.where { $0.title.contains("a") }.select { ("list", $0.title) })
    .order { kind, title in (title, kind) }
    .limit(10)
  // snippet.end
  print(try found.fetchAll(db))  // [("reminder", "Call Blob"), ("list", "Personal")]

  // snippet.window
  let ranked = Reminder.select {
    (
      $0.title,
      WindowFunction.rank()
        .over(partitionBy: $0.remindersListID, orderBy: $0.priority.desc(nulls: .last)),
      $0.priority.sum().over(orderBy: $0.id)
    )
  }
  // snippet.end
  print(try ranked.fetchAll(db))  // [("Call Blob", 1, Optional(3)), ("Buy milk", 2, nil)]

  // snippet.sections
  let sections = try Reminder.order(by: \.title).fetchAll(db, sectionBy: \.isCompleted)
  for section in sections {
    print(section.name ? "done" : "open", section.map(\.title))
  }
  // open ["Buy milk"]
  // done ["Call Blob"]
  // snippet.end

  // snippet.missing
  do {
    _ = try Reminder.find(db, key: 7)
  } catch let error as NotFound {
    print(error)  // There is no row with this key in “reminders”. If a row may be missing, …
  }
  // snippet.end

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
