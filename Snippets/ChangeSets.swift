// Change sets: what each commit changed, row by row; observers of transactions; recorded changes.
import LiveSQL

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(sql: "CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
}

// snippet.changes
let changes = database.changes
try database.write { db in
  try db.execute(sql: "INSERT INTO lists VALUES (1, 'Home'), (2, 'Work')")
}
for await commit in changes {
  for (table, changed) in commit.tables {
    guard case .rows(let rows) = changed else { continue }  // .anyRow: it is unknown which
    for row in rows {
      let title: String? = try row.new.row?["title"]
      print(table.name, row.kind, row.key.debugDescription, title ?? "")
    }
  }
  break
}
// snippet.end

// snippet.afterTransaction
try database.write { db in
  db.afterNextTransaction(onCommit: { _ in print("committed") })
  try db.execute(sql: "DELETE FROM lists WHERE id = 2")
}
// snippet.end

// snippet.observer
final class Audit: TransactionObserver {
  struct TooManyLists: Error {}
  var insertedCount = 0

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { kind.tableName == "lists" }

  func databaseDidChange(with event: DatabaseEvent) {
    if event.kind == .insert { insertedCount += 1 }
  }

  func databaseWillCommit() throws {
    defer { insertedCount = 0 }
    if insertedCount > 100 { throw TooManyLists() }  // the transaction is rolled back
  }

  func databaseDidCommit(_ db: Database, changes: ChangeSet) {
    print("changed:", changes.tables.keys.map(\.name))
  }
}

database.add(transactionObserver: Audit(), extent: .databaseLifetime)
// snippet.end

// snippet.copy
let other = try DatabaseQueue(copyOf: database)
// snippet.end

// snippet.record
let changeset = try database.write { db in
  try db.recordChangeset {
    try db.execute(sql: "UPDATE lists SET title = 'House' WHERE id = 1")
    try db.execute(sql: "INSERT INTO lists VALUES (3, 'Garden')")
  }
}
for change in try changeset.changes() {
  print(change.table, change.kind, change.old, change.new)
}
// snippet.end

// snippet.apply
let received = DatabaseChangeset(bytes: changeset.bytes)
try other.write { db in
  try db.apply(received) { conflict in
    switch conflict.kind {
    case .differentValues, .rowExists: .replace
    case .missingRow: .omit
    case .constraint, .foreignKey: .abort
    }
  }
}
// snippet.end
let titles = try other.read { db in
  try #sql("SELECT title FROM lists ORDER BY id", as: String.self).fetchAll(db)
}
print(titles)  // ["House", "Garden"]

// snippet.invert
try database.write { db in try db.apply(changeset.inverted()) }
// snippet.end
let restored = try database.read { db in
  try #sql("SELECT title FROM lists ORDER BY id", as: String.self).fetchAll(db)
}
print(restored)  // ["Home"]

// snippet.refused
do {
  try database.write { db in
    try db.execute(sql: "DELETE FROM lists")
    try db.apply(changeset)
  }
} catch let error as DatabaseError where error.code == .constraint {
  print(error.message)
}
// snippet.end
