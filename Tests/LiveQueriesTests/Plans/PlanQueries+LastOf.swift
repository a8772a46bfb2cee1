import IncrementalQueries

extension PlanQueries {
  /// Queries whose rows show one of many linked rows, as a list of rooms shows the last message.
  ///
  /// The subquery's table may also be joined by the statement, under the same name or another.
  static let lastOf: [(sql: String, plan: LivePlan)] = [
    (
      """
      SELECT l.id, l.name, count(i.id) AS open, max(p.note) AS note,
        (SELECT j.title FROM items j WHERE j.list = l.id ORDER BY j.weight DESC, j.id LIMIT 1) AS last
      FROM lists l LEFT JOIN pairs p ON p.number = l.id LEFT JOIN items i ON i.list = l.id AND i.isDone
      GROUP BY l.id ORDER BY l.id
      """, .groups
    ),
    (
      """
      SELECT "lists"."id", count("items"."id"), (
        SELECT "items"."id" FROM "items" WHERE ("items"."list") = ("lists"."id")
        ORDER BY "items"."weight" DESC, "items"."id" LIMIT 1
      ) FROM "lists" LEFT JOIN "items" ON ("lists"."id") = ("items"."list") AND ("items"."isDone")
      LEFT JOIN "pairs" ON ("pairs"."number") = ("items"."id") GROUP BY "lists"."id"
      """, .groups
    ),
    (
      """
      SELECT l.id, count(i.id) AS n FROM lists l LEFT JOIN items i ON i.list = l.id GROUP BY l.id
      ORDER BY (SELECT max(j.weight) FROM items j WHERE j.list = l.id) DESC, l.id LIMIT 3
      """, .orderedWindow
    ),
    (
      """
      SELECT l.id, i.id, (
        SELECT j.id FROM items j WHERE j.list = l.id AND j.weight < i.weight
        ORDER BY j.weight DESC, j.id LIMIT 1
      ) FROM lists l JOIN items i ON i.list = l.id
      """, .join
    ),
    (
      """
      SELECT lists.id, items.id FROM lists JOIN items ON items.list = lists.id WHERE NOT EXISTS (
        SELECT 1 FROM items WHERE items.list = lists.id AND items.isDone
      )
      """, .join
    ),
    (
      """
      SELECT l.id, p.name, p.number, (
        SELECT title FROM items WHERE list = l.id ORDER BY weight DESC, items.id LIMIT 1
      ) FROM pairs p JOIN lists l ON p.number = l.id LEFT JOIN items ON items.id = p.number
      """, .join
    ),
    (
      """
      SELECT l.id, (
        SELECT p.note FROM items j, pairs p WHERE j.list = l.id AND p.number = j.id
        ORDER BY p.name, p.number LIMIT 1 OFFSET 1
      ) FROM items i JOIN lists l ON l.id = i.list GROUP BY l.id
      """, .groups
    ),
    ("SELECT items.id, (SELECT max(items.id) FROM items) FROM items", .keyedPatch),
  ]
}
