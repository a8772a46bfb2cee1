import DatabaseTypes
import TypedSQL

@testable import LiveQueries

/// Queries of every plan on the tables of ``PlanSchema``.
enum PlanQueries {
  static func items(_ name: String, _ select: some SelectStatement<(), Item, ()>)
    -> any JudgedResult
  {
    PlanJudge(name, LiveSelect(select))
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
      PlanJudge("pairs", LiveSelect(Pair.all)),
      PlanJudge("some pairs", LiveSelect(Pair.where { $0.number > 2 })),
      PlanJudge("column", LiveSelect(Item.where(\.isDone).select(\.title))),
      PlanJudge(
        "tuple",
        LiveSelect(Item.select { ($0.title, $0.weight) }) { $0 == $1 }
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
      PlanJudge("pairs by note", LiveSelect(Pair.order(by: \.note))),
      PlanJudge("pairs by number", LiveSelect(Pair.order { $0.number.desc() })),
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
      PlanJudge("first pairs", LiveSelect(Pair.order(by: \.note).limit(2))),
    ]
  }
}
