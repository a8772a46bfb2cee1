// Writing with typed statements.
import LiveSQL

// snippet.table
@Table struct Tag: Identifiable {
  let id: Int
  var title = ""
  var uses = 0
  var color: String?
}
// snippet.end

@Table struct Upload: Identifiable {
  let id: Int
  var name = ""
  var content: [UInt8] = []
}

@Table struct ArchivedTag {
  var title = ""
  var uses = 0
}

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE tags (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, uses INTEGER NOT NULL DEFAULT 0,
        color TEXT);
      CREATE TABLE uploads (id INTEGER PRIMARY KEY, name TEXT NOT NULL, content BLOB NOT NULL);
      CREATE TABLE archivedTags (title TEXT NOT NULL, uses INTEGER NOT NULL);
      """
  )
  // snippet.inserting
  let ids = try Tag.insert {
    Tag.Draft(title: "car")
    Tag.Draft(title: "kids")
  }
  .returning(\.id)
  .fetchAll(db)
  // snippet.end
  print(ids)  // [1, 2]

  // snippet.one
  let id = try Tag.insert { Tag.Draft(title: "garden") }.returning(\.id).fetchOne(db)
  // snippet.end
  print(id ?? 0)  // 3
  try Tag.where { $0.title == "garden" }.delete().execute(db)

  // snippet.columns
  try Tag.insert {
    ($0.title, $0.uses)
  } values: {
    ("someday", 1)
    ("optional", 2)
  }
  .execute(db)
  // snippet.end

  // snippet.excluded
  let counted = Tag.insert {
    Tag.Draft(title: "car", uses: 3)
  } onConflict: {
    $0.title
  } doUpdate: {
    $0.uses += $1.uses
  }
  try counted.execute(db)
  try Tag.insert(or: .ignore) { Tag.Draft(title: "kids") }.execute(db)
  // snippet.end
  print(try Tag.find(db, key: 1).uses)  // 3
  try Tag.find(1).update { $0.uses = 0 }.execute(db)

  // snippet.upserting
  try Tag.insert {
    Tag.Draft(title: "car")
  } onConflict: {
    $0.title
  } doUpdate: {
    $0.uses += 1
  }
  .execute(db)
  try Tag.upsert { Tag.Draft(id: 2, title: "children") }.execute(db)
  // snippet.end

  // snippet.overwriting
  let imported = Tag.insert {
    Tag.Draft(title: "car", uses: 0, color: "red")
  } onConflict: {
    $0.title
  } doUpdate: {
    $0.uses = $1.uses
    $0.color = $1.color
  }
  try imported.execute(db)
  // snippet.end
  print(try Tag.find(db, key: 1).color ?? "none")  // red

  // snippet.updating
  try Tag.find(1).update { $0.title = "cars" }.execute(db)
  try Tag.where { $0.uses == 0 }
    .update {
      $0.uses += 1
      $0.color = "blue"
    }
    .execute(db)
  // snippet.end

  // snippet.returning
  let used =
    try Tag
    .where { $0.color == "blue" }
    .update { $0.uses += 1 }
    .returning { ($0.title, $0.uses) }
    .fetchAll(db)
  let gone = try Tag.find(4).delete().returning(\.self).fetchOne(db)
  // snippet.end
  print(used, gone?.title ?? "none")  // [("children", 2)] optional
  try Tag.insert {
    ($0.title, $0.uses)
  } values: {
    ("optional", 2)
  }
  .execute(db)

  // snippet.counts
  try Tag.where { $0.uses > 100 }.delete().execute(db)
  print(db.changesCount)  // 0
  // snippet.end

  // snippet.record
  var tag = try Tag.find(db, key: 1)
  tag.color = nil
  try Tag.update(tag).execute(db)
  // snippet.end

  // snippet.deleting
  try Tag.where { $0.title.like("some%") }.delete().execute(db)
  try Tag.delete(tag).execute(db)
  // snippet.end
  print(try Tag.order(by: \.id).fetchAll(db).map(\.title))  // ["children", "optional"]

  // snippet.copying
  let copy = ArchivedTag.insert {
    ($0.title, $0.uses)
  } select: {
    Tag.where { $0.uses > 1 }.select { ($0.title, $0.uses) }
  }
  try copy.execute(db)
  // snippet.end
  print(try ArchivedTag.fetchCount(db))  // 2

  // snippet.many
  let drafts = (1...10_000).map { Tag.Draft(title: "tag \($0)") }
  try Tag.insert { drafts }.execute(db)
  // snippet.end
  print(try Tag.fetchCount(db))  // 10002

  // snippet.seeding
  try db.seed {
    Tag(id: 20_000, title: "first")
    for title in ["second", "third"] {
      Tag.Draft(title: title)
    }
  }
  // snippet.end

  // snippet.failing
  do {
    try Tag.insert { Tag.Draft(title: "first") }.execute(db)
  } catch let error as DatabaseError {
    print(error.message)  // UNIQUE constraint failed: tags.title
  }
  // snippet.end
}

// snippet.access
func addTwo() async throws -> [Int] {
  try await database.write { db in
    let first = try Tag.insert { Tag.Draft(title: "one of two") }.returning(\.id).fetchAll(db)
    let second = try Tag.insert { Tag.Draft(title: "two of two") }.returning(\.id).fetchAll(db)
    return first + second
  }
}
// snippet.end
print(try await addTwo())  // [20003, 20004]

try database.write { db in
  // snippet.blobs
  let size = 1_048_576
  try #sql("INSERT INTO uploads (name, content) VALUES ('film', zeroblob(\(bind: size)))")
    .execute(db)
  let piece = [UInt8](repeating: 7, count: 4_096)  // a 256th of it
  try db.withBlob(
    table: "uploads",
    column: "content",
    rowID: db.lastInsertedRowID,
    isWritable: true
  ) { blob in
    for offset in stride(from: 0, to: blob.count, by: piece.count) {
      try blob.write(piece, at: offset)
    }
  }
  // snippet.end
  print(try Upload.fetchOne(db)?.content.prefix(2) ?? [])  // [7, 7]
}

do {
  try database.read { db in try Tag.delete().execute(db) }
} catch let error as DatabaseError {
  print(error.message)  // The access is read-only: write within `write`.
}
