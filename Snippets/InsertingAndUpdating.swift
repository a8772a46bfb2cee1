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

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE tags (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, uses INTEGER NOT NULL DEFAULT 0,
        color TEXT)
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

  // snippet.columns
  try Tag.insert {
    ($0.title, $0.uses)
  } values: {
    ("someday", 1)
    ("optional", 2)
  }
  .execute(db)
  // snippet.end

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

  // snippet.updating
  try Tag.find(1).update { $0.title = "cars" }.execute(db)
  try Tag.where { $0.uses == 0 }
    .update {
      $0.uses += 1
      $0.color = "blue"
    }
    .execute(db)
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
    print(error.message)  // UNIQUE constraint failed: tags.title.
  }
  // snippet.end
}
