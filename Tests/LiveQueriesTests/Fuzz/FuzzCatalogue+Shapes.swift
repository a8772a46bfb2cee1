import LiveSQL

extension FuzzCatalogue {
  /// Statements of every shape that plans analyse: through the property, as one column, and through
  /// the sequence.
  var shapes: [Entry] {
    columns.map { sql in select(sql, #sql("\(raw: sql)", as: Int?.self)) } + rowTexts.map(text)
  }

  /// Statements of one column that are ordered by it.
  private var columns: [String] {
    [
      "SELECT list FROM things UNION SELECT id FROM lists ORDER BY list",
      "SELECT id FROM lists EXCEPT SELECT list FROM things ORDER BY id",
      "SELECT id FROM lists INTERSECT SELECT list FROM things WHERE done ORDER BY 1",
      "SELECT id FROM things UNION ALL SELECT thing FROM extra.notes ORDER BY 1 DESC LIMIT 7",
      "SELECT DISTINCT list FROM things ORDER BY list",
      "SELECT id FROM things WHERE list IN (SELECT id FROM lists WHERE name > 'b') ORDER BY id",
      "SELECT id FROM things WHERE list NOT IN (SELECT id FROM lists) ORDER BY id LIMIT 5",
      "SELECT id FROM things WHERE id > (SELECT avg(list) FROM things) ORDER BY id",
      """
      SELECT l.id FROM lists l WHERE NOT EXISTS (SELECT 1 FROM things t WHERE t.list = l.id)
      ORDER BY l.id
      """,
      "SELECT id FROM doneThings WHERE id > 2 ORDER BY id",
      "WITH d AS (SELECT id AS n, list FROM things WHERE done) SELECT n FROM d WHERE list < 4 ORDER BY n",
      """
      SELECT t.id FROM (SELECT id, list FROM things WHERE weight > 1) t
      JOIN lists ON lists.id = t.list ORDER BY t.id
      """,
      "SELECT sum(id) FROM things WHERE done",
      "SELECT count(*) FROM things t JOIN lists l ON l.id = t.list",
      "SELECT count(*) FROM (SELECT id FROM things UNION SELECT id FROM lists)",
      "SELECT max(t.list) FROM things t JOIN lists l ON l.id = t.list WHERE l.name > 'a'",
      "SELECT max((SELECT max(l.id) FROM lists l WHERE l.id <= things.list)) FROM things",
      "SELECT count(*) + (SELECT count(*) FROM lists) FROM things WHERE done",
      """
      SELECT count(*) FROM things t LEFT JOIN lists l ON l.id = t.list JOIN lists m ON l.id IS NULL
      """,
    ]
  }

  /// Statements of several columns that are ordered by them.
  private var rowTexts: [String] {
    [
      """
      SELECT l.id, count(t.id), sum(t.list) FROM lists l LEFT JOIN things t ON t.list = l.id
      GROUP BY l.id ORDER BY l.id
      """,
      """
      SELECT l.id, max(t.id) AS newest FROM lists l JOIN things t ON t.list = l.id
      GROUP BY l.id ORDER BY newest DESC, l.id LIMIT 3
      """,
      """
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) AS n FROM things ORDER BY id
      """,
      """
      SELECT id, list FROM things WHERE id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY list ORDER BY weight DESC, id) AS n FROM things
      ) WHERE n = 1) ORDER BY id
      """,
      """
      SELECT id, list FROM things WHERE list > 1 AND id IN (SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY done, list ORDER BY id DESC) AS n FROM things
        WHERE weight > 1
      ) WHERE n = 1) ORDER BY id DESC LIMIT 4
      """,
      "SELECT l.id, (SELECT count(*) FROM things t WHERE t.list = l.id) FROM lists l ORDER BY l.id",
      "SELECT count(*), count(list), sum(id), avg(list), total(id) FROM things",
      "SELECT max(l.name), min(t.list), sum(t.id) FROM things t JOIN lists l ON l.id = t.list",
      "SELECT list AS id, id AS list FROM things ORDER BY id, list",
      """
      SELECT id AS n, 1 AS kind FROM things UNION ALL SELECT id, 2 FROM lists
      ORDER BY n, kind LIMIT 6 OFFSET 1
      """,
      "SELECT list, count(*) FROM things GROUP BY list UNION SELECT id, 0 FROM lists ORDER BY 1, 2",
      "SELECT a.id, b.id FROM things a JOIN things b ON a.list = b.list AND a.id < b.id ORDER BY 1, 2",
    ]
  }
}
