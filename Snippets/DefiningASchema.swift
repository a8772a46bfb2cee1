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

let recent = Note.where { $0.timestamps.updatedAt != nil }.order(by: \.timestamps.createdAt)
// SELECT … FROM "notes" WHERE (("notes"."updatedAt") IS NOT (NULL)) ORDER BY "notes"."createdAt"
// snippet.end

// snippet.migrating
var migrator = DatabaseMigrator()
try migrator.registerMigration("Create notes") { db in
  try #sql(
    """
    CREATE TABLE notes (
      id INTEGER PRIMARY KEY, text TEXT NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT)
    """
  ).execute(db)
}
let database = try DatabaseQueue()
try migrator.migrate(database)
// snippet.end

print(recent.query)
print(Reminder.tableName, Person.tableName, try database.read { try Note.fetchCount($0) })
