import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase

/// Random statements on the tables of ``PlanSchema``: many fail, and some change a lot.
struct PlanStatements {
  typealias Written = (sql: String, arguments: [DatabaseValue])

  static func next(using random: inout SeededGenerator) -> Written {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: insertItem(using: &random)
    case 5..<10: updateItem(using: &random)
    case 10..<12: ("DELETE FROM items WHERE id = ?", [id(&random)])
    case 12: ("DELETE FROM items WHERE id BETWEEN ?1 AND ?1 + 5", [id(&random)])
    case 13: many(using: &random)
    case 14: ("INSERT OR IGNORE INTO lists VALUES (?, ?, NULL)", [list(&random), text(&random)])
    case 15: changeList(using: &random)
    case 16, 17:
      (
        "INSERT OR REPLACE INTO pairs VALUES (?, ?, ?)",
        [.text(name(&random)), list(&random), text(&random)]
      )
    case 18:
      (
        random.pick([
          "UPDATE pairs SET name = ?1 WHERE number = ?2",
          "UPDATE OR REPLACE pairs SET number = number + 1 WHERE name = ?1 AND number <> ?2",
          "UPDATE pairs SET note = ?1 WHERE number <= ?2",
        ]), [.text(name(&random)), list(&random)]
      )
    default: ("DELETE FROM pairs WHERE name = ?", [.text(name(&random))])
    }
  }

  private static func insertItem(using random: inout SeededGenerator) -> Written {
    let verb = random.pick([
      "INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "INSERT OR FAIL", "REPLACE",
    ])
    return (
      "\(verb) INTO items (id, title, list, weight, isDone, mixed) VALUES (?, ?, ?, ?, ?, ?)",
      [
        id(&random), text(&random), list(&random), weight(&random),
        .integer(Int64.random(in: 0...1, using: &random)), any(&random),
      ]
    )
  }

  private static func updateItem(using random: inout SeededGenerator) -> Written {
    let column = random.pick(["title", "list", "weight", "isDone", "mixed", "id"])
    let value: DatabaseValue =
      switch column {
      case "title": text(&random)
      case "list": list(&random)
      case "weight": weight(&random)
      case "isDone": .integer(Int64.random(in: 0...1, using: &random))
      case "id": id(&random)
      default: any(&random)
      }
    let verb = random.pick(["UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE", "UPDATE OR FAIL"])
    let condition = random.pick(["id = ?2", "id = ?2", "id BETWEEN ?2 AND ?2 + 3"])
    return ("\(verb) items SET \(column) = ?1 WHERE \(condition)", [value, id(&random)])
  }

  private static func many(using random: inout SeededGenerator) -> Written {
    let statement = random.pick([
      "UPDATE items SET isDone = NOT isDone", "DELETE FROM items WHERE weight > ?",
      "DELETE FROM items WHERE ? IS NULL", "UPDATE items SET weight = weight + 1 WHERE list = ?",
    ])
    return (statement, statement.contains("?") ? [weight(&random)] : [])
  }

  private static func changeList(using random: inout SeededGenerator) -> Written {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: ("DELETE FROM lists WHERE id = ?", [list(&random)])
    case 1: ("UPDATE lists SET name = ? WHERE id = ?", [text(&random), list(&random)])
    default:
      ("UPDATE OR IGNORE lists SET id = ?, owner = ?", [list(&random), list(&random)])
    }
  }

  private static func id(_ random: inout SeededGenerator) -> DatabaseValue {
    .integer(Int64.random(in: -3...60, using: &random))
  }

  private static func list(_ random: inout SeededGenerator) -> DatabaseValue {
    random.chance(15) ? .null : .integer(Int64.random(in: 1...6, using: &random))
  }

  private static func weight(_ random: inout SeededGenerator) -> DatabaseValue {
    random.pick([.null, 0, 1, 1.5, -2.25, 1e300, 9_007_199_254_740_993])
  }

  private static func name(_ random: inout SeededGenerator) -> String {
    random.pick(["a", "A", "b", "B ", "b", "é", "É", "", "a ", "aa", "Z", "z\u{0}a", "z\u{0}b"])
  }

  private static func text(_ random: inout SeededGenerator) -> DatabaseValue {
    random.chance(10) ? .null : .text(name(&random) + random.pick(["", "", "x", "Y", " "]))
  }

  private static func any(_ random: inout SeededGenerator) -> DatabaseValue {
    random.pick([
      .null, 1, 1.0, 2, -1, 0.5, .integer(.max), .real(9.3e18), .real(-9.3e18), "1", "b", "B", "b ",
      .blob([]), .blob([1]), .blob([98]), text(&random),
    ])
  }
}
