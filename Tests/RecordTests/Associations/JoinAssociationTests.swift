import Foundation
import LiveSQL
import Testing

/// Associations by a condition, to common table expressions.
@Suite struct JoinAssociationTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  let database: DatabaseQueue

  init() throws { database = try Library.database() }

  /// The newest book of each author.
  static let newest = CommonTableExpression<Book>(
    named: "newest",
    sql: "SELECT *, max(year) FROM book GROUP BY authorId"
  )

  struct AuthorInfo: Decodable, Hashable, FetchableRecord {
    var author: Author
    var newest: Book?
  }

  @Test func `rows can include rows of a common table expression`() throws {
    let newest = Author.association(to: Self.newest) { author, newest in
      newest[Column("authorId")] == author[Column("id")]
    }
    let request = Author.with(Self.newest).including(optional: newest).order(Column("id"))
      .asRequest(of: AuthorInfo.self)
    try database.read { db throws in
      let infos = try request.fetchAll(db)
      #expect(infos.map(\.author.name) == ["Ana", "Bruno", "Claire", "Dora"])
      #expect(infos.map { $0.newest?.title } == ["Mar", "Casa", "Pont", nil])
      #expect(
        try request.sql(db).hasSuffix(
          #"FROM "author" LEFT JOIN "newest" ON ("newest"."authorId") = ("author"."id") "#
            + #"ORDER BY "author"."id""#
        )
      )
      let required = Author.with(Self.newest)
        .including(required: newest.filter(Column("year") > 2000).forKey("newest"))
        .order(Column("id")).asRequest(of: AuthorInfo.self)
      #expect(try required.fetchAll(db).map { $0.newest?.title } == ["Casa", "Pont"])
      #expect(try required.fetchCount(db) == 2)
      let joined = Author.with(Self.newest).joining(required: newest)
      #expect(try joined.fetchCount(db) == 3)
      let annotated = Author.with(Self.newest)
        .annotated(withRequired: newest.select(Column("title").forKey("newestTitle")))
        .order(Column("id")).asRequest(of: Row.self)
      let titles = try annotated.fetchAll(db).map { try $0["newestTitle"] as String }
      #expect(titles == ["Mar", "Casa", "Pont"])
      let counted = Author.with(Self.newest)
        .annotated(with: newest.count.forKey("number")).order(Column("id")).asRequest(of: Row.self)
      let numbers = try counted.fetchAll(db).map { try $0["number"] as Int }
      #expect(numbers == [1, 1, 1, 0])
    }
  }

  @Test func `a common table expression has its own columns, or those it was given`()
    throws
  {
    struct Totals: Decodable, Hashable, FetchableRecord {
      var author: Author
      var total: Total
      struct Total: Decodable, Hashable { var writer: Int64, number: Int }
    }
    let totals = CommonTableExpression<Row>(
      named: "totals",
      columns: ["writer", "number"],
      request: Book.select(Column("authorId"), countAll).group(Column("authorId"))
    )
    let association = Author.association(to: totals) { author, totals in
      author[Column("id")] == totals[Column("writer")]
    }
    let found = try database.read { db in
      try Author.with(totals).including(required: association).order(Column("id"))
        .asRequest(of: Totals.self).fetchAll(db)
    }
    #expect(found.map(\.total.number) == [2, 1, 2])
  }

  @Test func `common table expressions can be joined with each other and with tables of records`()
    throws
  {
    let old = CommonTableExpression<Book>(
      named: "old",
      request: Book.filter(Column("year") < 2000)
    )
    let writer = old.association(to: Author.self) { old, author in
      old[Column("authorId")] == author[Column("id")]
    }
    let same = old.association(to: Self.newest) { old, newest in
      old[Column("id")] == newest[Column("id")]
    }
    try database.read { db throws in
      let names = old.all().with(old).joining(required: writer.filter(Column("name") == "Ana"))
      #expect(try names.fetchAll(db).map(\.title).sorted() == ["Mar", "Rio"])
      let both = old.all().with(old).with(Self.newest).joining(required: same)
      #expect(try both.fetchAll(db).map(\.title) == ["Mar"])
      // Without a condition, each row belongs to each.
      let all = Author.with(old).joining(required: Author.association(to: old))
      #expect(try all.fetchCount(db) == 8)
      let listed = Book.with(old).filter(
        CommonTableExpression<Row>(named: "old", request: old.all()).contains(Column("id"))
      )
      #expect(throws: DatabaseError.self) { try listed.fetchAll(db) }
      let ids = CommonTableExpression<Int64>(
        named: "ids",
        request: Book.filter(Column("year") < 2000).select(Column("id"))
      )
      #expect(try Book.with(ids).filter(ids.contains(Column("id"))).fetchCount(db) == 2)
    }
  }

  @Test func `an error says if an association by a condition needs columns instead`() throws {
    let association = Author.association(to: Book.self) { author, book in
      author[Column("id")] == book[Column("authorId")]
    }
    let reviews = Author.hasMany(Library.Review.self, through: association, using: Book.reviews)
    try database.read { db throws in
      let author = try Author.find(db, key: 1)
      for request in [author.request(for: association).asRequest(of: Row.self)] {
        let error = #expect(throws: AssociationError.self) { try request.fetchAll(db) }
        #expect(error == .joinedByCondition("author", to: "book"))
        #expect(error?.description.contains("by a condition") == true)
      }
      #expect(throws: AssociationError.joinedByCondition("author", to: "book")) {
        try Author.including(all: reviews).asRequest(of: Row.self).fetchAll(db)
      }
      // In a join, it works like other associations.
      #expect(try Author.joining(required: reviews).distinct().fetchCount(db) == 3)
      #expect(try Author.joining(required: association).fetchCount(db) == 5)
    }
  }

  @Test func `values are compared in the form that the record stores`() throws {
    struct Event: Codable, FetchableRecord, PersistableRecord {
      var id: Int
      var at: Date
      static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
        .secondsSince1970
      }
      static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        .timeIntervalSince1970
      }
    }
    let date = Date(timeIntervalSince1970: 1_000_000)
    let late = CommonTableExpression<Event>(named: "late", request: Event.filter(Column("id") > 1))
    let found = try database.write { db in
      try db.execute(sql: "CREATE TABLE event (id INTEGER PRIMARY KEY, at INTEGER)")
      try Event(id: 1, at: date).insert(db)
      try Event(id: 2, at: date).insert(db)
      return try late.all().with(late).filter(Column("at") == date).fetchAll(db)
    }
    #expect(found.map(\.id) == [2])
  }
}
