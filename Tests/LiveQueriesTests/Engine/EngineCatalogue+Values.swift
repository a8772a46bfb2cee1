import DatabaseTypes
import LiveEngine
import LiveQueries
import SQLiteDatabase
import SQLiteQueries
import TypedSQL
import TypedSQLMacroDeclarations

extension EngineCatalogue {
  private func count<S: TypedSQL.Statement<Int>>(_ name: String, _ live: S) -> Entry {
    one(
      name,
      { [database, delivery] in
        FetchOne(wrappedValue: 0, live, database: database, delivery: delivery)
      }
    ) { try live.fetchOne($0) ?? 0 }
  }

  /// Single values.
  var values: [Entry] {
    [
      count("count", Item.count()), count("done count", Item.where(\.isDone).count()),
      count("titles", Item.select { $0.title.count() }),
      count("pair count", Pair.where { $0.number > 2 }.count()), count("note count", Note.count()),
      one(
        "greatest",
        { [database, delivery] in
          @FetchOne(
            Item.where(\.isDone).select { $0.id.max() },
            database: database,
            delivery: delivery
          ) var greatest: Int?
          return $greatest
        }
      ) { try Item.where(\.isDone).select { $0.id.max() }.fetchOne($0) ?? nil },
      one(
        "first by title",
        { [database, delivery] in
          FetchOne(
            wrappedValue: Item?.none,
            Item.order(by: \.title),
            database: database,
            delivery: delivery
          )
        },
        asWritten: { try Item.order(by: \.title).fetchOne($0) }
      ) { try Item.order { ($0.title, item) }.fetchOne($0) },
    ]
  }

  var reruns: [Entry] {
    [
      all(
        "distinct",
        { [database, delivery] in
          FetchAll(Item.select(\.title).distinct(), database: database, delivery: delivery)
        },
        isOrdered: false
      ) { try Item.select(\.title).distinct().fetchAll($0) },
      all(
        "subquery",
        { [database, delivery] in
          FetchAll(
            Item.where { $0.list.in(ItemList.select(\.id)) },
            database: database,
            delivery: delivery
          )
        },
        isOrdered: false
      ) { try Item.where { $0.list.in(ItemList.select(\.id)) }.fetchAll($0) },
      all(
        "view",
        { [database, delivery] in
          FetchAll(DoneItem.all, database: database, delivery: delivery)
        },
        isOrdered: false
      ) { try DoneItem.all.fetchAll($0) },
    ]
  }

  /// Statements of SQL text that have exactly one right result.
  var texts: [Entry] {
    [
      "SELECT id, title, mixed, doubled FROM items ORDER BY id",
      "SELECT list, count(*) AS n FROM items GROUP BY list ORDER BY n DESC, list",
      "SELECT l.id, count(i.title) FROM lists l LEFT JOIN items i ON i.list = l.id GROUP BY l.id ORDER BY l.id",
      "SELECT DISTINCT isDone FROM items ORDER BY isDone",
      "SELECT title FROM items UNION SELECT name FROM lists ORDER BY 1 COLLATE BINARY",
    ].map { sql in { [database] in TextSubject(sql, database) } }
  }
}
