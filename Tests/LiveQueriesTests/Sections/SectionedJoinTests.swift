import LiveSQL
import LiveSQLTestSupport
import Testing

@Suite(.timeLimit(.hang)) struct SectionedJoinTests {
  let database: DatabaseQueue

  init() throws { database = try choresDatabase() }

  @Test func `divides a selection of one table`() async throws {
    @FetchAll(
      Chore.order(by: \.title).select(\.title),
      sectionBy: \.category,
      database: database
    )
    var titles: [String]
    try await $titles.load()
    #expect($titles.sections.lines == ["-: Rest", "Garden: Mow, Rake", "Kitchen: Cook"])
    #expect(
      database.liveQueryStatistics.last?.sql == """
        SELECT "chores"."title", "chores"."category" FROM "chores" \
        ORDER BY "chores"."category", "chores"."title"
        """
    )
  }

  @Test func `divides a selection of one table by an expression`() async throws {
    @FetchAll(
      Chore.order(by: \.title).select(\.title),
      sectionBy: { $0.category.desc(nulls: .first) },
      database: database
    )
    var titles: [String]
    try await $titles.load()
    #expect($titles.sections.lines == ["-: Rest", "Kitchen: Cook", "Garden: Mow, Rake"])
  }

  @Test func `divides a join by a column of its first table`() async throws {
    @FetchAll(
      Chore
        .join(Room.all) { $0.roomID.eq($1.id) }
        .order { chore, _ in chore.title }
        .select { ChoreInRoom.Columns(title: $0.title, roomName: $1.name) },
      sectionBy: \.category,
      database: database
    )
    var chores
    try await $chores.load()
    #expect($chores.sections.lines == ["-: Rest", "Garden: Mow, Rake", "Kitchen: Cook"])
    #expect(chores.map(\.roomName) == ["House", "Yard", "Yard", "House"])
  }

  @Test func `divides a join by a column of its second table`() async throws {
    @FetchAll(
      Chore
        .join(Room.all) { $0.roomID.eq($1.id) }
        .order { chore, _ in chore.title }
        .select { ChoreInRoom.Columns(title: $0.title, roomName: $1.name) },
      sectionBy: { $1.name },
      database: database
    )
    var chores
    try await $chores.load()
    #expect($chores.sections.lines == ["House: Cook, Rest", "Yard: Mow, Rake"])
    try await database.run("UPDATE rooms SET name = 'Park' WHERE id = 1")
    let value = await $chores.value { _ in
      $chores.sections.lines == ["House: Cook, Rest", "Park: Mow, Rake"]
    }
    #expect(value != nil)
  }

  @Test func `divides two joins by a column of the third table`() async throws {
    @FetchAll(
      Chore
        .join(Room.all) { $0.roomID.eq($1.id) }
        .join(Owner.all) { $1.id.eq($2.roomID) }
        .order { chore, _, _ in chore.title }
        .select { chore, room, _ in
          ChoreInRoom.Columns(title: chore.title, roomName: room.name)
        },
      sectionBy: { $2.name.desc() },
      database: database
    )
    var chores
    try await $chores.load()
    #expect($chores.sections.lines == ["Blob: Mow, Rake", "Ann: Cook, Rest"])
  }

  @Test func `left-joined rows without a partner have no section name`() async throws {
    @FetchAll(
      Chore
        .leftJoin(Owner.all) { $0.roomID.eq($1.roomID) && $1.id.eq(1) }
        .order { chore, _ in chore.title }
        .select { chore, _ in chore.title },
      sectionBy: { $1.name },
      database: database
    )
    var titles: [String]
    try await $titles.load()
    #expect($titles.sections.lines == ["-: Cook, Rest", "Blob: Mow, Rake"])
  }

  @Test func `divides the groups of a query`() async throws {
    @FetchAll(
      Chore.group(by: \.roomID).select { $0.title.max() ?? "" },
      sectionBy: { _ in #sql("iif(count(*) > 1, 'many', 'one')") },
      database: database
    )
    var titles: [String]
    try await $titles.load()
    #expect($titles.sections.sectionNames == ["many"])
    #expect(titles.sorted() == ["Rake", "Rest"])
  }

  @Test func `loads a join in sections`() async throws {
    @FetchAll var chores: [ChoreInRoom] = []
    let query =
      Chore
      .join(Room.all) { $0.roomID.eq($1.id) }
      .order { chore, _ in chore.title }
      .select { ChoreInRoom.Columns(title: $0.title, roomName: $1.name) }
    try await $chores.load(query, sectionBy: { $1.name }, database: database)
    #expect($chores.sections.lines == ["House: Cook, Rest", "Yard: Mow, Rake"])
    try await $chores.load(query, sectionBy: \.category)
    #expect($chores.sections.sectionNames == [nil, "Garden", "Kitchen"])
    try await $chores.load(query)
    #expect($chores.sections.lines == ["-: Cook, Mow, Rake, Rest"])
  }
}
