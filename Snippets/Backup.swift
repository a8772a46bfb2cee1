// Copies of a database in use: backup, restore, copies in memory, SQL dumps, and imports.
import Foundation
import LiveSQL

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
}

let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("Backup-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

let database = try DatabasePool(path: path("shop.db"))
try database.write { db in
  try db.execute(sql: Reminder.createTableSQL)
  try Reminder.insert { for id in 1...20_000 { Reminder(id: id, title: "Buy milk") } }.execute(db)
}

// snippet.backup
let copy = try DatabaseQueue(path: path("backup.db"))
try database.backup(to: copy, pagesPerStep: 64) { progress in
  print("\(progress.completedPageCount) of \(progress.totalPageCount) pages")
}
try copy.close()
// snippet.end

// snippet.file
func backUp(_ database: DatabasePool) async throws {
  let copy = try await database.copy(toFile: "shop-copy.db", replacesFile: true) { progress in
    print("\(progress.completedPageCount) of \(progress.totalPageCount) pages")
  }
  print("\(copy.pageCount) pages, \(copy.byteCount) bytes")
}
// snippet.end

// snippet.vacuum
try database.vacuum(into: path("small.db"))
// snippet.end

// snippet.restore
try database.restore(from: path("backup.db"))
// snippet.end

// snippet.memory
let scratch = try DatabaseQueue(copyOf: database)
let fromFile = try DatabaseQueue.inMemoryCopy(fromPath: path("backup.db"))
let bytes = try database.serialize()
let fromBytes = try DatabaseQueue(deserializing: bytes)
// snippet.end
for queue in [scratch, fromFile, fromBytes] {
  print(try queue.read { db in try Reminder.fetchCount(db) })  // 20000
}

// snippet.dump
let script = URL(fileURLWithPath: path("shop.sql"))
try Data().write(to: script)  // an empty file
let file = try FileHandle(forWritingTo: script)
try database.dumpSQL { bytes in try file.write(contentsOf: bytes) }
try file.close()
// snippet.end

// snippet.script
let new = try DatabaseQueue(path: path("new.db"))
let count = try new.importSQL(from: .file(path("shop.sql")))
print("\(count) statements")
// snippet.end

// snippet.rows
let cities = "name,inhabitants\nLisbon,545796\nPorto,231800\n"
let summary = try new.importRows(
  from: .text(cities),
  into: "cities",
  RowImportOptions(format: .csv())
)
print(summary.rowCount, summary.createdTableSQL ?? "")
// 2 CREATE TABLE "main"."cities" ("name" TEXT, "inhabitants" INTEGER)
// snippet.end

// snippet.text
let output = FileHandle.standardOutput
try new.dump("cities", format: .csv) { bytes in try output.write(contentsOf: bytes) }
// name,inhabitants
// Lisbon,545796
// Porto,231800
let first = Reminder.order(by: \.id).limit(2)
try database.dump(first, format: .jsonLines) { bytes in try output.write(contentsOf: bytes) }
// {"id":1,"title":"Buy milk"}
// {"id":2,"title":"Buy milk"}
// snippet.end

// snippet.failing
do {
  try new.importRows(
    from: .text("name,inhabitants\nBraga,193000,x\n"),
    into: "cities",
    RowImportOptions(format: .csv())
  )
} catch let error as ImportError {
  print(error)
}
// snippet.end

// snippet.erase
try new.erase()
// snippet.end
let objectCount = try new.read { db in
  try #sql("SELECT count(*) FROM sqlite_schema", as: Int.self).fetchOne(db)
}
print(objectCount ?? 0)  // 0

do {
  try database.backup(to: database)
} catch {
  print(error)
}
try Data("not a database".utf8).write(to: URL(fileURLWithPath: path("bad.db")))
do {
  try database.restore(from: path("bad.db"))
} catch {
  print(error)
}
do {
  try database.restore(from: path("missing.db"))
} catch {
  print(error)
}
do {
  try database.vacuum(into: path("small.db"))
} catch {
  print(error)
}

try database.close()
try FileManager.default.removeItem(at: folder)
