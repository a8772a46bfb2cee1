import DatabaseTypes
import LiveSQLTestSupport

/// Random statements on the tables of ``EngineLayout``: many fail, and some change a lot.
enum EngineStatements {
  static func next(using random: inout SeededGenerator) -> PlanStatements.Written {
    guard random.chance(30) else { return PlanStatements.next(using: &random) }
    return switch random.below(10) {
    case 0, 1, 2: note(using: &random)
    case 3: ("INSERT INTO notes SELECT title, id FROM items WHERE id % ? = 0", [number(&random)])
    case 4:
      ("INSERT OR ROLLBACK INTO lists (id, name) VALUES (?, 'rolled')", [number(&random)])
    case 5:
      ("UPDATE OR ROLLBACK items SET id = id + 1 WHERE id = ?", [number(&random)])
    case 6:
      (
        """
        INSERT INTO items (id, title, list) VALUES (?1, 'up', ?2)
        ON CONFLICT DO UPDATE SET title = 'down', weight = 3
        """, [number(&random), number(&random)]
      )
    case 7: ("UPDATE items SET id = -id - 1 WHERE id BETWEEN ?1 AND ?1 + 4", [number(&random)])
    case 8: ("UPDATE pairs SET number = -number WHERE number <= ?", [number(&random)])
    default: many(using: &random)
    }
  }

  private static func note(using random: inout SeededGenerator) -> PlanStatements.Written {
    let body = random.pick(["a", "A", "b", "c", "", "é", "zz"])
    let statement = random.pick([
      "INSERT INTO notes VALUES (?2, ?1)", "INSERT INTO notes VALUES (?2, ?1)",
      "INSERT INTO notes (rowid, body, item) VALUES (?1, ?2, 1)",
      "UPDATE notes SET body = ?2 WHERE item = ?1", "UPDATE notes SET rowid = ?1 WHERE body = ?2",
      "UPDATE OR REPLACE notes SET item = ?1 WHERE body >= ?2",
      "DELETE FROM notes WHERE item < ?1 AND body < ?2",
    ])
    return (statement, [number(&random), .text(body)])
  }

  private static func many(using random: inout SeededGenerator) -> PlanStatements.Written {
    (
      random.pick([
        "DELETE FROM items", "DELETE FROM notes", "DELETE FROM lists", "UPDATE notes SET item = 1",
        "UPDATE items SET title = title || 'x' WHERE id < 20", "DELETE FROM pairs WHERE number < 4",
        """
        INSERT OR IGNORE INTO items (id, title, list)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
        SELECT i, 't' || i % 9, i % 7 FROM n
        """,
        "INSERT OR IGNORE INTO lists (id, name) VALUES (1, 'a'), (2, 'B'), (3, 'b'), (4, ''), (6, NULL)",
      ]), []
    )
  }

  private static func number(_ random: inout SeededGenerator) -> DatabaseValue {
    .integer(Int64.random(in: -2...30, using: &random))
  }
}
