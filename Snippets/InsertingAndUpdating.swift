// Writing with typed statements.
import LiveSQL

@Table struct Tag: Identifiable {
  let id: Int
  var title = ""
  var uses = 0
}

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(
    sql: """
      CREATE TABLE tags (
        id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, uses INTEGER NOT NULL DEFAULT 0)
      """
  )
  // snippet.inserting
  let ids = try Tag.insert {
    Tag.Draft(title: "car")
    Tag.Draft(title: "kids")
  }
  .returning(\.id)
  .fetchAll(db)
  try Tag.insert {
    ($0.title, $0.uses)
  } values: {
    ("someday", 1)
    ("optional", 2)
  }
  .execute(db)
  // snippet.end
  print(ids)

  // snippet.upserting
  try Tag.insert {
    Tag.Draft(title: "car")
  } onConflict: {
    $0.title
  } doUpdate: {
    $0.uses += 1
  }
  .execute(db)
  // snippet.end

  // snippet.updating
  try Tag.find(1).update { $0.title = "cars" }.execute(db)
  try Tag.where { $0.uses == 0 }.update { $0.uses += 1 }.execute(db)
  // snippet.end

  // snippet.deleting
  try Tag.where { $0.title.like("some%") }.delete().execute(db)
  // snippet.end
  print(try Tag.order(by: \.id).fetchAll(db).map(\.title))
}
