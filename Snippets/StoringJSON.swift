// Values stored as JSON.
import LiveSQL

@Selection struct Links: Codable {
  var homepage: String?
}

@Table struct Profile: Identifiable {
  let id: Int
  var name = ""
  @Column(as: Links.JSONRepresentation.self)
  var links = Links()
}

let database = try DatabaseQueue()
try database.write { db in
  try #sql("CREATE TABLE profiles (id INTEGER PRIMARY KEY, name TEXT NOT NULL, links TEXT NOT NULL)")
    .execute(db)
  try Profile.insert {
    Profile.Draft(name: "Blob", links: Links(homepage: "https://example.com"))
  }
  .execute(db)

  // snippet.extracting
  let pages = try Profile.select { $0.links.jsonExtract(\.homepage) }.fetchAll(db)
  // snippet.end
  print(pages)
}
