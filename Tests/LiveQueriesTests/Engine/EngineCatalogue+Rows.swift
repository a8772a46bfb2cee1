import DatabaseTypes
import LiveEngine
import LiveQueries
import SQLiteDatabase
import TypedSQL
import TypedSQLMacroDeclarations

extension EngineCatalogue {
  /// Rows of one table.
  var rows: [Entry] {
    [
      items("one", Item.find(7), Item.find(7)),
      items("one if done", Item.find(13).where(\.isDone), Item.find(13).where(\.isDone)),
      items("all", Item.all, Item.order { _ in item }),
      items("done", Item.where(\.isDone), Item.where(\.isDone).order { _ in item }),
      items(
        "of a list",
        Item.where { $0.list.eq(2) && !$0.isDone },
        Item.where { $0.list.eq(2) && !$0.isDone }.order { _ in item }
      ),
      items(
        "in a range",
        Item.where { $0.id.between(5, and: 20) },
        Item.where { $0.id.between(5, and: 20) }.order { _ in item }
      ),
      items(
        "of some lists",
        Item.where { $0.list.in([1, 3]) },
        Item.where { $0.list.in([1, 3]) }.order { _ in item }
      ),
      items("by title", Item.order(by: \.title), Item.order { ($0.title, item) }),
      items(
        "by title, last first",
        Item.order { $0.title.desc(nulls: .last) },
        Item.order { ($0.title.desc(nulls: .last), item) }
      ),
      items(
        "by list and title",
        Item.order { ($0.list.desc(nulls: .first), $0.title) },
        Item.order { ($0.list.desc(nulls: .first), $0.title, item) }
      ),
      items("by anything", Item.order { _ in Item.mixed }, Item.order { _ in (Item.mixed, item) }),
      items(
        "by case",
        Item.where(\.isDone).order { $0.title.collate(.nocase) },
        Item.where(\.isDone).order { ($0.title.collate(.nocase), item) }
      ),
      items(
        "by length",
        Item.order { $0.title.length() },
        Item.order { ($0.title.length(), item) }
      ),
      items(
        "latest of each list",
        Item.first(ofEach: \.list) { $0.weight.desc() },
        Item.first(ofEach: \.list) { $0.weight.desc() }.order { _ in item }
      ),
      items(
        "first done ones",
        Item.where(\.isDone).first(ofEach: \.list) { $0.title }.where { $0.id > 4 }
          .order(by: \.title),
        Item.where(\.isDone).first(ofEach: \.list) { $0.title }.where { $0.id > 4 }
          .order { ($0.title, item) }
      ),
      pairs("pairs", Pair.all, Pair.order { _ in SQLQueryExpression<Int>(pair) }),
      pairs(
        "pairs by note",
        Pair.order(by: \.note),
        Pair.order { ($0.note, SQLQueryExpression<Int>(pair)) }
      ),
      pairs(
        "great pairs",
        Pair.where { $0.number > 2 }.order { $0.number.desc() },
        Pair.where { $0.number > 2 }.order { ($0.number.desc(), SQLQueryExpression<Int>(pair)) }
      ),
      notes("notes", Note.all, order: "ORDER BY rowid"),
      notes("notes by body", Note.order(by: \.body), order: "ORDER BY body, rowid"),
      notes(
        "notes of an item",
        Note.where { $0.item.eq(3) },
        order: "WHERE item = 3 ORDER BY rowid"
      ),
    ]
  }

  var windows: [Entry] {
    [
      items("first", Item.order(by: \.title).limit(3), Item.order { ($0.title, item) }.limit(3)),
      items(
        "next",
        Item.order { $0.weight.desc() }.limit(4, offset: 2),
        Item.order { ($0.weight.desc(), item) }.limit(4, offset: 2)
      ),
      items(
        "done first",
        Item.where(\.isDone).order { _ in Item.mixed }.limit(5),
        Item.where(\.isDone).order { _ in (Item.mixed, item) }.limit(5)
      ),
      items(
        "latest of some lists",
        Item.first(ofEach: \.list) { $0.weight.desc() }.order(by: \.title).limit(2),
        Item.first(ofEach: \.list) { $0.weight.desc() }.order { ($0.title, item) }.limit(2)
      ),
      items("without order", Item.limit(6), Item.order { _ in item }.limit(6)),
      pairs(
        "first pairs",
        Pair.order(by: \.note).limit(2),
        Pair.order { ($0.note, SQLQueryExpression<Int>(pair)) }.limit(2)
      ),
      notes(
        "last notes",
        Note.order { $0.body.desc() }.limit(4),
        order: "ORDER BY body DESC, rowid LIMIT 4"
      ),
    ]
  }
}
