import DatabaseTypes
import LiveSQLTestSupport

extension SeededGenerator {
  /// Returns one of a few values, so rows are often equal.
  mutating func value() -> DatabaseValue {
    chance(70) ? .integer(Int64.random(in: -1...8, using: &self)) : pick(Self.oddValues)
  }

  private static let oddValues: [DatabaseValue] = [
    .null, .null, 1.0, 2.5, -0.5, "a", "A", "b", "B", "a ", "1", "2.5", "é", "a\0b", "",
    .blob([]), .blob([1]), .blob([97]), .integer(.max), .integer(1 << 53 + 1), .real(1e300),
  ]
}

/// A generator of SQL for random tables, with everything that changes rows implicitly.
struct FuzzSchema {
  private(set) var sql: [String] = []
  private var tables: [(name: String, key: [String], columns: [String])] = []

  init(using random: inout SeededGenerator) {
    for index in 0..<Int.random(in: 2...4, using: &random) { addTable("t\(index)", &random) }
    if random.chance(30) { addTable("temp.p", &random) }
    if random.chance(30) { addTable("other.q", &random) }
    for index in 0..<Int.random(in: 0...3, using: &random) { addTrigger("r\(index)", &random) }
    if random.chance(30) { addView(&random) }
    if random.chance(15) { addSearch(&random) }
    if random.chance(40) { addIndex(&random) }
  }

  private mutating func addTable(_ name: String, _ random: inout SeededGenerator) {
    let columns = (0..<Int.random(in: 1...4, using: &random)).map { "c\($0)" }
    var parts = columns.map { column($0, of: name, &random) }
    let hasRowID = random.chance(55)
    let key = addKey(to: &parts, columns, isNeeded: !hasRowID, &random)
    if random.chance(25) {
      let kind = random.pick(["VIRTUAL", "STORED"])
      let source = random.pick(columns)
      parts.insert("g AS (\(source) || '-') \(kind)", at: Int.random(in: 0...1, using: &random))
    }
    if random.chance(6) { parts.insert("rowid TEXT", at: 1) }
    // Constraints of the table come after all columns.
    let sorted =
      parts.filter { !$0.hasPrefix("PRIMARY") } + parts.filter { $0.hasPrefix("PRIMARY") }
    sql.append(
      "CREATE TABLE \(name) (\(sorted.joined(separator: ", ")))"
        + (hasRowID ? "" : " WITHOUT ROWID")
    )
    tables.append((name, key, columns))
  }

  private func addKey(
    to parts: inout [String],
    _ columns: [String],
    isNeeded: Bool,
    _ random: inout SeededGenerator
  ) -> [String] {
    switch Int.random(in: isNeeded ? 1...4 : 0...5, using: &random) {
    case 1:
      parts.insert("k INTEGER PRIMARY KEY", at: Int.random(in: 0...parts.count, using: &random))
      return ["k"]
    case 2:
      let type = random.pick(["TEXT", "REAL", "NUMERIC", "BLOB", "INT", ""])
      let collation = random.pick(["", "", "COLLATE NOCASE", "COLLATE RTRIM"])
      parts.insert(
        "k \(type) PRIMARY KEY \(collation)",
        at: Int.random(in: 0...parts.count, using: &random)
      )
      return ["k"]
    case 3, 4:
      let key = Array(columns.shuffled(using: &random).prefix(2))
      parts.append(
        "PRIMARY KEY (\(key.map { $0 + random.pick(["", " DESC"]) }.joined(separator: ", ")))"
      )
      return key
    default: return []
    }
  }

  private func column(_ name: String, of table: String, _ random: inout SeededGenerator) -> String {
    var words = [name, random.pick(["", "INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB"])]
    if random.chance(15) { words.append("NOT NULL") }
    if random.chance(15) {
      words.append("UNIQUE " + random.pick(["", "ON CONFLICT REPLACE", "ON CONFLICT IGNORE"]))
    }
    if random.chance(20) { words.append("DEFAULT " + random.pick(["7", "'x'", "NULL", "2.5"])) }
    if random.chance(15) { words.append("COLLATE " + random.pick(["NOCASE", "RTRIM"])) }
    if random.chance(10) { words.append("CHECK (\(name) IS NOT 8)") }
    if random.chance(25), !table.contains("."), let parent = parent(&random) {
      words.append(parent)
    }
    return words.joined(separator: " ")
  }

  private func parent(_ random: inout SeededGenerator) -> String? {
    let parents = tables.filter { $0.key.count == 1 && !$0.name.contains(".") }
    guard !parents.isEmpty else { return nil }
    let parent = random.pick(parents)
    let actions = ["CASCADE", "CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT", "NO ACTION"]
    return "REFERENCES \(parent.name) (\(parent.key[0])) ON DELETE \(random.pick(actions))"
      + " ON UPDATE \(random.pick(actions))" + random.pick(["", " DEFERRABLE INITIALLY DEFERRED"])
  }
}

extension FuzzSchema {
  private mutating func addTrigger(_ name: String, _ random: inout SeededGenerator) {
    let mains = tables.filter { !$0.name.contains(".") }
    let table = random.pick(mains)
    let event = random.pick(["INSERT", "UPDATE", "DELETE"])
    let row = event == "DELETE" ? "old" : "new"
    let condition = random.chance(40) ? "WHEN \(row).\(random.pick(table.columns)) > 3" : ""
    let value = "\(row).\(random.pick(table.columns))"
    sql.append(
      """
      CREATE TRIGGER \(name) \(random.pick(["BEFORE", "AFTER"])) \(event) ON \(table.name) \(condition) BEGIN
        \(action(value, &random)); \(random.chance(30) ? action(value, &random) + ";" : "") END
      """
    )
  }

  private func action(_ value: String, _ random: inout SeededGenerator) -> String {
    let mains = tables.filter { !$0.name.contains(".") }
    let table = random.pick(mains)
    let column = random.pick(table.columns)
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: return "INSERT OR IGNORE INTO \(table.name) (\(column)) VALUES (\(value))"
    case 2: return "INSERT OR REPLACE INTO \(table.name) (\(column)) VALUES (\(value))"
    case 3, 4: return "UPDATE OR IGNORE \(table.name) SET \(column) = \(value) WHERE \(column) = 2"
    case 5: return "DELETE FROM \(table.name) WHERE \(column) = \(value)"
    case 6:
      return "INSERT OR IGNORE INTO \(table.name) SELECT * FROM \(random.pick(mains).name) LIMIT 3"
    case 7: return "INSERT INTO \(table.name) SELECT * FROM \(table.name) WHERE 0"
    default:
      return
        "SELECT RAISE(\(random.pick(["IGNORE", "ABORT, 'no'", "FAIL, 'no'", "ROLLBACK, 'no'"])))"
        + " WHERE \(value) = 5"
    }
  }

  private mutating func addView(_ random: inout SeededGenerator) {
    let table = tables[0]
    let column = random.pick(table.columns)
    sql.append("CREATE VIEW v AS SELECT \(column) AS c0 FROM \(table.name)")
    sql.append(
      """
      CREATE TRIGGER vi INSTEAD OF INSERT ON v BEGIN
        INSERT OR IGNORE INTO \(table.name) (\(column)) VALUES (new.c0); END
      """
    )
    sql.append(
      """
      CREATE TRIGGER vd INSTEAD OF DELETE ON v BEGIN
        DELETE FROM \(table.name) WHERE \(column) IS old.c0; END
      """
    )
  }

  private mutating func addSearch(_ random: inout SeededGenerator) {
    let table = tables[0]
    sql.append("CREATE VIRTUAL TABLE search USING fts5(body)")
    sql.append(
      """
      CREATE TRIGGER s AFTER INSERT ON \(table.name) BEGIN
        INSERT INTO search (body) VALUES (new.\(random.pick(table.columns))); END
      """
    )
  }

  private mutating func addIndex(_ random: inout SeededGenerator) {
    let table = random.pick(tables.filter { !$0.name.contains(".") })
    let condition = random.chance(40) ? " WHERE \(random.pick(table.columns)) > 2" : ""
    sql.append("CREATE UNIQUE INDEX i ON \(table.name) (\(random.pick(table.columns)))\(condition)")
  }
}
