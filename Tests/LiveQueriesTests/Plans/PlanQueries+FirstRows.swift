import IncrementalQueries
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

extension PlanQueries {
  /// Queries of the first row of each group.
  static var firstRows: [any JudgedResult] {
    [
      items("greatest of each list", Item.first(ofEach: \.list) { $0.weight.desc() }),
      items("first of several", Item.first(ofEach: { ($0.list, $0.isDone) }) { $0.title }),
      items(
        "first done ones, if great",
        Item.where(\.isDone).first(ofEach: \.list) { ($0.weight, $0.title) }
          .where { $0.weight > 0 }.order(by: \.title)
      ),
      items("of a group", Item.first(ofEach: \.isDone) { $0.id.desc() }.find([3, 7, 11])),
      items(
        "first of the first ones",
        Item.first(ofEach: { $0.weight }) { $0.list }.order { $0.title.desc() }.limit(2, offset: 1)
      ),
      PlanJudge(
        "columns",
        DecodableSelect(
          Item.first(ofEach: \.weight) { _ in Item.mixed.desc() }.select { ($0.list, $0.title) }
        )
      ),
    ]
  }

  /// Such queries in SQL text, whose key may be compared by a collation.
  static let firstRowTexts: [String] = [
    """
    SELECT name, number FROM pairs WHERE (name, number) IN (
      SELECT name, number FROM (
        SELECT name, number, row_number() OVER (PARTITION BY note ORDER BY number DESC, name) AS n
        FROM pairs
      ) AS numbered WHERE numbered.n = 1
    ) AND number > 2
    """,
    """
    SELECT i.id, i.title FROM items AS i WHERE i.list > 1 AND i.id IN (
      SELECT k FROM (
        SELECT id AS k, row_number() OVER (PARTITION BY list ORDER BY weight DESC NULLS LAST, id) n
        FROM items i WHERE isDone OR weight > 1
      ) WHERE n = 1
    ) ORDER BY i.title
    """,
  ]

  /// Queries of first rows that run again, since it is not known which of their rows a commit
  /// changes.
  static let firstRowReruns: [String] = [
    // The order leaves open which row is the first.
    """
    SELECT id FROM items WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY weight) AS n FROM items) WHERE n = 1)
    """,
    // The second rows.
    """
    SELECT id FROM items WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) AS n FROM items) WHERE n = 2)
    """,
    // Another column than the key.
    """
    SELECT id FROM items WHERE list IN (SELECT list FROM (
      SELECT list, row_number() OVER (PARTITION BY isDone ORDER BY list, id) AS n FROM items
    ) WHERE n = 1)
    """,
    // Another table.
    """
    SELECT id FROM lists WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) AS n FROM items) WHERE n = 1)
    """,
    // A join, an aggregate, and a subquery beside it.
    """
    SELECT items.id, lists.id FROM items JOIN lists ON lists.id = items.list
    WHERE items.id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) AS n FROM items) WHERE n = 1)
    """,
    """
    SELECT count(*) FROM items WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) AS n FROM items) WHERE n = 1)
    """,
    """
    SELECT id, (SELECT max(number) FROM pairs) FROM items WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) AS n FROM items) WHERE n = 1)
    """,
    // A limit without an order, a part of a UNION, and the current time.
    """
    SELECT id FROM items WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) AS n FROM items) WHERE n = 1)
    LIMIT 2
    """,
    """
    SELECT id FROM lists UNION SELECT id FROM items WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) AS n FROM items) WHERE n = 1)
    """,
    """
    SELECT id FROM items WHERE id IN (SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) AS n FROM items
      WHERE title < datetime('now')) WHERE n = 1)
    """,
    // No rows of tables.
    """
    SELECT name FROM pragma_table_info('items') WHERE name IN (SELECT name FROM (
      SELECT name, row_number() OVER (PARTITION BY type ORDER BY name) AS n
      FROM pragma_table_info('items')) WHERE n = 1)
    """,
    """
    SELECT user_version FROM pragma_user_version WHERE user_version IN (SELECT user_version FROM (
      SELECT user_version, row_number() OVER (PARTITION BY 1 ORDER BY user_version) AS n
      FROM pragma_user_version) WHERE n = 1)
    """,
  ]
}
