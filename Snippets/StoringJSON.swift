// Values stored as JSON.
import LiveSQL

// snippet.table
@Selection struct Links: Codable {
  var homepage: String?
  var visits = 0
}

@Table struct Profile: Identifiable {
  let id: Int
  var name = ""
  @Column(as: Links.JSONRepresentation.self)
  var links = Links()
  @Column(as: [String].JSONRepresentation.self)
  var tags: [String] = []
}
// snippet.end

let database = try DatabaseQueue()
try database.write { db in
  try #sql(
    """
    CREATE TABLE profiles (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, links TEXT NOT NULL, tags TEXT NOT NULL)
    """
  ).execute(db)
  // snippet.writing
  try Profile.insert {
    Profile.Draft(
      name: "Blob",
      links: Links(homepage: "https://example.com", visits: 2),
      tags: ["friend", "work"]
    )
  }
  .execute(db)
  // snippet.end

  // snippet.extracting
  let pages = try Profile.select { $0.links.jsonExtract(\.homepage) }.fetchAll(db)
  let first = try Profile.select { $0.tags.jsonExtract(\.[0]) }.fetchAll(db)
  let busy = try Profile.where { $0.links.jsonExtract(\.visits) > 1 }.fetchCount(db)
  // snippet.end
  print(pages, first, busy)  // [Optional("https://example.com")] [Optional("friend")] 1

  // snippet.changing
  try Profile.find(1)
    .update {
      $0.links = $0.links.jsonSet(\.visits, 3).jsonRemove(\.homepage)
      $0.tags = $0.tags.jsonAppend("vip")
    }
    .execute(db)
  // snippet.end
  let changed = try Profile.find(db, key: 1)
  print(changed.links.visits, changed.links.homepage ?? "none", changed.tags)
  // 3 none ["friend", "work", "vip"]

  // snippet.each
  let friends =
    try Profile
    .where { $0.tags.jsonEach().where { $0.value.eq("friend") }.exists() }
    .fetchAll(db)
  // snippet.end
  print(friends.map(\.name))  // ["Blob"]

  // snippet.grouping
  let names = try Profile.select { $0.name.jsonGroupArray() }.fetchOne(db)
  // snippet.end
  print(names ?? [])  // ["Blob"]

  // snippet.requests
  let visits = JSONColumn("links")["visits"]
  let often =
    try Table("profiles").filter(visits > 2).select(Column("name"), as: String.self).fetchAll(db)
  print(often)  // ["Blob"]
  // snippet.end

  // snippet.building
  let person = Database.jsonObject(["name": Column("name"), "tags": JSONColumn("tags")])
  let text = try Table("profiles").select(person, as: String.self).fetchOne(db)
  print(text ?? "")  // {"name":"Blob","tags":["friend","work","vip"]}
  // snippet.end

  // snippet.setting
  try Table("profiles")
    .updateAll(
      db,
      Column("links").set(to: Database.jsonSet(JSONColumn("links"), ["$.visits": 4]))
    )
  // snippet.end

  // snippet.index
  try db.execute(
    sql: """
      CREATE INDEX visits ON profiles (json_extract(links, '$."visits"'))
      """
  )
  // snippet.end
  let plan = try #sql(
    """
    EXPLAIN QUERY PLAN SELECT * FROM "profiles"
    WHERE ((json_extract("profiles"."links", '$."visits"')) > (1))
    """,
    as: (Int, Int, Int, String).self
  ).fetchAll(db)
  print(plan.map(\.3))

  // snippet.failing
  try #sql("UPDATE profiles SET tags = 'no array'").execute(db)
  do {
    _ = try Profile.fetchAll(db)
  } catch let failure as DecodingFailure {
    print(failure)
    // Cannot decode column profiles.tags, index 3: expected a value, found TEXT: the stored text
    // or blob cannot be decoded. Statement: …
  }
  // snippet.end
}
