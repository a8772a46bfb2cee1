import LiveSQL
import LiveSQLTestSupport
import SQLite
import Testing

/// Live requests of associations, compared with the same requests fetched afresh after each
/// transaction.
@Suite(.mayBlock) struct AssociationPropertyTests {
  typealias Shape = ShelvedLibrary.Shape

  @Test(arguments: PropertySeeds.of(2))
  func `prefetched rows equal those of the request run again`(seed: UInt64) async throws {
    var round = try LibraryRound(seed, ShelvedLibrary.prefetching, hasOddValues: false)
    if let complaint = try await round.run() { Issue.record(Comment(rawValue: complaint)) }
    // An SQLite library that does not report the origins of columns runs all of them again: the
    // results are right, but never patched.
    if Capability.columnMetadata.isAvailable {
      #expect(round.unpatched.isEmpty, "never patched: \(round.unpatched)")
    }
  }

  @Test(arguments: PropertySeeds.of(1))
  func `keys of any storage class give the right rows`(seed: UInt64) async throws {
    var round = try LibraryRound(seed, ShelvedLibrary.prefetching, hasOddValues: true)
    if let complaint = try await round.run() { Issue.record(Comment(rawValue: complaint)) }
  }

  @Test(arguments: PropertySeeds.of(1))
  func `joined rows and aggregates equal those of the request run again`(seed: UInt64)
    async throws
  {
    var round = try LibraryRound(
      seed,
      ShelvedLibrary.joining + ShelvedLibrary.runAgain,
      hasOddValues: false
    )
    if let complaint = try await round.run() { Issue.record(Comment(rawValue: complaint)) }
  }

  @Test(arguments: PropertySeeds.of(1))
  func `commits of another connection are seen`(seed: UInt64) async throws {
    let scratch = try ScratchDirectory()
    var round = try LibraryRound(
      seed,
      ShelvedLibrary.prefetching,
      hasOddValues: false,
      path: scratch.path(of: "library.db")
    )
    if let complaint = try await round.run() { Issue.record(Comment(rawValue: complaint)) }
  }
}

/// A database with random rows, random transactions on it, and live results.
struct LibraryRound {
  private struct Refusal: Error {}

  private var random: SeededGenerator
  private let statements: LibraryStatements
  private let database: any DatabaseWriter
  /// Another database object on the same file.
  private let other: (any DatabaseWriter)?
  private let live: [(shape: ShelvedLibrary.Shape, all: FetchAll<Row>, first: FetchOne<Row?>)]
  private var log: [String] = []
  private var patched: Set<String> = []

  init(_ seed: UInt64, _ shapes: [ShelvedLibrary.Shape], hasOddValues: Bool, path: String? = nil)
    throws
  {
    random = SeededGenerator(seed: seed)
    statements = LibraryStatements(hasOddValues: hasOddValues)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.synchronous = .off
    // Of a commit that touches more rows, only the tables are reported.
    configuration.maximumCapturedRowCount = path == nil ? random.pick([10_000, 10_000, 3]) : 10_000
    let database: any DatabaseWriter =
      try path.map { try DatabasePool(path: $0, configuration: configuration) }
      ?? DatabaseQueue(configuration: configuration)
    try database.write { try $0.execute(sql: ShelvedLibrary.schema) }
    other = try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
    self.database = database
    for _ in 0..<40 { Self.run(statements.next(using: &random), in: database) }
    live = shapes.map { shape in
      (
        shape, FetchAll(shape.request, database: database, delivery: .immediate),
        FetchOne(shape.request, database: database, delivery: .immediate)
      )
    }
  }

  private static func run(_ sql: String, in database: any DatabaseWriter) {
    try? database.write { try $0.execute(sql: sql) }
  }

  /// The requests that should be patched, but whose result never was.
  var unpatched: [String] {
    database.liveQueryStatistics.filter { $0.patchCount == 0 && $0.plan?.isRerun != true }
      .map(\.sql)
  }

  /// Runs transactions.
  ///
  /// - Returns: A description of what is wrong after one of them.
  mutating func run() async throws -> String? {
    for item in live {
      try await item.all.projectedValue.load()
      try await item.first.projectedValue.load()
    }
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
      for item in live {
        let (all, first) = (item.all.wrappedValue, item.first.wrappedValue)
        let truth = try item.shape.request.fetchAll(db)
        if all != truth {
          return "\(item.shape.name): \(all.map(Self.shown)) is not \(truth.map(Self.shown))"
        }
        if first != truth.first {
          return "first of \(item.shape.name): \(first.map(Self.shown) ?? "none")"
        }
      }
      return nil
    }
  }

  private static func shown(_ row: Row) -> String {
    let scopes = row.scopeNames.sorted().map { "\($0): \(row.scope($0).map(shown) ?? "none")" }
    let rows = row.prefetchedNames.sorted().map {
      "\($0): \(row.prefetchedRows($0)?.map(shown) ?? [])"
    }
    return "\(row.debugDescription) \((scopes + rows).joined(separator: "; "))"
  }

  private mutating func runTransaction() {
    let isOther = other != nil && random.chance(30)
    let database = isOther ? other ?? database : database
    do {
      try database.write { db in
        for _ in 0..<Int.random(in: 1...3, using: &random) { runStatement(db) }
        if random.chance(20) {
          try db.inSavepoint {
            runStatement(db)
            return random.chance(50) ? .rollback : .commit
          }
        }
        if random.chance(10) { throw Refusal() }
      }
    } catch { log.append("-- rolled back: \(error)") }
    // A writer is notified of what others have committed before.
    if isOther { Self.run("UPDATE tag SET name = name", in: self.database) }
  }

  private mutating func runStatement(_ db: Database) {
    let sql = statements.next(using: &random)
    log.append(sql)
    do { try db.execute(sql: sql) } catch { log.append("-- \(error)") }
  }
}
