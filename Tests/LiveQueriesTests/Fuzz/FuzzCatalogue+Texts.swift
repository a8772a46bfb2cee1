import LiveSQL

extension FuzzCatalogue {
  /// Statements of SQL text, through the property and through the sequence.
  var texts: [Entry] {
    [
      select(
        "text of things",
        #sql("SELECT id, title, list, weight, done FROM things ORDER BY id", as: FuzzThing.self)
      ),
      value("text of a count", #sql("SELECT count(*) FROM main.things", as: Int.self)),
      text("SELECT id, title FROM things WHERE list < 4 ORDER BY id"),
      // SQLite chooses which of several equal texts a union returns, so here all texts with
      // different bytes count as different.
      text(
        "SELECT title COLLATE BINARY AS title FROM things UNION SELECT body FROM extra.notes ORDER BY 1"
      ),
      text("SELECT name, seq FROM sqlite_sequence ORDER BY name"),
      text("SELECT name, type FROM pragma_table_info('things') ORDER BY cid"),
      text("SELECT type, name FROM sqlite_schema ORDER BY type, name"),
      text("SELECT rowid, title FROM search WHERE rowid < 20 ORDER BY rowid"),
      text("SELECT count(*), max(title) FROM search"),
    ]
  }

  /// Statements with fragments of text in them.
  var fragments: [Entry] {
    [
      table(
        "alternatives in text",
        FuzzThing.where { _ in #sql("list = 1 OR list = 3", as: Bool.self) }.order(by: \.id)
      ),
      table(
        "unbalanced text",
        FuzzThing.where { $0.id > 0 }
          .where { _ in #sql("\(raw: "list = 1) OR (list = 3")", as: Bool.self) },
        isOrdered: false
      ),
      select(
        "distinct in text",
        FuzzThing.select { _ in #sql("\(raw: "DISTINCT list")", as: Int?.self) },
        isOrdered: false
      ),
      table(
        "a clock in text",
        FuzzThing.where { _ in #sql("strftime('%f') IS NOT NULL", as: Bool.self) },
        isOrdered: false,
        mustRunAgain: true
      ),
      table(
        "faulty things",
        FuzzThing.where { #sql("faulty(\($0.id)) = 0", as: Bool.self) },
        isOrdered: false
      ),
      table(
        "faulty things in order",
        FuzzThing.where { #sql("faulty(\($0.id)) = 0", as: Bool.self) }
          .order { ($0.title, $0.id) }.limit(4)
      ),
      value(
        "count of faulty things",
        FuzzThing.where { #sql("faulty(\($0.id)) = 0", as: Bool.self) }.count()
      ),
    ]
  }

  var records: [Entry] {
    [
      request("records", FuzzRecord.order(Column("id"))),
      request("records of a list", FuzzRecord.filter(Column("list") == 2).order(Column("id").desc)),
      request("first records", FuzzRecord.order(Column("title"), Column("id")).limit(3)),
      one(
        "a record",
        watch: { [database] in
          FetchOne(FuzzRecord.filter(Column("id") == 4), database: database, delivery: $0)
        },
        truth: { try FuzzRecord.filter(Column("id") == 4).fetchOne($0) }
      ),
      one(
        "count of records",
        watch: { [database] in
          FetchOne(
            wrappedValue: Int?.none,
            FuzzRecord.select(countAll, as: Int.self),
            database: database,
            delivery: $0
          )
        },
        truth: { try FuzzRecord.select(countAll, as: Int.self).fetchOne($0) }
      ),
    ]
  }

  /// Several queries at once, and the results of closures.
  var others: [Entry] {
    [
      entry(
        FuzzQuery(
          name: "several queries",
          watch: { [database, delivery] in
            Fetch(
              wrappedValue: FuzzKey.Value(),
              FuzzKey(),
              database: database,
              delivery: $0 ? delivery.fetchingImmediately : delivery
            )
          },
          truth: { try FuzzKey().fetch($0) },
          followers: { [.values($0.values, $1)] }
        )
      )
    ]
  }

  private func request(_ name: String, _ request: QueryInterfaceRequest<FuzzRecord>) -> Entry {
    all(
      name,
      isOrdered: true,
      watch: { [database] in FetchAll(request, database: database, delivery: $0) },
      truth: { try request.fetchAll($0) }
    )
  }

  /// A statement whose rows are followed through its sequence.
  func text(_ sql: String) -> Entry {
    (sql, { [database, bell] in FuzzText(sql, database, bell) })
  }
}

/// A live query of SQL text, followed through its sequence.
final class FuzzText: FuzzSubject {
  let name: String
  private let database: any DatabaseWriter
  private let bell: FuzzBell
  private var follower: FuzzFollower<[Row]>?
  private var expected: Result<[Row], any Error>?

  init(_ sql: String, _ database: any DatabaseWriter, _ bell: FuzzBell) {
    name = sql
    self.database = database
    self.bell = bell
  }

  var isWatched: Bool { follower != nil }
  var plan: LivePlan? { nil }

  func use(_ use: FuzzUse) async {
    switch use {
    case .watch, .watchAtOnce, .watchAgain:
      follower = .updates(database.liveQuery(sql: name), bell)
    case .releaseInBackground: follower = nil
    case .pause, .resume, .reload: break
    case .fetch: _ = try? await database.read { [name] in try Row.fetchAll($0, sql: name).count }
    case .fetchInWrite:
      _ = try? await database.writeWithoutTransaction { [name] in
        try Row.fetchAll($0, sql: name).count
      }
    }
  }

  func readTruth(_ db: Database) { expected = Result { try Row.fetchAll(db, sql: name) } }

  var hasTruth: Bool { if case .success = expected { true } else { false } }

  func access() {}

  func complaint() -> String? { nil }

  func complaintOfFollowers() -> String? {
    guard let follower, let expected else { return nil }
    switch expected {
    case .failure(let error):
      return follower.hasEnded ? nil : "\(name) goes on, and should fail: \(error)"
    case .success(let rows):
      // The sequence has ended after an error.
      if follower.hasFailed { self.follower = .updates(database.liveQuery(sql: name), bell) }
      return self.follower?.complaint(rows).map { "\(name), \($0)" }
    }
  }
}
