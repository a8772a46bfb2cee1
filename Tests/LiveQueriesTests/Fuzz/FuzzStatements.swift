import LiveSQLTestSupport

/// Random statements that change rows: many fail, and some change a lot.
enum FuzzStatements {
  static func next(_ files: FuzzFiles, using random: inout SeededGenerator) -> String {
    switch files {
    case .main: main(using: &random)
    case .extra: note(using: &random)
    case .both: random.chance(50) ? main(using: &random) : note(using: &random)
    case .temporary: draft(using: &random)
    }
  }

  private static func main(using random: inout SeededGenerator) -> String {
    switch random.below(20) {
    case 0..<5: insertThing(using: &random)
    case 5..<10: updateThing(using: &random)
    case 10, 11: "DELETE FROM things WHERE id = \(id(&random))"
    case 12, 13: list(using: &random)
    case 14, 15: loose(using: &random)
    case 16: done(using: &random)
    case 17: search(using: &random)
    default: many(using: &random)
    }
  }

  private static func insertThing(using random: inout SeededGenerator) -> String {
    let verb = random.pick(["INSERT", "INSERT OR REPLACE", "INSERT OR REPLACE", "INSERT OR IGNORE"])
    let table = random.pick(["things", "things", "things", "main.things"])
    return """
      \(verb) INTO \(table) (id, title, list, weight, done) VALUES \
      (\(id(&random)), \(text(&random)), \(group(&random)), \(weight(&random)), \(random.below(2)))
      """
  }

  private static func updateThing(using random: inout SeededGenerator) -> String {
    let change = random.pick([
      "title = \(text(&random))", "list = \(group(&random))", "weight = \(weight(&random))",
      "done = NOT done", "id = \(id(&random))", "title = title || 'x', list = \(group(&random))",
    ])
    let verb = random.pick(["UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE"])
    let row = id(&random)
    let condition = random.pick(["id = \(row)", "id = \(row)", "id BETWEEN \(row) AND \(row) + 3"])
    return "\(verb) things SET \(change) WHERE \(condition)"
  }

  private static func list(using random: inout SeededGenerator) -> String {
    random.pick([
      "INSERT OR REPLACE INTO lists (id, name) VALUES (\(group(&random)), \(text(&random)))",
      "INSERT INTO lists (name) VALUES (\(text(&random)))",
      "UPDATE lists SET name = \(text(&random)) WHERE id = \(group(&random))",
      "DELETE FROM lists WHERE id = \(group(&random))",
    ])
  }

  private static func loose(using random: inout SeededGenerator) -> String {
    random.pick([
      "INSERT INTO loose (body, number) VALUES (\(text(&random)), \(group(&random)))",
      "INSERT INTO loose (body, number) VALUES (\(text(&random)), \(group(&random)))",
      "UPDATE loose SET number = \(group(&random)) WHERE body = \(text(&random))",
      "DELETE FROM loose WHERE number = \(group(&random))",
      "UPDATE loose SET rowid = \(id(&random)) WHERE number = \(group(&random))",
    ])
  }

  /// Returns a statement on what may be a table or a view.
  private static func done(using random: inout SeededGenerator) -> String {
    random.pick([
      "INSERT OR REPLACE INTO doneThings (id, title) VALUES (\(id(&random)), \(text(&random)))",
      "UPDATE doneThings SET title = \(text(&random)) WHERE id > \(id(&random))",
      "DELETE FROM doneThings WHERE id = \(id(&random))",
    ])
  }

  private static func search(using random: inout SeededGenerator) -> String {
    random.pick([
      "INSERT INTO search (rowid, title) VALUES (\(id(&random)), \(text(&random)))",
      "INSERT INTO search (search) VALUES ('rebuild')",
    ])
  }

  private static func many(using random: inout SeededGenerator) -> String {
    random.pick([
      "DELETE FROM things", "UPDATE things SET done = NOT done", "DELETE FROM loose",
      "DELETE FROM things WHERE weight > 1", "DELETE FROM lists",
      "UPDATE things SET id = -id WHERE id > 10", "UPDATE things SET title = lower(title)",
      rows(from: 1, to: 12, using: &random), rows(from: 5, to: 60, using: &random),
      "INSERT OR IGNORE INTO lists (id, name) VALUES (1, 'a'), (2, 'B'), (3, 'b'), (4, NULL)",
    ])
  }

  private static func rows(from first: Int, to last: Int, using random: inout SeededGenerator)
    -> String
  {
    """
    INSERT OR IGNORE INTO things (id, title, list, weight, done)
    WITH RECURSIVE n(i) AS (SELECT \(first) UNION ALL SELECT i + 1 FROM n WHERE i < \(last))
    SELECT i, 't' || (i % 9), i % 5, i % 7, i % \(random.pick([2, 3])) = 0 FROM n
    """
  }

  private static func note(using random: inout SeededGenerator) -> String {
    random.pick([
      """
      INSERT OR REPLACE INTO extra.notes (id, body, thing) VALUES \
      (\(id(&random)), \(text(&random)), \(id(&random)))
      """,
      "INSERT INTO extra.notes (body, thing) VALUES (\(text(&random)), \(id(&random)))",
      "UPDATE extra.notes SET body = \(text(&random)) WHERE id <= \(id(&random))",
      "DELETE FROM extra.notes WHERE id = \(id(&random))",
      "UPDATE extra.notes SET thing = \(id(&random)) WHERE body = \(text(&random))",
      // The table that the view reads.
      "INSERT INTO extra.stored (body, thing) VALUES (\(text(&random)), \(id(&random)))",
      "DELETE FROM extra.stored WHERE id = \(id(&random))",
    ])
  }

  private static func draft(using random: inout SeededGenerator) -> String {
    random.pick([
      "INSERT OR REPLACE INTO drafts (id, body) VALUES (\(id(&random)), \(text(&random)))",
      "UPDATE drafts SET body = \(text(&random)) WHERE id < \(id(&random))",
      "DELETE FROM drafts WHERE id = \(id(&random))",
      """
      INSERT OR REPLACE INTO temp.things (id, title, list, done) \
      VALUES (\(id(&random)), \(text(&random)), \(group(&random)), 1)
      """,
      "UPDATE temp.things SET title = \(text(&random)) WHERE id < \(id(&random))",
      "DELETE FROM temp.things WHERE id = \(id(&random))",
      "INSERT OR REPLACE INTO temp.lists (id, name) VALUES (\(group(&random)), \(text(&random)))",
    ])
  }

  private static func id(_ random: inout SeededGenerator) -> Int { random.below(16) }

  private static func group(_ random: inout SeededGenerator) -> String {
    random.chance(10) ? "NULL" : "\(random.below(5))"
  }

  private static func weight(_ random: inout SeededGenerator) -> String {
    random.pick(["NULL", "0", "1", "1.5", "-2.25", "4", "1e300"])
  }

  /// Returns a text; sometimes a number, which stays one in a column without a type.
  private static func text(_ random: inout SeededGenerator) -> String {
    if random.chance(1) { return "5" }
    return random.pick(["NULL", "'a'", "'A'", "'b'", "'b '", "'é'", "''", "'zz'", "'t1'", "'t2'"])
  }
}
