import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteQueries
import Synchronization
import TypedSQL
import TypedSQLMacroDeclarations

@testable import LiveEngine
@testable import LiveQueries

/// A column of each affinity, some of which SQLite compares in another way than it stores them.
@Table("things") struct Thing: Equatable, Sendable {
  let id: Int
}

/// The same as `Thing`, but without row numbers.
@Table("parts") struct Part: Equatable, Sendable {
  let id: Int
}

/// Random queries on random rows: a query that its filter rules out must have the same result as
/// before.
struct PlanFilterRound {
  private struct Query {
    let select: DecodableSelect<String, Database>
    var rows: [String] = []
  }

  private var random: SeededGenerator
  private let database: DatabaseQueue
  private let received = Received()
  private let subscription: ChangeSubscription
  private var registry = QueryRegistry<Int>()
  private var queries: [Query] = []
  /// The number of queries that were ruled out although they read the table and columns that
  /// changed.
  private(set) var ruledOutCount = 0

  /// State: what was received, guarded by the mutex.
  private final class Received: Sendable {
    let changes = Mutex<[ChangeSet]>([])
  }

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    database = try DatabaseQueue()
    let sql = Self.schema(using: &random)
    try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    let received = received
    subscription = database.changeSource.subscribe(to: .fullDatabase) { changes in
      received.changes.withLock { $0.append(changes) }
    }
    for _ in 0..<30 {
      queries.append(Query(select: Self.query(using: &random)))
    }
    self.random = random
  }

  private static let columns = ["id", "i", "n", "r", "t", "c", "b", "g"]

  private static func schema(using random: inout SeededGenerator) -> String {
    let columns = """
      i INTEGER, n NUMERIC, r REAL, t TEXT, c TEXT COLLATE NOCASE, b, g AS (i + 1) STORED
      """
    var sql = """
      PRAGMA encoding = '\(random.pick(["UTF-8", "UTF-8", "UTF-16le", "UTF-16be"]))';
      CREATE TABLE things (id INTEGER PRIMARY KEY, \(columns));
      CREATE TABLE parts (id INT, \(columns), PRIMARY KEY (t, i, id)) WITHOUT ROWID;
      """
    for column in Self.columns.dropFirst() where random.chance(40) {
      sql += "CREATE INDEX \(column)Index ON things (\(column));"
    }
    return sql
  }
}

extension PlanFilterRound {
  /// - Returns: A description of what is wrong after one of the transactions.
  mutating func run(transactionCount: Int) throws -> String? {
    for _ in 0..<20 { try write() }
    received.changes.withLock { $0 = [] }
    try database.unsafeRead { db in
      for index in queries.indices {
        let select = queries[index].select
        let planned = try PlanAnalysis.plan(select.parts, query: select.query, db)
        registry.insert(index, region: planned.region, filters: planned.filters)
        queries[index].rows = try Self.rows(select, db)
      }
    }
    for _ in 0..<transactionCount {
      try write()
      let changes = received.changes.withLock { changes in
        defer { changes = [] }
        return changes
      }
      if let complaint = try complaint(after: changes) { return complaint }
    }
    return nil
  }

  private mutating func complaint(after changes: [ChangeSet]) throws -> String? {
    try database.unsafeRead { db in
      for index in queries.indices {
        let query = queries[index]
        queries[index].rows = try Self.rows(query.select, db)
        guard !changes.contains(where: { registry.queries(touchedBy: $0).contains(index) }) else {
          continue
        }
        guard queries[index].rows == query.rows else {
          return
            "\(query.select.query.debugDescription)\n\(query.rows)\n\(queries[index].rows)\n\(changes)"
        }
        let region = registry.region(of: index) ?? Region()
        if changes.contains(where: { $0.touches(region) }) { ruledOutCount += 1 }
      }
      return nil
    }
  }

  private static func rows(_ select: DecodableSelect<String, Database>, _ db: Database) throws
    -> [String]
  {
    try select.statement(PlanQuery(.statement, select.query)).elements(db).sorted()
  }
}

// MARK: - Writes

extension PlanFilterRound {
  private mutating func write() throws {
    var statements: [(String, [DatabaseValue])] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) { statements.append(statement()) }
    try database.write { db in
      for (sql, arguments) in statements {
        try db.execute(sql: sql, arguments: StatementArguments(values: arguments))
      }
    }
  }

  private mutating func statement() -> (String, [DatabaseValue]) {
    let table = random.pick(["things", "things", "parts"])
    let id = DatabaseValue.integer(.random(in: 0..<12, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return ("DELETE FROM \(table) WHERE id = ?", [id])
    case 1, 2:
      let column = random.pick(["i", "n", "r", "t", "c", "b", "id"])
      let value = column == "id" ? id : keyValue(of: table, column)
      return ("UPDATE OR REPLACE \(table) SET \(column) = ? WHERE id = ?", [value, id])
    default:
      let values = ["i", "n", "r", "t", "c", "b"].map { keyValue(of: table, $0) }
      return (
        "INSERT OR REPLACE INTO \(table) (id, i, n, r, t, c, b) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [id] + values
      )
    }
  }

  /// Returns a value that is not NULL if it is part of the key.
  private mutating func keyValue(of table: String, _ column: String) -> DatabaseValue {
    let value = random.pick(Self.values)
    return value.isNull && table == "parts" && ["i", "t"].contains(column) ? 1 : value
  }

  private static let values: [DatabaseValue] = [
    .null, 0, 1, 2, 3, -1, 1.0, 1.5, 2.5, -0.0, 9_007_199_254_740_993, 9_007_199_254_740_992.0,
    .integer(.max), 9.3e18, .real(.infinity), "", "1", " 1", "1.0", "2", "0x1", "1e1", "a", "A",
    "a ", "b", "é", "\u{FFFD}", "\u{FF5E}", "\u{1F600}", "z\u{0}", .blob([]), .blob([97]),
    .blob([255]),
  ]
}

// MARK: - Queries

extension PlanFilterRound {
  private static func query(using random: inout SeededGenerator) -> DecodableSelect<
    String, Database
  > {
    var conditions: [SQLQueryExpression<Bool>] = []
    let table = random.pick(["things", "things", "parts"])
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      conditions.append(SQLQueryExpression(condition(of: table, using: &random)))
    }
    let all = columns.map { "quote(\"\(table)\".\"\($0)\")" }.joined(separator: " || ',' || ")
    let shown = SQLQueryExpression(QueryFragment(all), as: String.self)
    if table == "parts" {
      return DecodableSelect(
        conditions.reduce(Part.where { _ in conditions[0] }) { parts, condition in
          parts.where { _ in condition }
        }.select { _ in shown }
      )
    }
    return DecodableSelect(
      conditions.reduce(Thing.where { _ in conditions[0] }) { things, condition in
        things.where { _ in condition }
      }.select { _ in shown }
    )
  }

  private static func condition(of table: String, using random: inout SeededGenerator)
    -> QueryFragment
  {
    let column = QueryFragment(column: random.pick(columns), of: table)
    func value() -> QueryFragment { "\(binding(random.pick(values)))" }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return "(\(column)) IS (NULL)"
    case 1: return "(\(column)) IS NOT (NULL)"
    case 2: return "(\(column)) IN ((\(value())), (\(value())), (\(value())))"
    case 3: return "\(column) BETWEEN \(value()) AND \(value())"
    case 4: return column
    case 5: return "NOT (\(column))"
    case 6: return "((\(column)) >= (\(value()))) AND ((\(column)) < (\(value())))"
    default:
      let operation = random.pick(["=", "=", "=", "IS", "<", "<=", ">", ">=", "<>"])
      return "(\(column)) \(raw: operation) (\(value()))"
    }
  }

  private static func binding(_ value: DatabaseValue) -> QueryBinding {
    switch value {
    case .null: .null
    case .integer(let value): .int(value)
    case .real(let value): .double(value)
    case .text(let value): .text(value)
    case .blob(let value): .blob(value)
    }
  }
}
