import IncrementalQueries

/// SQL text whose views are expanded, whose parts are combined, or whose rows are added up.
extension PlanQueries {
  /// Views, statements of a `WITH`, and statements in `FROM`, which are expanded.
  static let derived: [(sql: String, plan: LivePlan)] = [
    ("SELECT * FROM openItems ORDER BY title", .orderedPatch),
    ("SELECT o.*, 1 FROM openItems o WHERE number > 3", .keyedPatch),
    ("SELECT listed.name, number FROM listed ORDER BY number DESC LIMIT 3", .orderedWindow),
    ("SELECT name, count(*), max(number) FROM listed WHERE list < 4 GROUP BY list", .groups),
    (
      "SELECT l.id, o.number FROM lists l LEFT JOIN openItems o ON o.list = l.id ORDER BY l.name",
      .join
    ),
    ("SELECT DISTINCT list FROM openItems", .distinctRows),
    ("SELECT * FROM (SELECT id, title AS name FROM items WHERE isDone) AS done", .keyedPatch),
    (
      """
      SELECT l.name, d.id FROM (SELECT * FROM items WHERE weight > 1) d JOIN lists l ON l.id = d.list
      """, .join
    ),
    (
      """
      WITH done(number, list) AS (SELECT id, list FROM items WHERE isDone),
        owned AS (SELECT id, owner FROM lists WHERE owner IS NOT NULL)
      SELECT owned.owner, count(done.number) FROM owned LEFT JOIN done ON done.list = owned.id
      GROUP BY owned.owner
      """, .groups
    ),
    (
      "WITH a AS (SELECT * FROM openItems), b AS (SELECT * FROM a) SELECT number FROM b LIMIT 4",
      .orderedWindow
    ),
    (
      """
      SELECT list AS id FROM (SELECT id, list FROM items) WHERE id = 3
      """, .keyedPatch
    ),
    (
      """
      SELECT number, row_number() OVER (PARTITION BY list ORDER BY number) FROM openItems
      """, .partitions
    ),
  ]

  /// Subqueries that are the same for all rows, or that exclude rows.
  static let commonSubqueries: [(sql: String, plan: LivePlan)] = [
    ("SELECT id FROM items WHERE list NOT IN (SELECT id FROM lists)", .keyedPatch),
    (
      "SELECT id FROM items WHERE NOT (list IN (SELECT owner FROM lists)) ORDER BY id",
      .orderedPatch
    ),
    ("SELECT id FROM items WHERE isDone AND list NOT IN (SELECT owner FROM lists)", .keyedPatch),
    ("SELECT id FROM lists WHERE id > (SELECT avg(list) FROM items) ORDER BY id", .orderedPatch),
    ("SELECT id, (SELECT count(*) FROM pairs) AS n FROM lists", .keyedPatch),
    ("SELECT id FROM lists WHERE EXISTS (SELECT * FROM pairs WHERE number > 6)", .keyedPatch),
    ("SELECT id, list IN (SELECT owner FROM lists) FROM items", .keyedPatch),
    (
      "SELECT id FROM items WHERE isDone OR list IN (SELECT id FROM lists WHERE owner > 2)",
      .keyedPatch
    ),
    (
      "SELECT id FROM items WHERE (list, isDone) = (SELECT owner, 1 FROM lists ORDER BY id)",
      .keyedPatch
    ),
    (
      "SELECT list, count(*) FROM items WHERE id >= (SELECT min(number) FROM pairs) GROUP BY list",
      .groups
    ),
    ("SELECT count(*) FROM items WHERE list NOT IN (SELECT id FROM lists)", .aggregate),
    (
      """
      SELECT id FROM items WHERE list > (SELECT max(id) / 2 FROM lists)
      UNION SELECT id FROM lists WHERE id NOT IN (SELECT list FROM items)
      """, .compound
    ),
  ]

  /// Conditions of an inner join behind an outer one, which may or may not see missing rows.
  static let innerBehindOuter: [(sql: String, plan: LivePlan)] = [
    (
      """
      SELECT l.id, i.id, p.number FROM lists l LEFT JOIN items i ON i.list = l.id
      JOIN pairs p ON p.number = l.id
      """, .join
    ),
    (
      """
      SELECT l.id, i.id, p.number FROM lists l LEFT JOIN items i ON i.list = l.id
      JOIN pairs p ON (p.number = i.id AND i.title IS NOT NULL)
      """, .join
    ),
    (
      """
      SELECT l.id, p.number FROM lists l LEFT JOIN items i ON i.list = l.id
      JOIN pairs p ON i.id IS NULL
      """, .rerun(.outerJoin)
    ),
    (
      """
      SELECT l.id, p.number FROM lists l LEFT JOIN items i ON i.list = l.id
      JOIN pairs p ON p.number = l.id AND coalesce(i.isDone, 1)
      """, .rerun(.outerJoin)
    ),
    (
      """
      SELECT count(*) FROM lists l LEFT JOIN items i ON i.list = l.id
      JOIN pairs p ON i.id IS NULL OR p.number = i.id
      """, .rerun(.outerJoin)
    ),
    (
      """
      SELECT l.id, p.number FROM lists l LEFT JOIN items i ON i.list = l.id
      JOIN pairs p WHERE i.id IS NULL
      """, .join
    ),
    (
      """
      SELECT v.number, p.name
      FROM (SELECT l.id AS number, i.id AS item FROM lists l LEFT JOIN items i ON i.list = l.id) v
      JOIN pairs p ON v.item IS NULL
      """, .rerun(.outerJoin)
    ),
  ]

  static let fullJoins: [(sql: String, plan: LivePlan)] = [
    ("SELECT l.id, i.id FROM lists l FULL JOIN items i ON i.list = l.id", .join),
    (
      """
      SELECT l.name, i.title FROM lists l FULL OUTER JOIN items i ON i.list = l.id AND i.isDone
      ORDER BY i.title, l.id DESC
      """, .join
    ),
    (
      "SELECT l.id, i.id FROM lists l FULL JOIN items i ON i.list = l.id WHERE l.id IS NULL OR i.id IS NULL",
      .join
    ),
    ("SELECT a.id, b.id FROM lists a FULL JOIN lists b ON b.owner = a.id", .join),
    ("SELECT l.id, o.number FROM lists l FULL JOIN openItems o ON o.list = l.id", .join),
    (
      "SELECT p.name, p.number, i.id FROM pairs p FULL JOIN items i ON i.id = p.number ORDER BY i.id, p.name, p.number LIMIT 9",
      .orderedWindow
    ),
    ("SELECT count(l.id), count(i.id) FROM lists l FULL JOIN items i ON i.list = l.id", .aggregate),
  ]

  static let compounds: [(sql: String, plan: LivePlan)] = [
    ("SELECT id, list FROM items UNION ALL SELECT id, owner FROM lists", .compound),
    (
      "SELECT id, weight FROM items WHERE isDone UNION ALL SELECT number, 0.5 FROM pairs ORDER BY 2 DESC, id",
      .compound
    ),
    (
      "SELECT id, weight FROM items WHERE isDone UNION ALL SELECT number, number FROM pairs ORDER BY 2, 1",
      .compound
    ),
    ("SELECT list FROM items UNION SELECT owner FROM lists ORDER BY list DESC", .compound),
    ("SELECT id FROM lists EXCEPT SELECT list FROM items", .compound),
    ("SELECT id FROM lists INTERSECT SELECT list FROM items WHERE isDone ORDER BY 1", .compound),
    (
      """
      SELECT id AS n, isDone AS kind FROM items UNION ALL SELECT number, 2 FROM pairs
      ORDER BY n DESC, kind LIMIT 5 OFFSET 1
      """, .orderedWindow
    ),
    (
      """
      SELECT list, count(*) FROM items GROUP BY list
      UNION ALL SELECT 0, count(*) FROM pairs
      UNION ALL SELECT l.owner, i.id FROM lists l JOIN items i ON i.list = l.id
      """, .compound
    ),
    (
      """
      SELECT DISTINCT list FROM items UNION ALL SELECT id FROM lists EXCEPT SELECT number FROM pairs
      UNION ALL SELECT list FROM items WHERE id < 5
      """, .compound
    ),
    ("SELECT number, list FROM openItems UNION SELECT id, owner FROM lists", .compound),
    (
      "WITH a AS (SELECT id FROM items WHERE isDone) SELECT id FROM a UNION SELECT id FROM lists",
      .compound
    ),
    (
      "SELECT name, id FROM lists UNION ALL SELECT title, id FROM items ORDER BY name, 2", .compound
    ),
    ("SELECT * FROM lists UNION SELECT id, title, list FROM items", .compound),
  ]

  static let totals: [(sql: String, plan: LivePlan)] = [
    ("SELECT sum(id), avg(list), total(list), count(list), count(*) FROM items", .aggregate),
    ("SELECT coalesce(sum(list), 0) + count(*) AS n FROM items WHERE isDone", .aggregate),
    ("SELECT sum(weight), avg(weight), count(weight) FROM items", .aggregate),
    ("SELECT avg(mixed), total(mixed), count(mixed) FROM items", .aggregate),
    (
      "SELECT count(*) FILTER (WHERE isDone), sum(id) FILTER (WHERE list = 2) FROM items",
      .aggregate
    ),
    (
      "SELECT sum(i.id), count(*), max(l.name) FROM items i JOIN lists l ON i.list = l.id",
      .aggregate
    ),
    ("SELECT sum(i.id), count(*) FROM items i JOIN lists l ON i.list = l.id", .aggregate),
    ("SELECT max(l.name) FROM items i JOIN lists l ON i.list = l.id", .aggregate),
    (
      "SELECT min(l.owner), group_concat(i.weight) FROM lists l LEFT JOIN items i ON i.list = l.id",
      .aggregate
    ),
    (
      "SELECT max((SELECT max(l.name) FROM lists l WHERE l.id >= items.list)) FROM items",
      .aggregate
    ),
    (
      """
      SELECT max(id) FILTER (WHERE EXISTS (SELECT 1 FROM lists l WHERE l.owner = items.list))
      FROM items
      """, .aggregate
    ),
    (
      """
      SELECT count(*) FILTER (WHERE EXISTS (SELECT 1 FROM lists l WHERE l.owner = items.list))
      FROM items
      """, .aggregate
    ),
    ("SELECT sum((SELECT l.owner FROM lists l WHERE l.id = items.list)) FROM items", .aggregate),
    ("SELECT count(*), (SELECT max(name) FROM lists) FROM items WHERE isDone", .aggregate),
    ("SELECT max(list IN (SELECT owner FROM lists)) FROM items", .rerun(.subquery)),
    ("SELECT count(i.id), avg(i.list) FROM lists l LEFT JOIN items i ON i.list = l.id", .aggregate),
    ("SELECT count(*) FROM items WHERE list IN (SELECT id FROM lists WHERE owner > 2)", .aggregate),
    ("SELECT round(avg(number), 2), sum(list) FROM openItems", .aggregate),
    ("SELECT count(DISTINCT list), group_concat(id) FROM items", .aggregate),
  ]

  /// Queries of SQL text that run again, because it is not known which of their rows a commit
  /// touched.
  static let textReruns: [String] = [
    "SELECT * FROM (SELECT list, count(*) AS n FROM items GROUP BY list)",
    """
    SELECT l.id, i.id FROM lists l
    LEFT JOIN items i ON i.id = (SELECT max(id) FROM items j WHERE j.list = l.id)
    """,
    """
    WITH RECURSIVE up(id) AS (
      SELECT owner FROM lists WHERE id = 1 UNION SELECT l.owner FROM up JOIN lists l ON l.id = up.id
    )
    SELECT * FROM up
    """,
    "SELECT * FROM counted",
    "SELECT id, title FROM items ORDER BY 2 COLLATE NOCASE",
    "SELECT weight FROM items UNION SELECT id FROM items",
    "SELECT id, title FROM items ORDER BY +(2) COLLATE NOCASE DESC",
    "SELECT list AS id, id AS list FROM items ORDER BY id",
    "SELECT list AS number, id AS list FROM items ORDER BY number LIMIT 4",
    "WITH l AS (SELECT id FROM lists LIMIT 2) SELECT * FROM items WHERE list IN (SELECT id FROM l)",
  ]
}
