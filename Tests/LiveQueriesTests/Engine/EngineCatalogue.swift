import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries
import SQLQueries
import SQLiteDatabase
import SQLiteQueries
import TypedSQL
import TypedSQLMacroDeclarations

/// Rows that only differ in their row numbers.
@Table("notes") struct Note: Hashable, Sendable {
  var body: String?
  var item: Int?
}

@Table("doneItems") struct DoneItem: Hashable, Sendable {
  let id: Int
  var title: String?
}

@Selection struct ItemWithList: Hashable, Sendable {
  let item: Item
  let list: ItemList
}

@Selection struct ListWithItem: Hashable, Sendable {
  let list: ItemList
  let item: Item?
}

@Selection struct PairWithTitle: Hashable, Sendable {
  let pair: Pair
  let title: String?
}

@Selection struct ListCount: Hashable, Sendable {
  let list: Int?
  let count: Int
}

/// Live queries of every plan on the tables of ``EngineLayout``, each with a statement for the
/// expected result: the same one, in an order that leaves nothing open.
struct EngineCatalogue {
  typealias Entry = () -> any EngineSubject

  let database: any DatabaseWriter
  let delivery: FetchDelivery
  let item: SQLQueryExpression<Int>
  let pair: QueryFragment

  init(_ bench: EngineBench, _ layout: EngineLayout) {
    database = bench.database
    delivery = bench.delivery
    item = SQLQueryExpression(QueryFragment(stringLiteral: layout.itemKey))
    pair = QueryFragment(stringLiteral: layout.pairKey.joined(separator: ", "))
  }

  /// The number of queries.
  static let queryCount = 55

  var entries: [Entry] { rows + windows + joins + groupedJoins + groups + values + reruns + texts }

  func all<Element: Hashable & Sendable>(
    _ name: String,
    _ make: @escaping () -> FetchAll<Element>,
    isOrdered: Bool = true,
    asWritten: ((Database) throws -> [Element])? = nil,
    _ truth: @escaping (Database) throws -> [Element]
  ) -> Entry {
    {
      PropertySubject(
        name,
        make,
        form: { isOrdered ? $0 : Self.sorted($0) },
        sorted: Self.sorted,
        follower: { property -> any EngineFollower<[Element]> in
          if name.utf8.count.isMultiple(of: 4) { return ValueFollower(property.values) }
          return DifferenceFollower(property.differences)
        },
        asWritten: asWritten,
        truth: truth
      )
    }
  }

  private static func sorted<Element>(_ elements: [Element]) -> [Element] {
    elements.map { ($0, "\($0)") }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  func one<Value: Equatable & Sendable>(
    _ name: String,
    _ make: @escaping () -> FetchOne<Value>,
    asWritten: ((Database) throws -> Value)? = nil,
    _ truth: @escaping (Database) throws -> Value
  ) -> Entry {
    {
      PropertySubject(
        name,
        make,
        follower: { ValueFollower($0.values) },
        asWritten: asWritten,
        truth: truth
      )
    }
  }

  func items(
    _ name: String,
    _ live: some SelectStatementOf<Item>,
    _ truth: some SelectStatementOf<Item>
  ) -> Entry {
    all(
      name,
      { [database, delivery] in FetchAll(live, database: database, delivery: delivery) },
      asWritten: { try live.fetchAll($0) }
    ) { try truth.fetchAll($0) }
  }

  func pairs(
    _ name: String,
    _ live: some SelectStatementOf<Pair>,
    _ truth: some SelectStatementOf<Pair>
  ) -> Entry {
    all(
      name,
      { [database, delivery] in FetchAll(live, database: database, delivery: delivery) },
      asWritten: { try live.fetchAll($0) }
    ) { try truth.fetchAll($0) }
  }

  func notes(_ name: String, _ live: some SelectStatementOf<Note>, order: String) -> Entry {
    all(
      name,
      { [database, delivery] in FetchAll(live, database: database, delivery: delivery) },
      asWritten: { try live.fetchAll($0) }
    ) {
      try #sql("SELECT body, item FROM notes \(raw: order)", as: Note.self).fetchAll($0)
    }
  }
}
