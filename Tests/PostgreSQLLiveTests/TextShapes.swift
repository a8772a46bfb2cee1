import IncrementalQueries

@testable import LiveEngine
@testable import PostgreSQLLive

/// Queries of a test's shop that are parsed from SQL text, of views, of compound statements, and of
/// groups by decimal numbers.
enum TextShapes {
  /// Each item gets decimal numbers: one with two digits after the point, and one with any number.
  static let schema = """
    ALTER TABLE item ADD price numeric(10,2), ADD weight numeric, ADD tags text[];
    CREATE FUNCTION set_price() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.price := NEW.value % 7 * 1.25 - 3; NEW.weight := round(NEW.value % 5 * 0.5, (NEW.id % 3 + 1)::int);
      NEW.tags := ARRAY['all', (ARRAY['a', 'b', 'c'])[NEW.value % 3 + 1]];
      RETURN NEW;
    END $$;
    CREATE TRIGGER set_price BEFORE INSERT OR UPDATE ON item FOR EACH ROW EXECUTE FUNCTION set_price();
    UPDATE item SET value = value;
    CREATE VIEW cheap AS SELECT id, title, value AS worth FROM item WHERE value < 25;
    CREATE VIEW labelled AS
      SELECT item.id, list.name, item.title FROM item JOIN list ON list.id = item.list WHERE item.value > 3;
    CREATE VIEW all_lists (list, item) AS
      SELECT list.id, item.id FROM list LEFT JOIN item ON item.list = list.id;
    CREATE VIEW cheapest AS SELECT id, worth FROM cheap WHERE worth < 12 ORDER BY worth DESC
    """

  private static func text(
    _ text: String,
    _ width: Int,
    sameAs sql: String? = nil,
    _ plan: LivePlan
  ) -> (TestQuery, LivePlan) { (TestQuery(text: text, width: width, sameAs: sql), plan) }

  static let queries = texts + views + compounds + decimals

  private static let texts: [(TestQuery, LivePlan)] = [
    text(
      "SELECT id, title -- the name\n, value::text FROM item WHERE value > 5 AND title LIKE E'%\\'%' IS NOT TRUE",
      3,
      sameAs: "SELECT id, title, value::text FROM item WHERE value > 5 ORDER BY id",
      .keyedPatch
    ),
    text(
      "SELECT i.id, i.score AS s, i.title FROM Item i ORDER BY s DESC, i.Title COLLATE \"C\"",
      3,
      sameAs:
        "SELECT id, score, title FROM item ORDER BY score DESC NULLS FIRST, title COLLATE \"C\" NULLS LAST, id",
      .orderedPatch
    ),
    text(
      "SELECT id, (tags)[2] FROM item WHERE tags && ARRAY['a', 'b'] ORDER BY value, id LIMIT 7 OFFSET 2",
      2,
      .orderedWindow
    ),
    text(
      "SELECT DISTINCT list FROM item WHERE value < 30 ORDER BY list DESC",
      1,
      .distinctRows
    ),
    text(
      "SELECT list, count(*), max(value) FROM item GROUP BY list HAVING count(*) > 2",
      3,
      sameAs: """
        SELECT list, count(*), max(value) FROM item GROUP BY list HAVING count(*) > 2
        ORDER BY list NULLS FIRST
        """,
      .groups
    ),
    text(
      "SELECT id, name FROM list WHERE id IN (SELECT list FROM item WHERE value > 40)",
      2,
      sameAs:
        "SELECT id, name FROM list WHERE id IN (SELECT list FROM item WHERE value > 40) ORDER BY id",
      .keyedPatch
    ),
    text(
      "SELECT id, list, row_number() OVER (PARTITION BY list ORDER BY value, id) FROM item",
      3,
      sameAs: """
        SELECT id, list, row_number() OVER (PARTITION BY list ORDER BY value, id) FROM item ORDER BY id
        """,
      .partitions
    ),
    text(
      """
      SELECT id, list, title FROM item WHERE id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY list ORDER BY value DESC, id) AS n FROM item
        WHERE value > 5
      ) AS numbered WHERE n = 1)
      """,
      3,
      sameAs: """
        SELECT id, list, title FROM item WHERE id IN (
          SELECT DISTINCT ON (list) id FROM item WHERE value > 5
          ORDER BY list, value DESC NULLS FIRST, id
        ) ORDER BY id
        """,
      .firstRows
    ),
    text(
      """
      SELECT id, score FROM item WHERE score IS NOT NULL AND id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY price ORDER BY score, id) AS n FROM item
      ) AS numbered WHERE n = 1) ORDER BY score DESC, id LIMIT 3
      """,
      2,
      .orderedWindow
    ),
    text(
      """
      WITH big AS (SELECT id, title, list FROM item WHERE value > 10)
      SELECT list.name, big.title FROM list JOIN big ON big.list = list.id
      """,
      2,
      sameAs: """
        SELECT list.name, item.title FROM list JOIN item ON item.list = list.id AND item.value > 10
        ORDER BY list.id, item.id
        """,
      .join
    ),
  ]

  private static let views: [(TestQuery, LivePlan)] = [
    text("SELECT * FROM cheap", 3, sameAs: "SELECT * FROM cheap ORDER BY id", .keyedPatch),
    text(
      "SELECT id, name, title FROM labelled ORDER BY name, id",
      3,
      .join
    ),
    text(
      "SELECT list, item FROM all_lists",
      2,
      sameAs: "SELECT list, item FROM all_lists ORDER BY list, item NULLS FIRST",
      .join
    ),
    text("SELECT id, worth FROM cheapest ORDER BY worth, id", 2, .orderedPatch),
    text(
      "SELECT worth, count(*) FROM cheap GROUP BY worth",
      2,
      sameAs: "SELECT worth, count(*) FROM cheap GROUP BY worth ORDER BY worth",
      .groups
    ),
  ]

  private static let compounds: [(TestQuery, LivePlan)] = [
    text(
      "SELECT title FROM item WHERE value > 20 UNION SELECT name FROM list",
      1,
      sameAs: """
        SELECT title FROM (SELECT title FROM item WHERE value > 20 UNION SELECT name FROM list) AS u
        ORDER BY title COLLATE "C" NULLS FIRST
        """,
      .compound
    ),
    text(
      "SELECT id, title AS t, value FROM item WHERE value < 9 UNION ALL SELECT id, name, 7::bigint FROM list",
      3,
      sameAs: """
        SELECT id, t, value FROM (SELECT 0 AS arm, id, title AS t, value FROM item WHERE value < 9
          UNION ALL SELECT 1, id, name, 7 FROM list) AS u ORDER BY arm, id
        """,
      .compound
    ),
    text(
      "SELECT value FROM item UNION ALL SELECT size::bigint FROM part ORDER BY 1 DESC LIMIT 9",
      1,
      .orderedWindow
    ),
    text(
      "SELECT list FROM item EXCEPT SELECT id FROM list WHERE name = 'list'",
      1,
      sameAs: """
        SELECT list FROM (SELECT list FROM item EXCEPT SELECT id FROM list WHERE name = 'list') AS u
        ORDER BY list NULLS FIRST
        """,
      .compound
    ),
    text(
      "SELECT price, at FROM item WHERE value > 3 INTERSECT SELECT price, at FROM item WHERE value < 40 ORDER BY at, price",
      2,
      .compound
    ),
  ]

  private static let decimals: [(TestQuery, LivePlan)] = [
    text(
      "SELECT price, count(*) FROM item GROUP BY price",
      2,
      sameAs: "SELECT price, count(*) FROM item GROUP BY price ORDER BY price NULLS FIRST",
      .groups
    ),
    // Which text of a number a group shows is up to the server.
    text(
      "SELECT trim_scale(min(weight)), count(*) FROM item GROUP BY weight",
      2,
      sameAs: """
        SELECT trim_scale(min(weight)), count(*) FROM item GROUP BY weight ORDER BY weight NULLS FIRST
        """,
      .groups
    ),
    text(
      "SELECT id, weight FROM item ORDER BY weight DESC",
      2,
      sameAs: "SELECT id, weight FROM item ORDER BY weight DESC, id",
      .orderedPatch
    ),
    text("SELECT DISTINCT price FROM item ORDER BY price", 1, .distinctRows),
  ]

  /// Changes of the schema that do not change the meaning of the queries.
  static let changes = [
    "CREATE OR REPLACE VIEW cheap AS SELECT id, title, value AS worth FROM item WHERE value < 15",
    "CREATE OR REPLACE VIEW cheap AS SELECT id, upper(title) AS title, value AS worth FROM item WHERE value < 25",
    """
    CREATE OR REPLACE VIEW labelled AS
      SELECT item.id, list.name, item.title FROM item JOIN list ON list.id = item.list WHERE item.value > 8
    """,
    """
    CREATE OR REPLACE VIEW labelled AS
      SELECT item.id, list.name, item.title FROM list JOIN item ON list.id = item.list AND item.title <> ''
    """,
    "ALTER TABLE item ADD COLUMN IF NOT EXISTS note text DEFAULT 'none'",
    "ALTER TABLE item DROP COLUMN IF EXISTS note",
    "CREATE INDEX IF NOT EXISTS item_value ON item (value)", "DROP INDEX IF EXISTS item_value",
    "ANALYZE item, list, part",
  ]
}
