// Swift functions and collations in SQL, and SQLite's own functions.
import Foundation
import LiveSQL

@Table struct Reminder: Identifiable, Sendable {
  let id: Int
  var title = ""
  var notes: String?
  var dueDate: Date?
  var priority: Int?
  var remindersListID = 0
}

@Table struct File: Identifiable {
  let id: Int
  var name = ""
}

// snippet.function
@DatabaseFunction(isDeterministic: true)
func slug(_ title: String) -> String {
  title.lowercased().split(separator: " ").joined(separator: "-")
}

@DatabaseFunction(isDeterministic: true)
func median(_ values: some Sequence<Int>) -> Int? {
  let sorted = values.sorted()
  return sorted.isEmpty ? nil : sorted[sorted.count / 2]
}
// snippet.end

@DatabaseFunction
func nickname(_ title: String) -> String { title.lowercased() }

// snippet.types
@DatabaseFunction(as: (([String].JSONRepresentation) -> Int).self, isDeterministic: true)
func countNotes(_ notes: [String]) -> Int { notes.count }
// snippet.end

// snippet.window
struct Spread: DatabaseWindowFunction {
  var values: [Int] = []
  mutating func step(_ arguments: [DatabaseValue]) throws {
    values.append(try Int(databaseValue: arguments[0]))
  }
  mutating func inverse(_ arguments: [DatabaseValue]) throws { values.removeFirst() }
  func value() -> (any DatabaseValueConvertible)? {
    values.isEmpty ? nil : (values.max() ?? 0) - (values.min() ?? 0)
  }
}

let spread = DatabaseFunction("spread", argumentCount: 1, pure: true, window: Spread.self)
// snippet.end

// snippet.connection
let initial = DatabaseFunction(
  "initial",
  argumentCount: 1,
  pure: true,
  isInnocuous: true
) { arguments in
  String(try String(databaseValue: arguments[0]).prefix(1))
}
// snippet.end

// snippet.collation
let natural = DatabaseCollation("naturalOrder") { left, right in
  left.compare(right, options: [.numeric, .caseInsensitive])
}

extension Collation {
  static let natural = Collation(rawValue: "naturalOrder")
}
// snippet.end

// snippet.adding
var configuration = Configuration()
configuration.prepareDatabase { db in
  db.add(function: $slug)
  db.add(function: $median)
  db.add(collation: natural)
}
let database = try DatabasePool(configuration: configuration)
// snippet.end

try database.write { db in
  for value in [spread, initial] { db.add(function: value) }
  db.add(function: $countNotes)
  try db.execute(
    sql: """
      CREATE TABLE reminders (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL, notes TEXT, dueDate TEXT, priority INTEGER,
        remindersListID INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE naturalOrder);
      INSERT INTO files (name) VALUES ('file 10'), ('File 9'), ('file 1');
      """
  )
  try db.seed {
    Reminder(id: 1, title: "Buy milk", dueDate: Date(), priority: 1, remindersListID: 1)
    Reminder(id: 2, title: "Ärger", notes: "no", priority: 3, remindersListID: 1)
    Reminder(id: 3, title: "call Blob", priority: 2, remindersListID: 2)
  }

  // snippet.calling
  let slugs = Reminder.order(by: \.id).select { $slug($0.title) }
  let milk = Reminder.where { $slug($0.title) == "buy-milk" }
  let medians = Reminder.group(by: \.remindersListID)
    .select { ($0.remindersListID, $median($0.priority ?? 0)) }
  let text = #sql("SELECT slug(title) FROM reminders", as: String.self)
  // snippet.end
  print(try slugs.fetchAll(db), try milk.fetchCount(db), try medians.fetchAll(db))
  print(try text.fetchAll(db))

  // snippet.windows
  let spreads =
    try #sql(
      "SELECT spread(priority) OVER (ORDER BY id ROWS 1 PRECEDING) FROM reminders",
      as: Int.self
    )
    .fetchAll(db)
  // snippet.end
  print(spreads)  // [0, 2, 1]

  // snippet.index
  try db.execute(sql: "CREATE INDEX initials ON reminders (initial(title))")
  // snippet.end

  // snippet.ordering
  let byName = File.order { $0.name.collate(.natural) }
  let byTitle = Reminder.order { $0.title.collate(.localizedStandardCompare) }
  let exact = Reminder.where { $0.title.collate(.nocase) == "BUY MILK" }
  // snippet.end
  print(try byName.fetchAll(db).map(\.name), try byTitle.fetchAll(db).map(\.title))
  print(try Reminder.order(by: \.title).fetchAll(db).map(\.title), try exact.fetchCount(db))

  // snippet.dates
  let overdue = Reminder.where { $0.dueDate < .now }
  let thisWeek = Reminder.where { $0.dueDate < .now(.startOfDay.days(7)) }
  let byMonth = Reminder.group { $0.dueDate.month }.select { ($0.dueDate.month, $0.count()) }
  // snippet.end
  print(try overdue.fetchCount(db), try thisWeek.fetchCount(db), try byMonth.fetchAll(db))

  // snippet.days
  let days = Reminder.select { $0.dueDate.strftime("%Y-%m-%d") }
  let localDays = Reminder.select { $0.dueDate(.localtime).strftime("%Y-%m-%d") }
  let perDay = Reminder.group { $0.dueDate(.localtime).strftime("%Y-%m-%d") }
    .select { ($0.dueDate(.localtime).strftime("%Y-%m-%d"), $0.count()) }
  // snippet.end
  print(days.query, localDays.query)
  print(try days.fetchAll(db).count, try localDays.fetchAll(db).count, try perDay.fetchAll(db))

  // snippet.builtin
  let lines = Reminder.order(by: \.id).select {
    ($0.title.upper(), $0.title.length(), $0.notes ?? "no notes", $0.priority.ifnull(0))
  }
  // snippet.end
  print(try lines.fetchAll(db))
}

struct Item: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "reminders"
  var id: Int
  var title: String
}

try database.read { db in
  // snippet.requests
  let request = Item.select(Column("title").lowercased, length(Column("title")))
    .order(Column("title").collating(natural))
  let long = Item.filter(length(Column("title")) > 8)
  // snippet.end
  print(try Row.fetchAll(db, request).count, try long.fetchCount(db))
}

// snippet.failing
do {
  try database.read { db in _ = try #sql("SELECT slog('a')", as: String.self).fetchAll(db) }
} catch let error as DatabaseError {
  print(error.explanation)
  // no such function: slog. Add it to each connection: in `Configuration.prepareDatabase`.
}
// snippet.end

func plans() async throws {
  var configuration = Configuration()
  configuration.prepareDatabase { db in
    db.add(function: $slug)
    db.add(function: $nickname)
    db.add(collation: DatabaseCollation("naturalOrder") { $0.compare($1, options: .numeric) })
  }
  let database = try DatabaseQueue(configuration: configuration)
  try await database.write { db in
    try db.execute(
      sql: """
        CREATE TABLE reminders (
          id INTEGER PRIMARY KEY, title TEXT NOT NULL, notes TEXT, dueDate TEXT, priority INTEGER,
          remindersListID INTEGER NOT NULL DEFAULT 0);
        """
    )
  }
  // snippet.live
  let slugged = FetchAll(Reminder.where { $slug($0.title) == "buy-milk" }, database: database)
  let due = FetchAll(Reminder.where { $0.dueDate < .now }, database: database)
  let named = FetchAll(Reminder.where { $nickname($0.title) == "milk" }, database: database)
  try await database.liveQueriesCaughtUp()
  for case let plan? in [slugged.plan, due.plan, named.plan] { print(plan) }
  // keyed patch
  // run again: the time changes without a write; bind a date from Swift
  // run again: nickname changes without a write; if it only computes, declare it deterministic
  // snippet.end
  let ordered = FetchAll(Reminder.order { $0.title.collate(.natural) }, database: database)
  let grouped = FetchAll(
    Reminder.group { $0.title.collate(.natural) }.select { $0.count() },
    database: database
  )
  try await database.liveQueriesCaughtUp()
  for case let plan? in [ordered.plan, grouped.plan] { print(plan) }
}
try await plans()
