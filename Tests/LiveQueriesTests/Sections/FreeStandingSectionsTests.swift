import Foundation
import LiveSQL
import Testing

@Suite struct FreeStandingSectionsTests {
  let database: DatabaseQueue

  init() throws { database = try choresDatabase() }

  @Test func `fetches a table in sections named by text`() throws {
    let sections = try database.read { db in try Chore.fetchAll(db, sectionBy: \.category) }
    #expect(sections.lines == ["-: Rest", "Garden: Rake, Mow", "Kitchen: Cook"])
    let byTitle = try database.read { db in try Chore.fetchAll(db) { $0.title.desc() } }
    #expect(byTitle.sectionNames == ["Rest", "Rake", "Mow", "Cook"])
  }

  @Test func `a limit keeps the first rows in the query's own order`() throws {
    let (newest, byRoom, joined) = try database.read { db in
      let newest = Chore.order { $0.id.desc() }.limit(3)
      let pairs = Chore.join(Room.all) { $0.roomID.eq($1.id) }.order { chore, _ in chore.id }
      return (
        try newest.fetchAll(db, sectionBy: \.category),
        try newest.fetchAll(db) { $0.roomID.desc() },
        try pairs.limit(2).fetchAll(db) { $1.name }
      )
    }
    #expect(newest.lines == ["-: Rest", "Garden: Mow", "Kitchen: Cook"])
    #expect(byRoom.sectionNames == [2, 1])
    #expect(byRoom.map { $0.map(\.title) } == [["Rest", "Cook"], ["Mow"]])
    #expect(joined.sectionNames == ["House", "Yard"])
    #expect(joined.map { $0.map(\.0.title) } == [["Cook"], ["Rake"]])
    let none = try database.read { db in
      try Chore.none.limit(3).fetchAll(db, sectionBy: \.category)
    }
    #expect(none.isEmpty)
  }

  @Test func `a limit without an order of its own still keeps the sections apart`() throws {
    let sections = try database.read { db in
      try Chore.all.limit(4).fetchAll(db) { $0.category.asc(nulls: .last) }
    }
    #expect(sections.sectionNames == ["Garden", "Kitchen", nil])
    #expect(sections[sectionName: "Garden"]?.count == 2)
  }

  @Test func `fetches in sections named by integers`() throws {
    let sections = try database.read { db in
      try Chore.order(by: \.title).fetchAll(db, sectionBy: \.roomID)
    }
    #expect(sections.sectionNames == [1, 2])
    #expect(sections[sectionName: 2]?.map(\.title) == ["Cook", "Rest"])
    #expect(sections[sectionName: 3] == nil)
  }

  @Test func `fetches in sections named by an enumeration`() throws {
    let sections = try database.read { db in
      try Chore.order(by: \.title).fetchAll(db) { $0.effort.desc(nulls: .last) }
    }
    #expect(sections.sectionNames == [.high, .low, nil])
    #expect(sections[sectionName: .high]?.map(\.title) == ["Mow", "Rake"])
  }

  @Test func `fetches in sections named by dates`() throws {
    let sections = try database.read { db in
      try Chore.where { $0.dueDate != nil }.order(by: \.title).fetchAll(db, sectionBy: \.dueDate)
    }
    #expect(sections.sectionNames == [day(1), day(2)])
    #expect(sections.map { $0.map(\.title) } == [["Mow", "Rest"], ["Rake"]])
  }

  @Test func `fetches in sections named by a computed Boolean`() throws {
    let sections = try database.read { db in
      try Chore.order(by: \.id).fetchAll(db) { $0.id > 2 }
    }
    #expect(sections.sectionNames == [false, true])
    #expect(sections.map(\.count) == [2, 2])
  }

  @Test func `fetches the pairs of a join in sections`() throws {
    let sections = try database.read { db in
      try Chore
        .join(Room.all) { $0.roomID.eq($1.id) }
        .order { chore, _ in chore.title }
        .fetchAll(db) { $1.name }
    }
    #expect(sections.sectionNames == ["House", "Yard"])
    #expect(sections[0].map(\.0.title) == ["Cook", "Rest"])
    #expect(sections[1].map(\.1.id) == [1, 1])
    let byRoom = try database.read { db in
      try Chore.join(Room.all) { $0.roomID.eq($1.id) }.fetchAll(db, sectionBy: \.roomID)
    }
    #expect(byRoom.sectionNames == [1, 2])
  }

  @Test func `fetches the rows of two joins in sections`() throws {
    let (byOwner, byRoom) = try database.read { db in
      let query =
        Chore
        .join(Room.all) { $0.roomID.eq($1.id) }
        .join(Owner.all) { $1.id.eq($2.roomID) }
        .order { chore, _, _ in chore.title }
      return try (query.fetchAll(db) { $2.name }, query.fetchAll(db, sectionBy: \.roomID))
    }
    #expect(byOwner.sectionNames == ["Ann", "Blob"])
    #expect(
      byOwner[1].map { "\($0.0.title) \($0.1.name) \($0.2.id)" } == ["Mow Yard 1", "Rake Yard 1"]
    )
    #expect(byRoom.map(\.count) == [2, 2])
  }

  @Test func `fetches selections in sections`() throws {
    try database.read { db in
      let titles = try Chore.order(by: \.title).select(\.title).fetchAll(db, sectionBy: \.roomID)
      #expect(titles.map(Array.init) == [["Mow", "Rake"], ["Cook", "Rest"]])
      let chores =
        try Chore
        .join(Room.all) { $0.roomID.eq($1.id) }
        .order { chore, _ in chore.title }
        .select { ChoreInRoom.Columns(title: $0.title, roomName: $1.name) }
        .fetchAll(db) { $1.id.desc() }
      #expect(chores.sectionNames == [2, 1])
      #expect(chores[1].first == ChoreInRoom(title: "Mow", roomName: "Yard"))
    }
  }

  @Test func `fetches selected tuples in sections`() throws {
    try database.read { db in
      let pairs = try Chore.order(by: \.id).select { ($0.id, $0.title) }
        .fetchAll(db, sectionBy: \.category)
      #expect(pairs[sectionName: "Garden"]?.map(\.0) == [1, 3])
      #expect(pairs[sectionName: "Garden"]?.map(\.1) == ["Rake", "Mow"])
      let triples =
        try Chore
        .join(Room.all) { $0.roomID.eq($1.id) }
        .select { ($0.id, $0.title, $1.name) }
        .fetchAll(db) { $1.name }
      #expect(triples.sectionNames == ["House", "Yard"])
      #expect(triples[0].map(\.2) == ["House", "House"])
    }
  }

  @Test(arguments: [true, false])
  func `the name is nil if there may be no sections`(isDivided: Bool) throws {
    let (all, none) = try database.read { db in
      try (
        Chore.order(by: \.title).fetchAll(db) { if isDivided { $0.effort } },
        Chore.none.fetchAll(db) { if isDivided { $0.effort } }
      )
    }
    #expect(all.sectionNames == (isDivided ? [nil, .low, .high] : [nil]))
    #expect(none.sectionNames.isEmpty)
  }

  @Test func `the name of a column that is not optional is not optional`() throws {
    try database.read { db in
      let names: [String] = try Chore.all.fetchAll(db) { $0.title }.sectionNames
      let reversed: [String] = try Chore.all.fetchAll(db) { $0.title.desc() }.sectionNames
      let ofColumn: [String] = try Chore.fetchAll(db, sectionBy: \.title).sectionNames
      let rooms: [String] =
        try Chore.join(Room.all) { $0.roomID.eq($1.id) }.fetchAll(db) { $1.name }.sectionNames
      #expect(names == names.sorted())
      #expect(reversed == names.reversed())
      #expect(ofColumn == names)
      #expect(rooms == ["House", "Yard"])
    }
  }

  @Test func `a NULL name is an error if its type is not optional`() throws {
    #expect(throws: DecodingFailure.self) {
      try database.read { db in
        try Chore.all.fetchAll(db) { #sql("\($0.category)", as: String.self) }
      }
    }
  }

  @Test func `two spellings of equal names are one section`() throws {
    let sections = try database.write { db in
      try db.execute(
        sql: """
          UPDATE chores SET category = CASE id
            WHEN 1 THEN 'e' || char(0x301) WHEN 2 THEN 'f' ELSE char(0xE9)
          END
          """
      )
      return try Chore.order(by: \.id).fetchAll(db, sectionBy: \.category)
    }
    #expect(sections.lines == ["e\u{301}: Rake, Mow, Rest", "f: Cook"])
  }
}
