import DatabaseTypes
import LiveEngine
import LiveQueries
import SQLiteDatabase
import SQLiteQueries
import TypedSQL
import TypedSQLMacroDeclarations

extension EngineCatalogue {
  func select<Row: Hashable & Sendable>(
    _ name: String,
    _ live: some TypedRowQuery<Row>,
    _ truth: some TypedRowQuery<Row>,
    isOrdered: Bool = true
  ) -> Entry {
    all(
      name,
      { [database, delivery] in FetchAll(live, database: database, delivery: delivery) },
      isOrdered: isOrdered
    ) { try truth.fetchAll($0) }
  }

  var joins: [Entry] {
    let itemsWithLists = Item.join(ItemList.all) { $0.list.eq($1.id) }
    let listsWithItems = ItemList.leftJoin(Item.all) { $0.id.is($1.list) }
    let listsWithDone = ItemList.leftJoin(Item.all) { $1.list.is($0.id) && $1.isDone.is(true) }
    let empty = ItemList.leftJoin(Item.all) { $1.list.is($0.id) }.where { $1.id.is(nil) }
    let titles = Pair.join(Item.all) { $0.number.eq($1.id) }
    return [
      select(
        "items with lists",
        itemsWithLists.select { ItemWithList.Columns(item: $0, list: $1) },
        itemsWithLists.order { ($0.id, $1.id) }
          .select { ItemWithList.Columns(item: $0, list: $1) },
        isOrdered: false
      ),
      select(
        "lists with items",
        listsWithItems.select { ListWithItem.Columns(list: $0, item: $1) },
        listsWithItems.order { list, _ in (list.id, item) }
          .select { ListWithItem.Columns(list: $0, item: $1) }
      ),
      select(
        "lists with what is done",
        listsWithDone.order { ($0.name, $1.title.desc()) }
          .select { ListWithItem.Columns(list: $0, item: $1) },
        listsWithDone.order { ($0.name, $1.title.desc(), $0.id, item) }
          .select { ListWithItem.Columns(list: $0, item: $1) }
      ),
      select(
        "lists without items",
        empty.select { list, _ in list.id },
        empty.order { list, _ in list.id }.select { list, _ in list.id }
      ),
      select(
        "pairs with titles",
        titles.order { _, item in item.title }
          .select { PairWithTitle.Columns(pair: $0, title: $1.title) },
        titles.order { ($1.title, SQLQueryExpression<Int>(pair), item) }
          .select { PairWithTitle.Columns(pair: $0, title: $1.title) }
      ),
    ]
  }

  var groupedJoins: [Entry] {
    let listsWithItems = ItemList.leftJoin(Item.all) { $0.id.is($1.list) }
    let itemsWithLists = Item.join(ItemList.all) { $0.list.eq($1.id) }
    let inbox = itemsWithLists.group { _, list in list.id }
      .order { item, list in (item.id.max().desc(), list.id) }
      .select { ListCount.Columns(list: $1.id.max(), count: $0.id.max() ?? 0) }
    return [
      select(
        "lists with counts",
        listsWithItems.group { list, _ in list.id }
          .select { ListCount.Columns(list: $0.id.max(), count: $1.id.count()) },
        listsWithItems.group { list, _ in list.id }.order { list, _ in list.id }
          .select { ListCount.Columns(list: $0.id.max(), count: $1.id.count()) }
      ),
      select(
        "lists by what is done",
        listsWithItems.group { _, item in item.isDone }
          .select { ListCount.Columns(list: $0.id.max(), count: $1.id.count()) },
        listsWithItems.group { _, item in item.isDone }.order { _, item in item.isDone }
          .select { ListCount.Columns(list: $0.id.max(), count: $1.id.count()) }
      ),
      select("inbox", inbox.limit(2), inbox.limit(2)),
      select(
        "first items with lists",
        itemsWithLists.order { item, _ in item.title }.limit(3)
          .select { ItemWithList.Columns(item: $0, list: $1) },
        itemsWithLists.order { ($0.title, item, $1.id) }.limit(3)
          .select { ItemWithList.Columns(item: $0, list: $1) }
      ),
      select(
        "first lists with items",
        listsWithItems.order { $1.weight.desc() }.limit(3, offset: 1)
          .select { ListWithItem.Columns(list: $0, item: $1) },
        listsWithItems.order { ($1.weight.desc(), $0.id, item) }.limit(3, offset: 1)
          .select { ListWithItem.Columns(list: $0, item: $1) }
      ),
      select(
        "lists of items",
        Item.select(\.list).distinct(),
        Item.select(\.list).distinct().order(by: \.list)
      ),
    ]
  }

  var groups: [Entry] {
    [
      select(
        "by list",
        Item.group(by: \.list).select { ListCount.Columns(list: $0.list, count: $0.id.count()) },
        Item.group(by: \.list).order { $0.list }
          .select { ListCount.Columns(list: $0.list, count: $0.id.count()) }
      ),
      select(
        "great lists",
        Item.where { $0.weight < 2 }.group(by: \.list).having { $0.id.count() > 1 }
          .order { $0.id.max().desc() }
          .select { ListCount.Columns(list: $0.list, count: $0.id.count()) },
        Item.where { $0.weight < 2 }.group(by: \.list).having { $0.id.count() > 1 }
          .order { ($0.id.max().desc(), $0.list) }
          .select { ListCount.Columns(list: $0.list, count: $0.id.count()) }
      ),
      select(
        "by length",
        Item.group { $0.title.length() }
          .select { ListCount.Columns(list: $0.title.length(), count: $0.id.count()) },
        Item.group { $0.title.length() }.order { $0.title.length() }
          .select { ListCount.Columns(list: $0.title.length(), count: $0.id.count()) }
      ),
      select(
        "notes by item",
        Note.group(by: \.item).select { ListCount.Columns(list: $0.item, count: $0.body.count()) },
        Note.group(by: \.item).order { $0.item }
          .select { ListCount.Columns(list: $0.item, count: $0.body.count()) }
      ),
    ]
  }
}
