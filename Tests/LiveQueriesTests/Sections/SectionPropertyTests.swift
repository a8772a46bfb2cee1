import DatabaseTypes
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Rows in sections, compared with the same rows fetched afresh after each transaction.
@Suite(.mayBlock) struct SectionPropertyTests {
  @Test(arguments: PropertySeeds.of(3))
  func `patched sections equal those of the query run again`(seed: UInt64) async throws {
    var round = try SectionRound(seed)
    if let complaint = try await round.run() { Issue.record(Comment(rawValue: complaint)) }
    #expect(round.unpatched.isEmpty, "never patched: \(round.unpatched)")
  }

  @Test(arguments: PropertySeeds.of(3))
  func `sections that are patched for some rows equal the sections of all rows`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let old = names(&random)
      let (oldLayout, _) = SectionLayout.sections(of: old)
      var (new, removed, added) = ([String](), [Int](), [String]())
      for (index, name) in old.enumerated() {
        if random.chance(15) { removed.append(index) } else { new.append(name) }
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        added.append(random.pick(["a", "b", "c", "d", "e", "f"]))
      }
      // Sometimes at a random place, so that the rows of a section may be scattered.
      var places: Set<Int> = []
      for name in added {
        let place =
          random.chance(10)
          ? Int.random(in: 0...new.count, using: &random)
          : new.firstIndex { $0 >= name } ?? new.count
        new.insert(name, at: place)
        places = Set(places.map { $0 >= place ? $0 + 1 : $0 }).union([place])
      }
      let patched = oldLayout.replacing(removed, by: places.sorted().map { ($0, new[$0]) })
      let (layout, order) = SectionLayout.sections(of: new)
      if let patched {
        #expect(order == nil && patched == layout, "\(old) to \(new)")
      } else {
        #expect(new != new.sorted(), "\(old) to \(new)")
      }
    }
  }

  private func names(_ random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...8, using: &random))
      .map { _ in random.pick(["a", "b", "c", "d", "e"]) }.sorted()
  }
}

/// A database with random rows, random transactions on it, and live rows in sections.
private struct SectionRound {
  private struct Refusal: Error {}

  private var random: SeededGenerator
  private let database: DatabaseQueue
  private let results: [any JudgedSections]
  private var log: [String] = []

  init(_ seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    database = try choresDatabase()
    let joined = Chore.join(Room.all) { $0.roomID.eq($1.id) }.order { chore, _ in chore.id }
      .select { ChoreInRoom.Columns(title: $0.title, roomName: $1.name) }
    results = [
      LiveSections("by id", Chore.order(by: \.id), \.category, database),
      LiveSections("by title", Chore.order { ($0.title.desc(), $0.id) }, \.category, database),
      LiveSections(
        "limited",
        Chore.order { ($0.title, $0.id) }.limit(4, offset: 1),
        \.category,
        database
      ),
      LiveSections(
        "newest",
        Chore.order { $0.id.desc() }.limit(5),
        \.category,
        database
      ),
      LiveSections(
        "limited by a collation",
        Chore.order { ($0.title, $0.id) }.limit(5),
        \.anyPlace,
        database
      ),
      LiveSections(
        "filtered",
        Chore.where { $0.roomID.eq(1) }.order(by: \.id),
        \.category,
        database
      ),
      LiveSections("titles", Chore.order(by: \.id).select(\.title), \.category, database),
      LiveSections("joined", joined, \.category, database),
      LiveSections("by a collation", Chore.order(by: \.id), \.anyPlace, database),
    ]
  }

  /// The queries whose result was never patched.
  var unpatched: [String] {
    database.liveQueryStatistics.filter { $0.patchCount == 0 }.map(\.sql)
  }

  mutating func run() async throws -> String? {
    for result in results { try await result.load() }
    for _ in 0..<60 {
      log = []
      runTransaction()
      try await database.liveQueriesCaughtUp(within: .hang)
      if let complaint = try complaint() {
        return complaint + "\nafter:\n" + log.joined(separator: "\n")
      }
    }
    return nil
  }

  private func complaint() throws -> String? {
    try database.read { db in
      for result in results { if let complaint = try result.complaint(db) { return complaint } }
      return nil
    }
  }

  private mutating func runTransaction() {
    do {
      try database.write { db in
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let sql = statement()
          log.append(sql)
          do { try db.execute(sql: sql) } catch { log.append("-- \(error)") }
        }
        if random.chance(10) { throw Refusal() }
      }
    } catch { log.append("-- rolled back: \(error)") }
  }

  private mutating func statement() -> String {
    let id = Int.random(in: 1...12, using: &random)
    let category = random.pick(["'a'", "'b'", "'c'", "'d'", "'é'", "'e\u{301}'", "NULL"])
    let place = random.pick(["'a'", "'A'", "'b'", "'B'", "''"])
    let title = random.pick(["'a'", "'b'", "'c'"])
    let room = Int.random(in: 1...3, using: &random)
    return random.pick([
      "INSERT OR REPLACE INTO chores (id, title, category, place, roomID) "
        + "VALUES (\(id), \(title), \(category), \(place), \(room))",
      "INSERT OR IGNORE INTO chores (id, title, category, place, roomID) "
        + "VALUES (\(id), \(title), \(category), \(place), \(room))",
      "UPDATE chores SET category = \(category) WHERE id = \(id)",
      "UPDATE chores SET title = \(title) WHERE id = \(id)",
      "UPDATE chores SET place = \(place) WHERE id = \(id)",
      "UPDATE OR IGNORE chores SET id = \(id) WHERE id = \(room)",
      "UPDATE chores SET category = \(category) WHERE roomID = \(room)",
      "UPDATE chores SET roomID = \(room) WHERE id = \(id)",
      "UPDATE rooms SET name = \(title) WHERE id = \(room)",
      "DELETE FROM chores WHERE id = \(id)",
    ])
  }
}

/// Live rows in sections that are compared with those of the query.
private protocol JudgedSections {
  func load() async throws
  func complaint(_ db: Database) throws -> String?
}

private struct LiveSections<Query: SelectStatement & TypedRowQuery, Name: QueryExpression>:
  JudgedSections
where Query.Element: Equatable & Sendable, Name.QueryValue == String? {
  let name: String
  let query: Query
  let section: KeyPath<Query.From.TableColumns, Name>
  let live: FetchAll<Query.Element>

  init(
    _ name: String,
    _ query: Query,
    _ section: KeyPath<Query.From.TableColumns, Name>,
    _ database: DatabaseQueue
  ) {
    (self.name, self.query, self.section) = (name, query, section)
    live = FetchAll(query, sectionBy: section, database: database, delivery: .immediate)
  }

  func load() async throws { try await live.projectedValue.load() }

  func complaint(_ db: Database) throws -> String? {
    let truth = try query.fetchAll(db, sectionBy: section)
    let shown = live.projectedValue.sections
    let (names, rows) = (shown.sectionNames, shown.map(Array.init))
    let (trueNames, trueRows) = (truth.sectionNames, truth.map(Array.init))
    guard names == trueNames, rows == trueRows, live.wrappedValue == trueRows.flatMap({ $0 }) else {
      return "\(name): \(names) \(rows) is not \(trueNames) \(trueRows)"
    }
    return nil
  }
}

extension Chore.TableColumns {
  /// A value that is compared by a collation.
  fileprivate var anyPlace: some QueryExpression<String?> {
    SQLQueryExpression<String?>(#""chores"."place""#)
  }
}
