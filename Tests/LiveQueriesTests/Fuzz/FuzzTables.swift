import LiveSQL

// The tables of the fuzzer, as applications declare them.

@Table("things") struct FuzzThing: Hashable, Sendable {
  let id: Int
  var title: String?
  var list: Int?
  var weight: Double?
  var done: Bool?
}

@Table("lists") struct FuzzList: Hashable, Sendable {
  let id: Int
  var name: String?
}

/// Rows that only differ in their row numbers.
@Table("loose") struct FuzzLoose: Hashable, Sendable {
  var body: String?
  var number: Int?
}

/// A view, or a table of the same name.
@Table("doneThings") struct FuzzDone: Hashable, Sendable {
  let id: Int
  var title: String?
}

/// A table of an attached file.
@Table("notes", schema: "extra") struct FuzzNote: Hashable, Sendable {
  let id: Int
  var body: String?
  var thing: Int?
}

/// A table that exists as long as its connection.
@Table("drafts") struct FuzzDraft: Hashable, Sendable {
  let id: Int
  var body: String?
}

@Selection struct FuzzThingWithList: Hashable, Sendable {
  let thing: FuzzThing
  let list: FuzzList
}

@Selection struct FuzzThingWithAnyList: Hashable, Sendable {
  let thing: FuzzThing
  let list: FuzzList?
}

@Selection struct FuzzThingWithNote: Hashable, Sendable {
  let thing: FuzzThing
  let note: FuzzNote
}

@Selection struct FuzzCount: Hashable, Sendable {
  let list: Int?
  let count: Int
}

/// A row of `things`, as a record.
struct FuzzRecord: Codable, Hashable, Sendable, FetchableRecord, TableRecord {
  static let databaseTableName = "things"
  var id: Int
  var title: String?
  var list: Int?
}

/// Several queries at once.
struct FuzzKey: FetchKeyRequest {
  struct Value: Hashable, Sendable {
    var things: [FuzzThing] = []
    var count = 0
  }

  func fetch(_ db: Database) throws -> Value {
    try Value(
      things: FuzzThing.order(by: \.id).fetchAll(db),
      count: FuzzList.count().fetchOne(db) ?? 0
    )
  }
}
