// What keeps text that people type, and files that they open, from doing harm.
import Foundation
import LiveSQL

@Table struct Note: Identifiable {
  let id: Int
  var text = ""
}

@Table struct NoteText: FTS5 {
  let rowid: Int
  let text: String
}

let folder = FileManager.default.temporaryDirectory.appending(path: "LiveSQL-\(UUID())")

// snippet.folder
try FileManager.default.createDirectory(
  at: folder,
  withIntermediateDirectories: true,
  attributes: [.posixPermissions: 0o700]
)
let path = folder.appending(path: "notes.db").path
// snippet.end
defer { try? FileManager.default.removeItem(at: folder) }
let database = try DatabasePool(path: path)
try database.write { db in
  try db.execute(sql: Note.createTableSQL)
  try NoteText.createVirtualTable().execute(db)
  try Note.insert { Note.Draft(text: "Save 100%") }.execute(db)
  try NoteText.insert { NoteText(rowid: 1, text: "Buy milk") }.execute(db)
}

try database.read { db in
  // snippet.values
  let typed = "milk'; DROP TABLE notes; --"
  let first = try Note.where { $0.text == typed }.fetchAll(db)
  let second = try #sql(
    "SELECT \(Note.columns) FROM \(Note.self) WHERE \(Note.text) = \(bind: typed)",
    as: Note.self
  ).fetchAll(db)
  let third = try Row.fetchAll(db, sql: "SELECT * FROM notes WHERE text = ?", arguments: [typed])
  // snippet.end
  print(first.count, second.count, third.count)  // 0 0 0
}

// snippet.names
func notes(sortedBy name: String) -> SelectOf<Note>? {
  switch name {
  case "id": Note.order(by: \.id)
  case "text": Note.order(by: \.text)
  default: nil
  }
}
// snippet.end
try database.read { db in
  print(try notes(sortedBy: "text")?.fetchCount(db) ?? 0)  // 1
  print(notes(sortedBy: "text; DROP TABLE notes") == nil ? "refused" : "")  // refused
}

try database.read { db in
  // snippet.patterns
  let typed = "100%"
  let notes = try Note.where {
    $0.text.like(LikePattern.containing(typed), escape: "\\")
  }
  .fetchAll(db)
  let searched = "milk\" OR"
  let hits = try NoteText.where { $0.match(FTS5Pattern.anyWord(of: searched)) }.fetchAll(db)
  // snippet.end
  print(notes.count, hits.count)  // 1 1
}

// snippet.errors
do {
  try database.write { db in
    try db.execute(sql: "INSERT INTO notes (id, text) VALUES (1, ?)", arguments: ["my secret"])
  }
} catch let error as DatabaseError {
  print(error)
  // UNIQUE constraint failed: notes.id. (SQLite error 1555) Database: …/notes.db.
  // Statement: INSERT INTO notes (id, text) VALUES (1, ?)
  print(error.arguments != nil)  // true: for a debugger, and not for a log
}
// snippet.end

// snippet.opening
var untrusted = Configuration()
untrusted.readOnly = true
untrusted.prepareDatabase { db in
  try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
}
let opened = try DatabaseQueue(path: path, configuration: untrusted)
let problems = try opened.integrityCheck()
print(problems)  // []
// snippet.end

// snippet.functions
let length = DatabaseFunction("lengthInWords", argumentCount: 1, pure: true, isInnocuous: true) {
  arguments in
  try String(databaseValue: arguments[0]).split(separator: " ").count
}
// snippet.end
try opened.read { db in
  db.add(function: length)
  print(try Int.fetchAll(db, sql: "SELECT lengthInWords(text) FROM notes"))  // [2]
}

// snippet.forgetting
try database.write { db in
  try db.execute(sql: "PRAGMA secure_delete = ON")
  try Note.find(1).delete().execute(db)
}
try database.checkpoint(.truncate)
// snippet.end
try opened.close()
try database.close()
