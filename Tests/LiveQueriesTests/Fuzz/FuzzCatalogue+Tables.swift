import LiveSQL

extension FuzzCatalogue {
  /// Rows of one table.
  var rows: [Entry] {
    [
      table("things", FuzzThing.all, isOrdered: false),
      table("thing 7", FuzzThing.find(7)),
      table("things by id", FuzzThing.order(by: \.id)),
      table("done things", FuzzThing.where { $0.done.is(true) }, isOrdered: false),
      table("things of a list", FuzzThing.where { $0.list.eq(2) }.order { $0.id.desc() }),
      table(
        "things by title",
        FuzzThing.order { ($0.title, $0.id) }
      ),
      table(
        "heavy things by weight",
        FuzzThing.where { $0.weight > 1 }.order { ($0.weight.desc(nulls: .last), $0.id) }
      ),
      table(
        "things in a range",
        FuzzThing.where { $0.id.between(3, and: 12) },
        isOrdered: false
      ),
      table("lists by name", FuzzList.order { ($0.name, $0.id) }),
      table("loose rows", FuzzLoose.all, isOrdered: false),
      table("loose rows in order", FuzzLoose.order { ($0.body, $0.number) }, isOrdered: false),
      select("titles", FuzzThing.order(by: \.id).select(\.title)),
    ]
  }

  var windows: [Entry] {
    [
      table("first by title", FuzzThing.order { ($0.title, $0.id) }.limit(3)),
      table(
        "next by weight",
        FuzzThing.order { ($0.weight.desc(), $0.id) }.limit(3, offset: 2)
      ),
      table(
        "first done",
        FuzzThing.where { $0.done.is(true) }.order { $0.id.desc() }.limit(2)
      ),
      table("limit without order", FuzzThing.limit(4), isOrdered: false),
      table(
        "limit without order, of a list",
        FuzzThing.where { $0.list.eq(1) }.limit(2, offset: 1),
        isOrdered: false
      ),
      first("first thing", FuzzThing.order { ($0.title.desc(), $0.id) }),
      first("some thing", FuzzThing.where { $0.list.eq(3) }),
      first("thing 5", FuzzThing.find(5)),
    ]
  }

  /// Single values.
  var values: [Entry] {
    [
      value("count", FuzzThing.count()),
      value("count of a list", FuzzThing.where { $0.list.eq(2) }.count()),
      value("greatest", FuzzThing.select { $0.id.max() }),
      value("sum", FuzzThing.where { $0.done.is(true) }.select { $0.id.sum() }),
      value("loose count", FuzzLoose.count()),
    ]
  }

  var groups: [Entry] {
    [
      select(
        "by list",
        FuzzThing.group(by: \.list).select {
          FuzzCount.Columns(list: $0.list, count: $0.id.count())
        },
        isOrdered: false
      ),
      select(
        "great lists",
        FuzzThing.where { $0.weight < 3 }.group(by: \.list).having { $0.id.count() > 1 }
          .order { $0.list.desc() }
          .select { FuzzCount.Columns(list: $0.list, count: $0.id.count()) }
      ),
      select("distinct lists", FuzzThing.select(\.list).distinct(), isOrdered: false),
    ]
  }

  var joins: [Entry] {
    [
      select(
        "things with lists",
        FuzzThing.join(FuzzList.all) { $0.list.eq($1.id) }.order { thing, _ in thing.id }
          .select { FuzzThingWithList.Columns(thing: $0, list: $1) }
      ),
      select(
        "things with lists, if any",
        FuzzThing.leftJoin(FuzzList.all) { $0.list.is($1.id) }
          .select { FuzzThingWithAnyList.Columns(thing: $0, list: $1) },
        isOrdered: false
      ),
      select(
        "things with notes",
        FuzzThing.join(FuzzNote.all) { $1.thing.eq($0.id) }.order { ($0.id, $1.id) }
          .select { FuzzThingWithNote.Columns(thing: $0, note: $1) }
      ),
      table(
        "things of lists that are",
        FuzzThing.where { $0.list.in(FuzzList.select(\.id)) },
        isOrdered: false
      ),
    ]
  }

  /// Tables that are not in the main file, and views.
  var views: [Entry] {
    [
      table("done view", FuzzDone.all, isOrdered: false),
      table("done view by id", FuzzDone.order(by: \.id)),
      table("first of the done view", FuzzDone.order { $0.id.desc() }.limit(2)),
      value("count of the done view", FuzzDone.count()),
      table("notes", FuzzNote.all, isOrdered: false),
      table("notes by body", FuzzNote.order { ($0.body, $0.id) }),
      table("note 3", FuzzNote.find(3)),
      table("drafts", FuzzDraft.order(by: \.id)),
      value("draft count", FuzzDraft.count()),
    ]
  }
}
