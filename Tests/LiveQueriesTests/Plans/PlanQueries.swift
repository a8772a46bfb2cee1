import DatabaseTypes
import IncrementalQueries
import SQLQueries
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// Queries of every plan on the tables of ``PlanSchema``.
enum PlanQueries {
  static func items(_ name: String, _ select: some SelectStatementOf<Item>)
    -> any JudgedResult
  {
    PlanJudge(name, DecodableSelect(select))
  }

  static var lookups: [any JudgedResult] {
    [
      items("one", Item.find(7)), items("another", Item.where { $0.id.eq(13) }),
      items("one that is done", Item.find(7).where(\.isDone)),
    ]
  }

  static var filters: [any JudgedResult] {
    [
      items("all", Item.all), items("done", Item.where(\.isDone)),
      items("list", Item.where { $0.list.eq(2) && !$0.isDone }),
      items("titles", Item.where { ($0.title ?? "") > "a" }),
      PlanJudge("pairs", DecodableSelect(Pair.all)),
      PlanJudge("some pairs", DecodableSelect(Pair.where { $0.number > 2 })),
      PlanJudge("column", DecodableSelect(Item.where(\.isDone).select(\.title))),
      PlanJudge(
        "tuple",
        DecodableSelect(Item.select { ($0.title, $0.weight) })
      ),
    ]
  }

  static var orders: [any JudgedResult] {
    [
      items("by title", Item.order(by: \.title)),
      items("by title, last first", Item.order { $0.title.desc(nulls: .last) }),
      items("by weight", Item.order { $0.weight.asc(nulls: .last) }),
      items("by list and title", Item.order { ($0.list.desc(nulls: .first), $0.title) }),
      items("by anything", Item.order { _ in Item.mixed }),
      items("by anything, last first", Item.order { _ in Item.mixed.desc() }),
      items("by case", Item.order { $0.title.collate(.nocase) }),
      items("by length", Item.where(\.isDone).order { $0.title.length() }),
      PlanJudge("pairs by note", DecodableSelect(Pair.order(by: \.note))),
      PlanJudge("pairs by number", DecodableSelect(Pair.order { $0.number.desc() })),
    ]
  }

  static var windows: [any JudgedResult] {
    [
      items("first", Item.order(by: \.title).limit(3)),
      items("next", Item.order { $0.weight.desc() }.limit(4, offset: 2)),
      items("done first", Item.where(\.isDone).order { _ in Item.mixed }.limit(5)),
      items("far", Item.order(by: \.id).limit(2, offset: 40)),
      items("without order", Item.limit(6)), items("rest", Item.order(by: \.id).offset(3)),
      items("none", Item.order(by: \.id).limit(0)),
      PlanJudge("first pairs", DecodableSelect(Pair.order(by: \.note).limit(2))),
    ]
  }

  static var aggregates: [any JudgedResult] {
    [
      PlanJudge("count", DecodableSelect(Item.count())),
      PlanJudge("done", DecodableSelect(Item.where(\.isDone).count())),
      PlanJudge("titles", DecodableSelect(Item.select { $0.title.count() })),
      PlanJudge("pairs", DecodableSelect(Pair.where { $0.number > 2 }.count())),
      PlanJudge(
        "extremes",
        DecodableSelect(Item.where(\.isDone).select { ($0.id.min(), $0.id.max()) })
      ),
      PlanJudge("sum", DecodableSelect(Item.where { $0.list.eq(2) }.select { $0.id.sum() })),
    ]
  }

  static var groups: [any JudgedResult] {
    [
      PlanJudge(
        "by list",
        DecodableSelect(Item.group(by: \.list).select { ($0.list, $0.id.count()) })
      ),
      PlanJudge(
        "great ones",
        DecodableSelect(
          Item.where { $0.weight < 2 }.group(by: \.list).having { $0.id.count() > 1 }
            .order { ($0.id.max().desc(), $0.list) }.select { ($0.list, $0.id.sum()) }
        )
      ),
      PlanJudge(
        "by length and done",
        DecodableSelect(
          Item.group { ($0.title.length(), $0.isDone) }
            .select { ($0.isDone, $0.id.count()) }
        )
      ),
      PlanJudge(
        "by title",
        DecodableSelect(Item.group(by: \.title).select { $0.id.max() })
      ),
      PlanJudge(
        "pairs by name",
        DecodableSelect(Pair.group(by: \.name).select { $0.number.max() })
      ),
    ]
  }

  static var joins: [any JudgedResult] {
    [
      PlanJudge(
        "items with lists",
        DecodableSelect(Item.join(ItemList.all) { $0.list.eq($1.id) })
      ),
      PlanJudge(
        "lists with items",
        DecodableSelect(ItemList.leftJoin(Item.all) { $0.id.is($1.list) })
      ),
      PlanJudge(
        "lists with what is done",
        DecodableSelect(
          ItemList.leftJoin(Item.all) { $1.list.is($0.id) && $1.isDone.is(true) }
            .order { ($0.name, $1.title.desc()) }
        )
      ),
      PlanJudge(
        "lists without items",
        DecodableSelect(
          ItemList.leftJoin(Item.all) { $1.list.is($0.id) }.where { $1.id.is(nil) }
            .select { list, _ in list.id }
        )
      ),
      PlanJudge(
        "pairs with items",
        DecodableSelect(
          Pair.join(Item.all) { $0.number.eq($1.id) }.where { _, item in item.isDone }
            .order { _, item in item.title }
        )
      ),
    ]
  }

  static var groupedJoins: [any JudgedResult] {
    let listsWithItems = ItemList.leftJoin(Item.all) { $0.id.is($1.list) }
    let itemsWithLists = Item.join(ItemList.all) { $0.list.eq($1.id) }
    let pairsWithItems = Pair.join(Item.all) { $0.number.eq($1.id) }
    let all = ItemList.leftJoin(Item.all) { $1.list.is($0.id) }
      .leftJoin(Pair.all) { $2.number.is($1.id) }
    return [
      PlanJudge(
        "lists with counts",
        DecodableSelect(
          listsWithItems.group { list, _ in list.id }
            .select { ($0.owner, $1.id.count(), $1.weight.max()) }
        )
      ),
      PlanJudge(
        "lists with much that is open",
        DecodableSelect(
          listsWithItems.group { list, _ in list.id }
            .having { $1.id.count(filter: $1.isDone.is(false)) > 1 }
            .order { ($1.id.count(distinct: true).desc(), $0.id) }
            .select { ($0.id, $1.id.count()) }
        )
      ),
      PlanJudge(
        "done by list",
        DecodableSelect(
          itemsWithLists.where { item, _ in item.isDone }.group { _, list in list.id }
            .order { item, _ in item.id.max().desc() }.select { ($1.id, $0.id.sum()) }
        )
      ),
      PlanJudge(
        "lists by what is done",
        DecodableSelect(
          listsWithItems.group { _, item in item.isDone }.select { ($1.isDone, $0.id.max()) }
        )
      ),
      PlanJudge(
        "lists without items by owner",
        DecodableSelect(
          listsWithItems.where { $1.id.is(nil) }.group { list, _ in list.owner }
            .select { list, _ in (list.owner, list.id.count()) }
        )
      ),
      PlanJudge(
        "three tables",
        DecodableSelect(
          all.group { list, _, _ in list.id }
            .select { ($0.id, $1.id.count(distinct: true), $2.number.sum()) }
        )
      ),
      PlanJudge(
        "items by pair",
        DecodableSelect(
          pairsWithItems.group { pair, item in (pair.number, item.isDone) }
            .select { ($0.number, $1.isDone, $1.weight.max()) }
        )
      ),
    ]
  }

  static var joinedWindows: [any JudgedResult] {
    let listsWithItems = ItemList.leftJoin(Item.all) { $0.id.is($1.list) }
    let itemsWithLists = Item.join(ItemList.all) { $0.list.eq($1.id) }
    return [
      PlanJudge(
        "first items with lists",
        DecodableSelect(itemsWithLists.order { item, _ in (item.title, item.id) }.limit(3))
      ),
      PlanJudge(
        "next lists with items",
        DecodableSelect(
          listsWithItems.order { ($1.weight.desc(nulls: .last), $0.id, $1.id) }.limit(4, offset: 2)
        )
      ),
      PlanJudge(
        "first lists with nothing done",
        DecodableSelect(
          ItemList.leftJoin(Item.all) { $1.list.is($0.id) && $1.isDone.is(true) }
            .where { $1.id.is(nil) }.order { list, _ in (list.name, list.id) }.limit(2)
        )
      ),
      PlanJudge(
        "inbox",
        DecodableSelect(
          itemsWithLists.group { _, list in list.id }
            .order { item, list in (item.id.max().desc(), list.id) }
            .select { ($1.id, $0.id.max(), $0.id.count()) }.limit(2)
        )
      ),
      PlanJudge(
        "second list",
        DecodableSelect(
          Item.group(by: \.list).order { ($0.id.count().desc(), $0.list) }
            .select { ($0.list, $0.id.count()) }.limit(1, offset: 1)
        )
      ),
    ]
  }

  static var distinctRows: [any JudgedResult] {
    [
      PlanJudge("lists of items", DecodableSelect(Item.select(\.list).distinct())),
      PlanJudge(
        "all lists that differ",
        DecodableSelect(ItemList.select { ($0.id, $0.owner) }.distinct())
      ),
      PlanJudge(
        "weights",
        DecodableSelect(
          Item.where(\.isDone).select { ($0.isDone, $0.weight) }.distinct()
            .order { $0.weight.desc() }
        )
      ),
      PlanJudge(
        "first lists of items",
        DecodableSelect(Item.select(\.list).distinct().order(by: \.list).limit(2))
      ),
      PlanJudge(
        "owners of items",
        DecodableSelect(
          Item.join(ItemList.all) { $0.list.eq($1.id) }.select { _, list in list.owner }.distinct()
        )
      ),
      PlanJudge(
        "owners of lists",
        DecodableSelect(
          ItemList.leftJoin(Item.all) { $0.id.is($1.list) }
            .select { ($0.owner, $1.isDone) }.distinct()
        )
      ),
    ]
  }

  static let subqueries: [(sql: String, plan: LivePlan)] = [
    ("SELECT * FROM items WHERE list IN (SELECT id FROM lists WHERE owner > 2)", .keyedPatch),
    (
      "SELECT id FROM items WHERE isDone AND (list IN (SELECT owner FROM lists)) ORDER BY id DESC",
      .orderedPatch
    ),
    ("SELECT l.id, (SELECT count(*) FROM items i WHERE i.list = l.id) FROM lists l", .keyedPatch),
    (
      """
      SELECT l.id FROM lists l WHERE EXISTS (SELECT 1 FROM items i WHERE i.list = l.id AND i.isDone)
      ORDER BY l.id LIMIT 2
      """, .orderedWindow
    ),
    (
      "SELECT id FROM lists WHERE NOT EXISTS (SELECT * FROM items WHERE items.list = lists.id)",
      .keyedPatch
    ),
    (
      """
      SELECT l.id, (SELECT i.id FROM items i WHERE i.list = l.id ORDER BY i.weight, i.id LIMIT 1) AS one
      FROM lists l ORDER BY one DESC, l.id
      """, .orderedPatch
    ),
    (
      """
      SELECT i.id FROM items i WHERE EXISTS (
        SELECT 1 FROM items j WHERE j.list = i.list AND j.id < i.id
      )
      """, .keyedPatch
    ),
    (
      """
      SELECT l.id, i.id FROM lists l LEFT JOIN items i ON i.list = l.id
      WHERE NOT EXISTS (SELECT 1 FROM pairs p WHERE p.number = i.id)
      """, .join
    ),
    (
      """
      SELECT i.list, count(*) FROM items i
      WHERE EXISTS (SELECT 1 FROM pairs p WHERE p.number = i.id) GROUP BY i.list
      """, .groups
    ),
    (
      """
      SELECT l.owner, sum((SELECT count(*) FROM pairs p, items j WHERE p.number = j.id AND j.list = l.id))
      FROM lists l JOIN items i ON i.list = l.id GROUP BY l.owner
      """, .groups
    ),
  ]

  static let partitions: [(sql: String, plan: LivePlan)] = [
    ("SELECT id, row_number() OVER (PARTITION BY list ORDER BY id) FROM items", .partitions),
    (
      """
      SELECT id, list, sum(weight) OVER (PARTITION BY list ORDER BY id ROWS UNBOUNDED PRECEDING) AS total,
        count(*) FILTER (WHERE isDone) OVER (PARTITION BY list, isDone) AS done
      FROM items WHERE id > 3 ORDER BY title, id
      """, .partitions
    ),
    (
      """
      SELECT id, lag(id) OVER (PARTITION BY isDone ORDER BY id DESC) FROM items
      ORDER BY weight DESC, id LIMIT 5
      """, .orderedWindow
    ),
    ("SELECT name, number, max(number) OVER (PARTITION BY note) FROM pairs", .partitions),
  ]

  /// Joins that not every SQLite version supports.
  static let rightJoins: [(sql: String, plan: LivePlan)] = [
    ("SELECT i.id, l.id FROM items i RIGHT JOIN lists l ON i.list = l.id", .join),
    (
      """
      SELECT l.id, count(i.id) FROM items i RIGHT JOIN lists l ON i.list = l.id AND i.isDone
      GROUP BY l.id ORDER BY 1 + l.id
      """, .groups
    ),
    (
      """
      SELECT p.name, i.id, l.id FROM pairs p LEFT JOIN items i ON p.number = i.id
      RIGHT JOIN lists l ON l.id = i.list WHERE l.owner IS NOT 2
      """, .join
    ),
  ]

  static let texts: [(sql: String, plan: LivePlan)] = [
    ("SELECT * FROM items", .keyedPatch),
    ("select id, title t, mixed from items where isDone -- those done\n;", .keyedPatch),
    (
      "SELECT id, weight * 2 AS twice FROM items i WHERE i.list = 2 ORDER BY twice desc",
      .orderedPatch
    ),
    ("SELECT id FROM items ORDER BY weight LIMIT 2, 3", .orderedWindow),
    (
      "SELECT list, count(*) n FROM items GROUP BY list HAVING n > 1 ORDER BY n DESC, list", .groups
    ),
    ("SELECT length(title) AS size, max(id) FROM items GROUP BY size", .groups),
    ("SELECT count(*), sum(id) FROM \"items\" WHERE \"isDone\"", .aggregate),
    ("SELECT DISTINCT list FROM items ORDER BY list", .distinctRows),
    ("SELECT l.*, i.id FROM lists l JOIN items AS i ON i.list = l.id AND i.isDone", .join),
    (
      "SELECT l.id, count(i.id) FROM lists l LEFT JOIN items i ON i.list = l.id GROUP BY l.id",
      .groups
    ),
    (
      """
      SELECT l.id, max(i.id) AS newest /* of all */ FROM items i, lists l WHERE i.list = l.id
      GROUP BY l.id ORDER BY newest DESC, l.id LIMIT 2 OFFSET 1
      """, .orderedWindow
    ),
    ("SELECT a.id, b.id FROM items a JOIN items b ON a.list = b.list AND a.id < b.id", .join),
    (
      "SELECT a.owner, count(b.id) FROM lists a LEFT JOIN lists b ON b.owner = a.id GROUP BY a.owner",
      .groups
    ),
    ("SELECT name, number FROM pairs WHERE note IS NOT NULL ORDER BY 1 + number", .orderedPatch),
  ]
}
