// Tables as Swift structures.
import Foundation
import LiveSQL

// snippet.tables
@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
  var isCompleted = false
  var dueDate: Date?
  var priority: Priority?
  @Column(as: [String].JSONRepresentation.self)
  var notes: [String] = []
}

enum Priority: Int, QueryBindable {
  case low = 1
  case medium
  case high
}
// snippet.end

// snippet.names
@Table("people", schema: "main") struct Person {
  @Column("person_id", primaryKey: true) let id: UUID
  @Column("full_name") var name = ""
  @Column(as: Date.UnixTimeRepresentation.self) var birthday: Date
  @Column(generated: .virtual) let initial: String
  @Ephemeral var isSelected = false
}
// snippet.end

// snippet.drafts
@Table struct Event: Identifiable {
  let id: Int
  var title = ""
  @Column(lazyInitializable: true) var createdAt: Date
  var place: String?
}

let draft = Event.Draft(title: "Party")  // its id, createdAt and place are nil
// snippet.end

// snippet.groups
@Selection struct Timestamps {
  var createdAt: Date
  var updatedAt: Date?
}

@Table struct Note: Identifiable {
  let id: Int
  var text = ""
  var timestamps: Timestamps
}

let edited = Note.where { $0.timestamps.updatedAt != nil }.order(by: \.timestamps.createdAt)
// snippet.end

// snippet.keys
@Selection struct EnrolmentID: Hashable {
  let studentID: Int
  let courseID: Int
}

@Table struct Enrolment: Identifiable {
  let id: EnrolmentID
  var grade: Int?
}

let enrolment = Enrolment.find(EnrolmentID(studentID: 1, courseID: 2))
// snippet.end

// snippet.key-migration
var enrolments = DatabaseMigrator()
enrolments.registerMigration("Create enrolments") { db in
  try db.create(table: "enrolments") { t in
    t.primaryKey {
      t.column("studentID", .integer)
      t.column("courseID", .integer)
    }
    t.column("grade", .integer)
  }
}
// snippet.end
let school = try DatabaseQueue()
try enrolments.migrate(school)
try school.validateSchema([Enrolment.self])
print(
  try school.read { db in
    try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'enrolments'")
  } ?? ""
)

// snippet.enums
@Table struct Attachment: Identifiable {
  let id: Int
  var kind: Kind

  @Selection enum Kind {
    case link(URL)
    case text(String)
  }
}

let links = Attachment.where { $0.kind.is(\.link) }
// snippet.end

// snippet.creating
print(Person.createTable(generated: ["initial": "substr(\"full_name\", 1, 1)"]).query)
// CREATE TABLE "main"."people" (
//   "person_id" TEXT PRIMARY KEY NOT NULL,
//   …
// snippet.end

// snippet.migrating
var migrator = DatabaseMigrator()
migrator.registerMigration("Create notes and events") { db in
  try #sql(
    """
    CREATE TABLE notes (
      id INTEGER PRIMARY KEY, text TEXT NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT);
    CREATE TABLE events (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL,
      createdAt TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, place TEXT DEFAULT 'unknown');
    """
  ).execute(db)
}
let database = try DatabaseQueue()
try migrator.migrate(database)
try database.validateSchema([Note.self, Event.self])
// snippet.end

print(Reminder.createTableSQL)
print(Enrolment.createTableSQL)
print(Attachment.createTableSQL)
print(edited.query, enrolment.query, links.query)
try database.write { db in
  try Event.insert { draft }.execute(db)
  print(try Event.fetchCount(db), try Note.fetchCount(db))  // 1 0
  print(try Event.fetchOne(db)?.place ?? "NULL")  // NULL
}
