import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools

/// A random statement with its arguments; many fail on purpose.
struct FuzzStatement {
  let sql: String
  let arguments: StatementArguments
}

/// A generator of statements for the tables that existed when the transaction began.
struct FuzzStatements {
  private let tables: [(name: TableName, columns: [String])]
  private let changesSchema: Bool

  init(_ content: DatabaseContent, changesSchema: Bool) {
    self.changesSchema = changesSchema
    tables = content.tables.sorted { "\($0.key)" < "\($1.key)" }
      // No one writes the tables in which FTS5 keeps its data.
      .filter { !$0.key.name.hasPrefix("search") }
      .map { name, table in (name, table.columnNames.filter { $0 != "g" }) }
  }

  func next(using random: inout SeededGenerator) -> FuzzStatement {
    guard !tables.isEmpty else { return Self.make("CREATE TABLE t0 (c0, c1)") }
    let table = random.pick(tables)
    let name = Self.name(table.name, &random)
    switch Int.random(in: 0..<100, using: &random) {
    case ..<40: return insertion(name, table.columns, &random)
    case ..<65: return update(name, table.columns, &random)
    case ..<78: return deletion(name, table.columns, &random)
    case ..<84: return copy(name, &random)
    case ..<87: return Self.make("INSERT INTO v (c0) VALUES (?)", [random.value()])
    case ..<89: return Self.make("DELETE FROM v WHERE c0 = ?", [random.value()])
    case ..<91: return Self.make("DELETE FROM search WHERE rowid = ?", [random.value()])
    case ..<96 where changesSchema: return schemaChange(name, table.columns, &random)
    default:
      return Self.make(
        "UPDATE \(name) SET \(rowID(&random)) = \(rowID(&random)) + ?",
        [random.value()]
      )
    }
  }

  private static func name(_ table: TableName, _ random: inout SeededGenerator) -> String {
    let name = random.chance(10) ? table.name.uppercased() : table.name
    return table.schema == "main" && random.chance(80) ? name : "\(table.schema).\(name)"
  }

  private static func make(_ sql: String, _ values: [DatabaseValue] = []) -> FuzzStatement {
    FuzzStatement(sql: sql, arguments: StatementArguments(values: values))
  }

  private func rowID(_ random: inout SeededGenerator) -> String {
    random.pick(["rowid", "_rowid_", "k", "oid"])
  }

  private func orClause(_ random: inout SeededGenerator) -> String {
    random.pick([
      "", "", "", "OR REPLACE", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ABORT", "OR ROLLBACK",
    ])
  }
}

extension FuzzStatements {
  private func insertion(
    _ name: String,
    _ columns: [String],
    _ random: inout SeededGenerator
  ) -> FuzzStatement {
    let some = random.chance(80) ? columns : Array(columns.shuffled(using: &random).prefix(2))
    let rowCount = Int.random(in: 1...3, using: &random)
    let row = "(" + some.map { _ in "?" }.joined(separator: ", ") + ")"
    let rows = Array(repeating: row, count: rowCount).joined(separator: ", ")
    let values = (0..<rowCount * some.count).map { _ in random.value() }
    return Self.make(
      "INSERT \(orClause(&random)) INTO \(name) (\(some.joined(separator: ", "))) VALUES \(rows)"
        + upsert(some, &random) + (random.chance(10) ? " RETURNING *" : ""),
      values
    )
  }

  private func upsert(_ columns: [String], _ random: inout SeededGenerator) -> String {
    guard random.chance(20), !columns.isEmpty else { return "" }
    let column = random.pick(columns)
    return random.pick([
      " ON CONFLICT DO NOTHING",
      " ON CONFLICT DO UPDATE SET \(column) = excluded.\(column)",
      " ON CONFLICT DO UPDATE SET \(column) = 3 WHERE \(column) IS NOT 4",
    ])
  }

  private func update(
    _ name: String,
    _ columns: [String],
    _ random: inout SeededGenerator
  ) -> FuzzStatement {
    guard !columns.isEmpty else { return Self.make("UPDATE \(name) SET rowid = rowid") }
    let column = random.pick(columns)
    let from = random.chance(5) ? " FROM t0 AS f" : ""
    let change = random.pick(["?", "?", "?", "\(column) + ?", "coalesce(upper(\(column)), ?)"])
    let nothing = random.chance(10)
    let sql =
      "UPDATE \(orClause(&random)) \(name) SET \(column) = \(nothing ? column : change)\(from)"
    let (condition, values) = condition(columns, &random)
    return Self.make(sql + condition, (nothing ? [] : [random.value()]) + values)
  }

  private func deletion(
    _ name: String,
    _ columns: [String],
    _ random: inout SeededGenerator
  ) -> FuzzStatement {
    let (condition, values) = random.chance(15) ? ("", []) : condition(columns, &random)
    return Self.make("DELETE FROM \(name)" + condition, values)
  }

  private func condition(
    _ columns: [String],
    _ random: inout SeededGenerator
  ) -> (String, [DatabaseValue]) {
    guard !columns.isEmpty, random.chance(85) else { return ("", []) }
    let column = random.pick(columns)
    return (" WHERE \(column) \(random.pick(["=", "=", "IS", ">", "<"])) ?", [random.value()])
  }

  private func copy(_ name: String, _ random: inout SeededGenerator) -> FuzzStatement {
    let source = Self.name(random.pick(tables).name, &random)
    let limit = random.chance(50) ? "" : " LIMIT 4"
    return Self.make("INSERT \(orClause(&random)) INTO \(name) SELECT * FROM \(source)\(limit)")
  }

  private func schemaChange(
    _ name: String,
    _ columns: [String],
    _ random: inout SeededGenerator
  ) -> FuzzStatement {
    let column = columns.isEmpty ? "c0" : random.pick(columns)
    let new = "n\(Int.random(in: 0..<3, using: &random))"
    return Self.make(
      random.pick([
        "ALTER TABLE \(name) ADD COLUMN \(new) DEFAULT 7", "ALTER TABLE \(name) ADD COLUMN \(new)",
        "ALTER TABLE \(name) ADD COLUMN \(new) AS (\(column) || '+')",
        "ALTER TABLE \(name) ADD COLUMN \(new) TEXT NOT NULL DEFAULT 'd'",
        "ALTER TABLE \(name) RENAME COLUMN \(column) TO \(new)",
        "ALTER TABLE \(name) DROP COLUMN \(column)", "ALTER TABLE \(name) RENAME TO \(new)",
        "CREATE TABLE \(new) AS SELECT * FROM \(name)", "DROP TABLE \(new)",
        "CREATE INDEX \(new)i ON \(name) (\(column))", "DROP INDEX \(new)i", "DROP TRIGGER r0",
        "CREATE TABLE \(new) (k TEXT PRIMARY KEY COLLATE NOCASE, \(column)) WITHOUT ROWID",
      ])
    )
  }
}
