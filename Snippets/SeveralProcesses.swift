// Several processes: this program starts itself once more, and follows what the other one commits.
import Foundation
import LiveSQL

// snippet.open
@Table struct Note: Identifiable {
  let id: Int
  var title = ""
}

func openNotes(at path: String) throws -> DatabasePool {
  var configuration = Configuration()
  configuration.busyMode = .timeout(.seconds(10))
  let database = try DatabasePool(path: path, configuration: configuration)
  var migrator = DatabaseMigrator()
  migrator.registerMigration("Notes") { db in
    try #sql("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL)").execute(db)
  }
  try migrator.migrate(database)
  return database
}
// snippet.end

if CommandLine.arguments.count == 3 {
  let path = CommandLine.arguments[1]
  let title = CommandLine.arguments[2]
  // snippet.tool
  let database = try openNotes(at: path)
  try database.write { db in
    try Note.insert { Note.Draft(title: title) }.execute(db)
  }
  try database.close()
  // snippet.end
  exit(0)
}

/// Runs this program once more, as another process that adds a note.
func addNote(_ title: String, to path: String) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  process.arguments = [path, title]
  try process.run()
  process.waitUntilExit()
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let path = folder.appendingPathComponent("notes.db").path

let database = try openNotes(at: path)

func follow() async throws {
  // snippet.follow
  @FetchAll(Note.order(by: \.id), database: database) var notes
  try await $notes.load()

  try addNote("Written by another process", to: path)
  for await difference in $notes.differences {
    print(notes.map(\.title), difference.counts)
    // snippet.hide
    if !notes.isEmpty { break }
    // snippet.show
  }
  // snippet.end
}
try await follow()

func changes() async throws {
  // snippet.changes
  let changes = database.changes
  try addNote("Another one", to: path)
  for await change in changes where change.origin == .otherProcess {
    if case .rows(let rows) = change.tables["notes"] {
      for row in rows { print(row.key.debugDescription) }  // 2
    }
    // snippet.hide
    break
    // snippet.show
  }
  // snippet.end
}
try await changes()
print(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted())

// snippet.busy
var impatient = Configuration()
impatient.busyMode = .timeout(.milliseconds(100))
let other = try DatabaseQueue(path: path, configuration: impatient)
try database.write { _ in
  do {
    try other.write { db in try Note.delete().execute(db) }
  } catch let error as DatabaseError where error.code == .busy {
    print(error.explanation)
  }
}
// snippet.end

// snippet.retry
/// Runs a write again while another connection holds the lock; at last it throws the error.
func retryingWhenBusy<T: Sendable>(
  attempts: Int = 5,
  _ write: @Sendable () async throws -> T
) async throws -> T {
  for attempt in 1..<attempts {
    do { return try await write() } catch let error as DatabaseError where error.code == .busy {
      try await Task.sleep(for: .milliseconds(50 * attempt))
    }
  }
  return try await write()
}
// snippet.end

// snippet.retrying
let added = try await retryingWhenBusy {
  try await other.write { db in
    try Note.insert { Note.Draft(title: "With patience") }.returning(\.id).fetchOne(db)
  }
}
// snippet.end
print(added ?? 0)
let blocked = Task.detached {
  try await database.write { _ in Thread.sleep(forTimeInterval: 0.4) }
}
try await Task.sleep(for: .milliseconds(50))
try await retryingWhenBusy {
  try await other.write { db in try Note.find(1).update { $0.title += "!" }.execute(db) }
}
try await blocked.value
do {
  try database.write { _ in
    let blocked = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await retryingWhenBusy(attempts: 2) {
          try await other.write { db in try Note.delete().execute(db) }
        }
      } catch { print("after two attempts:", error.localizedDescription.prefix(32)) }
      blocked.signal()
    }
    blocked.wait()
  }
}

// snippet.stale
try other.writeWithoutTransaction { db in
  do {
    try db.inTransaction(.deferred) {
      let count = try Note.fetchCount(db)
      try addNote("Note \(count + 1)", to: path)  // another process commits
      try Note.insert { Note.Draft(title: "Too late") }.execute(db)
      return .commit
    }
  } catch let error as DatabaseError where error.code == .busy {
    print(error.explanation)
  }
}
// snippet.end

// snippet.settings
var alone = Configuration()
alone.observesExternalChanges = false  // no other process writes: do not watch
var quiet = Configuration()
quiet.sharesChangedKeys = false  // watch, but without the file `….db-live1`
// snippet.end
_ = (alone, quiet)

print(try database.read { db in try Note.order(by: \.id).fetchAll(db) }.map(\.title))
