import LiveSQL
import LiveSQLTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.hang)) struct LiveRequestTests {
  typealias Item = Groceries.Item
  typealias Columns = Groceries.Item.Columns

  let database: DatabaseQueue

  init() throws { database = try Groceries.database() }

  private func run(_ sql: String) async throws {
    try await database.write { try $0.execute(sql: sql) }
  }

  @Test func `requests for records are patched like typed queries`() async throws {
    @FetchAll(Item.order(Columns.name), database: database) var items
    @FetchAll(Item.all(), database: database) var all
    @FetchAll(Item.order(Columns.id).limit(2), database: database) var first
    @FetchAll(Item.filter(key: 2), database: database) var bread
    @FetchOne(Item.filter(id: 2), database: database) var item
    @FetchOne(Item.select(countAll, as: Int.self), database: database) var count = 0
    @FetchAll(Item.select(Columns.name, as: String.self), database: database) var names
    try await $items.load()
    try await $all.load()
    try await $first.load()
    try await $bread.load()
    try await $item.load()
    try await $count.load()
    try await $names.load()
    #expect($items.plan == .orderedPatch)
    #expect($all.plan == .keyedPatch)
    #expect($first.plan == .orderedWindow)
    #expect($bread.plan == .pointLookup)
    #expect($item.plan == .pointLookup)
    #expect($count.plan == .aggregate)
    #expect($names.plan == .keyedPatch)
    #expect(items.map(\.name) == ["Apples", "Bread", "Milk", "Salt", "Tea", "bananas"])
    try await run(
      """
      UPDATE item SET name = 'Zucchini' WHERE id = 2; INSERT INTO item (name) VALUES ('Coffee');
      DELETE FROM item WHERE id = 1
      """
    )
    try await $items.load()
    try await $names.load()
    #expect(items.map(\.name) == ["Apples", "Coffee", "Salt", "Tea", "Zucchini", "bananas"])
    #expect(first.map(\.id) == [2, 3])
    #expect(bread.map(\.name) == ["Zucchini"])
    #expect(item?.name == "Zucchini")
    #expect(count == 6)
    #expect(names.sorted() == ["Apples", "Coffee", "Salt", "Tea", "Zucchini", "bananas"])
  }

  @Test func `rows of a request have only its own columns`() async throws {
    @FetchAll(
      Item.select(Columns.name).order(Columns.name).asRequest(of: Row.self),
      database: database
    )
    var rows
    try await $rows.load()
    #expect($rows.plan == .orderedPatch)
    #expect(rows.first == Row(["name": .text("Apples")]))
  }

  @Test func `a result follows a schema change`() async throws {
    @FetchAll(Item.order(Columns.name), database: database) var items
    try await $items.load()
    try await run(
      "ALTER TABLE item ADD COLUMN notes TEXT; UPDATE item SET quantity = 9 WHERE id = 1"
    )
    try await $items.load()
    #expect(items.first { $0.id == 1 }?.quantity == 9)
  }

  @Test func `joined records are patched`() async throws {
    struct BookInfo: Decodable, Hashable, FetchableRecord {
      var book: Library.Book
      var author: Library.Author
    }
    let library = try Library.database()
    let request = Library.Book.including(required: Library.Book.author).order(Column("id"))
    @FetchAll(request.asRequest(of: BookInfo.self), database: library) var books
    @FetchAll(Library.Author.including(all: Library.Author.books), database: library) var authors
    try await $books.load()
    try await $authors.load()
    #expect($books.plan == .join)
    #expect($authors.plan == .prefetched)
    try await library.write { try $0.execute(sql: "UPDATE author SET name = 'Anna' WHERE id = 1") }
    try await $books.load()
    #expect(books.map(\.author.name) == ["Anna", "Anna", "Claire", "Claire", "Bruno"])
  }

  @Test func `equal requests share one live query, whatever they need from the schema`()
    async throws
  {
    let library = try Library.database()
    let newest = CommonTableExpression<Library.Book>(
      named: "newest",
      sql: "SELECT *, max(year) FROM book GROUP BY authorId"
    )
    let itsNewest = Library.Author.association(to: newest) { author, newest in
      newest[Column("authorId")] == author[Column("id")]
    }
    let requests: [QueryInterfaceRequest<Library.Author>] = [
      Library.Author.filter(key: 1),
      Library.Author.orderByPrimaryKey(),
      Library.Author.joining(required: Library.Author.books),
      Library.Author.including(all: Library.Author.books),
      Library.Author.including(all: Library.Author.books.filter(Column("year") > 1990)),
      Library.Author.including(all: Library.Author.reviews),
      Library.Author.including(optional: Library.Author.portrait),
      Library.Author.including(optional: Library.Author.portrait.forKey("picture")),
      Library.Author.including(optional: Library.Author.country),
      Library.Author.select([.allColumns(excluding: ["name"])]),
      Library.Author.select([.allColumns(excluding: ["countryCode"])]),
      Library.Author.annotated(with: Library.Author.books.count),
      Library.Author.with(newest).including(optional: itsNewest),
      Library.Author.with(newest).joining(required: itsNewest),
      Library.Author.filter(Library.Book.selectPrimaryKey(as: Int64.self).contains(Column("id"))),
    ]
    for request in requests {
      @FetchAll(request.asRequest(of: Row.self), database: library) var one
      @FetchAll(request.asRequest(of: Row.self), database: library) var other
      try await $one.load()
      try await $other.load()
      let statistics = library.liveQueryStatistics
      #expect(statistics.map(\.subscriberCount) == [2], "\(statistics)")
      #expect(one == other)
    }
    let all = requests.map { FetchAll($0.asRequest(of: Row.self), database: library) }
    for fetched in all { try await fetched.projectedValue.load() }
    #expect(library.liveQueryStatistics.count == requests.count)
    #expect(library.liveQueryStatistics.allSatisfy { $0.subscriberCount == 1 })
  }

  @Test func `SQL requests and common table expressions are shared too`() async throws {
    func request(_ least: Int) -> SQLRequest<Item> {
      "SELECT * FROM item WHERE quantity >= \(least)"
    }
    func large(_ least: Int) -> QueryInterfaceRequest<Item> {
      let large = CommonTableExpression<Item>(
        named: "large",
        request: Item.filter(Columns.quantity >= least)
      )
      return large.all().with(large)
    }
    @FetchAll(request(2), database: database) var sql
    @FetchAll(request(2), database: database) var sameSQL
    @FetchAll(request(6), database: database) var otherSQL
    @FetchAll(large(2), database: database) var named
    @FetchAll(large(2), database: database) var sameNamed
    @FetchAll(large(6), database: database) var otherNamed
    for fetched in [$sql, $sameSQL, $otherSQL, $named, $sameNamed, $otherNamed] {
      try await fetched.load()
    }
    #expect([sql, sameSQL, named, sameNamed].map(\.count) == [3, 3, 3, 3])
    #expect([otherSQL, otherNamed].map(\.count) == [2, 2])
    #expect(database.liveQueryStatistics.map(\.subscriberCount).sorted() == [1, 1, 2, 2])
    try await run("UPDATE item SET quantity = 9 WHERE id = 2")
    for fetched in [$sql, $otherSQL, $named, $otherNamed] { try await fetched.load() }
    #expect([sql, otherSQL, named, otherNamed].map(\.count) == [4, 3, 4, 3])
  }

  @Test func `another request can be loaded`() async throws {
    @FetchAll(Item.all(), database: database) var items
    try await $items.load(Item.filter(Columns.quantity > 5).order(Columns.name))
    #expect(items.map(\.name) == ["Apples", "bananas"])
    @FetchOne(Item.filter(key: 1), database: database) var item
    try await $item.load(Item.filter(key: 3))
    #expect(item?.name == "Apples")
    try await run("DELETE FROM item WHERE id = 3")
    try await $item.load()
    #expect(item == nil)
  }

  @Test func `the method of a request can be observed`() async throws {
    let observation = ValueObservation.tracking(Item.order(Columns.name).fetchAll)
    var values = observation.values(in: database).makeAsyncIterator()
    #expect(try await values.next()?.count == 6)
    try await run("DELETE FROM item WHERE id = 1")
    #expect(try await values.next()?.map(\.name) == ["Apples", "Bread", "Salt", "Tea", "bananas"])
  }

  @Test func `a request can be observed`() async throws {
    var values = ValueObservation.tracking(Item.order(Columns.name)).values(in: database)
      .makeAsyncIterator()
    var first = ValueObservation.trackingFirst(of: Item.order(Columns.id)).values(in: database)
      .makeAsyncIterator()
    #expect(try await values.next()?.count == 6)
    #expect(try await first.next()??.name == "Milk")
    try await run("DELETE FROM item WHERE id = 1")
    #expect(try await values.next()?.map(\.name) == ["Apples", "Bread", "Salt", "Tea", "bananas"])
    #expect(try await first.next()??.name == "Bread")
  }

  @Test(.requiresPreupdateHook) func `each transaction that touches a region is reported`() throws {
    let counts = Mutex<[Int]>([])
    let observation = DatabaseRegionObservation(tracking: Item.select(Columns.name))
    let cancellable = try observation.start(in: database) { db in
      let count = (try? Item.all().fetchCount(db)) ?? -1
      counts.withLock { $0.append(count) }
    }
    try database.write { try $0.execute(sql: "DELETE FROM item WHERE id = 1") }
    try database.write { try $0.execute(sql: "UPDATE item SET quantity = 7") }
    try database.write { try $0.execute(sql: "DELETE FROM place") }
    try database.write { try $0.execute(sql: "UPDATE item SET name = 'x' WHERE id = 2") }
    #expect(counts.withLock { $0 } == [5, 5])
    cancellable.cancel()
    try database.write { try $0.execute(sql: "DELETE FROM item") }
    #expect(counts.withLock { $0 } == [5, 5])
  }

  @Test func `a region contains the included tables`() throws {
    let library = try Library.database()
    let tables = try library.read { db in
      try Library.Author.including(all: Library.Author.reviews).databaseRegion(db).tables.keys
        .map(\.name).sorted()
    }
    #expect(tables == ["author", "book", "review"])
  }
}
