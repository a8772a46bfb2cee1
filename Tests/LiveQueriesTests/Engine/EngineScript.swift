import DatabaseTypes
import LiveSQLTestSupport

/// The events of one round, which a seed decides before anything runs, so that a shorter script can
/// be tried again.
struct EngineScript: Sendable {
  let seed: UInt64
  let layout: EngineLayout
  /// The live queries, as indices in the catalogue.
  var queries: [Int]
  var events: [EngineEvent]

  init(seed: UInt64, queryCount: Int, eventCount: Int) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    let layout = EngineLayout(using: &random)
    self.layout = layout
    queries = Array((0..<queryCount).shuffled(using: &random).prefix(10)).sorted()
    events = []
    while events.count < eventCount {
      events += EngineEvent.next(layout, queryCount: queries.count, using: &random)
    }
  }
}

/// An event that happens to a database or to its observers.
struct EngineEvent: Sendable {
  enum Kind: Sendable {
    case transaction
    /// A transaction of the other connection.
    case elsewhere
    /// Transactions of both connections at once.
    case both
    /// Statements that cannot be in a transaction.
    case maintenance
    case pauseOrResume(Int)
    case subscribeAgain(Int)
  }

  var kind: Kind
  var steps: [EngineStep] = []
  var isRefused = false
  /// Whether all results are awaited and judged before the next event.
  var isJudged = true
}

enum EngineStep: Sendable {
  case statement(String, [DatabaseValue])
  case savepoint([EngineStep], isKept: Bool)
}

extension EngineEvent {
  static func next(
    _ layout: EngineLayout,
    queryCount: Int,
    using random: inout SeededGenerator
  ) -> [EngineEvent] {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<2: return schemaChange(using: &random)
    case 2: return absence(using: &random)
    case 3 where random.chance(50):
      return [EngineEvent(kind: .maintenance, steps: [.statement(random.pick(maintenance), [])])]
    case 4..<7: return [EngineEvent(kind: .pauseOrResume(random.below(queryCount)))]
    case 7..<9: return [EngineEvent(kind: .subscribeAgain(random.below(queryCount)))]
    default: return [transaction(layout, using: &random)]
    }
  }

  private static let maintenance = [
    "VACUUM", "ANALYZE", "REINDEX", "PRAGMA wal_checkpoint(TRUNCATE)",
  ]

  private static func transaction(_ layout: EngineLayout, using random: inout SeededGenerator)
    -> EngineEvent
  {
    var kind = Kind.transaction
    if layout.hasOther { kind = random.pick([.transaction, .transaction, .elsewhere, .both]) }
    var event = EngineEvent(kind: kind)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      event.steps.append(step(using: &random))
    }
    event.isRefused = random.chance(8)
    event.isJudged = random.chance(85)
    return event
  }

  private static func step(using random: inout SeededGenerator) -> EngineStep {
    guard random.chance(12) else { return statement(using: &random) }
    let steps = (0..<2).map { _ in statement(using: &random) }
    return .savepoint(steps, isKept: random.chance(50))
  }

  private static func statement(using random: inout SeededGenerator) -> EngineStep {
    let (sql, arguments) = EngineStatements.next(using: &random)
    return .statement(sql, arguments)
  }

  private static func schemaChange(using random: inout SeededGenerator) -> [EngineEvent] {
    let number = random.below(1_000_000)
    let sql = random.pick([
      "ALTER TABLE items ADD COLUMN extra\(number) DEFAULT 3",
      "ALTER TABLE pairs ADD COLUMN extra\(number)",
      "CREATE INDEX index\(number) ON items (list, title)",
      "CREATE INDEX index\(number) ON pairs (note COLLATE NOCASE)",
      "DROP INDEX IF EXISTS itemsByList", "CREATE INDEX IF NOT EXISTS itemsByList ON items (list)",
      "CREATE TABLE unrelated\(number) (n)",
      "DROP TRIGGER IF EXISTS touched",
      """
      CREATE TABLE copied AS SELECT body, item FROM notes;
      DROP TABLE notes;
      CREATE TABLE notes (body TEXT COLLATE NOCASE, item INTEGER);
      INSERT INTO notes SELECT body, item FROM copied ORDER BY body, item DESC;
      DROP TABLE copied
      """,
    ])
    return [EngineEvent(kind: .transaction, steps: [.statement(sql, [])])]
  }

  /// Returns events that rename a table away for some time.
  private static func absence(using random: inout SeededGenerator) -> [EngineEvent] {
    let table = random.pick(["items", "lists", "pairs", "notes"])
    let away = EngineStep.statement("ALTER TABLE \(table) RENAME TO away", [])
    let back = EngineStep.statement("ALTER TABLE away RENAME TO \(table)", [])
    if random.chance(30) { return [EngineEvent(kind: .transaction, steps: [away, back])] }
    return [
      EngineEvent(kind: .transaction, steps: [away]),
      EngineEvent(kind: .transaction, steps: [statement(using: &random)]),
      EngineEvent(kind: .transaction, steps: [back]),
    ]
  }
}

extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

extension EngineScript: CustomStringConvertible {
  var description: String {
    "-- LIVESQL_FUZZ_SEED=\(seed), queries \(queries)\n\(layout.description)\n"
      + events.map(\.description).joined(separator: "\n")
  }
}

extension EngineEvent: CustomStringConvertible {
  var description: String {
    let ending = (isRefused ? ", rolled back" : "") + (isJudged ? "" : ", not awaited")
    return "-- \(kind)\(ending)" + steps.map { "\n\($0.description)" }.joined()
  }
}

extension EngineStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .statement(let sql, let arguments):
      arguments.isEmpty ? sql : "\(sql) \(arguments.map(\.sqlLiteral))"
    case .savepoint(let steps, let isKept):
      "-- savepoint\n" + steps.map(\.description).joined(separator: "\n")
        + "\n-- \(isKept ? "kept" : "undone")"
    }
  }
}
