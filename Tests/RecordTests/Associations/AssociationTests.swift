import Foundation
import LiveSQL
import Testing

@Suite struct AssociationTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Country = Library.Country
  typealias Portrait = Library.Portrait
  typealias Review = Library.Review

  let database: DatabaseQueue

  init() throws { database = try Library.database() }

  struct BookInfo: Decodable, Hashable, FetchableRecord {
    var book: Book
    var author: Author
    var translator: Author?
  }

  /// Returns the rows of a query in SQL, each with its values as one text.
  private func oracle(_ sql: String) throws -> [String] {
    try database.read { db throws in
      try Row.fetchAll(db, sql: sql).map { row in
        row.values.map(\.sqlLiteral).joined(separator: " ")
      }
    }
  }

  @Test func `a row can include the rows that it refers to`() throws {
    let request = Book.including(required: Book.author).including(optional: Book.translator)
      .order(Column("id")).asRequest(of: BookInfo.self)
    let infos = try database.read { try request.fetchAll($0) }
    let found = infos.map { info in
      "\(info.book.id) '\(info.author.name)' \(info.translator.map { "'\($0.name)'" } ?? "NULL")"
    }
    #expect(
      try found
        == oracle(
          """
          SELECT book.id, author.name, t.name FROM book JOIN author ON author.id = book.authorId
          LEFT JOIN author t ON t.id = book.translatorId ORDER BY book.id
          """
        )
    )
    #expect(try database.read { try request.fetchOne($0) } == infos.first)
    #expect(try database.read { try Array(request.fetchCursor($0)) } == infos)
    #expect(try database.read { try request.fetchCount($0) } == 5)
    let sql = try database.read { try request.sql($0) }
    #expect(
      sql.hasSuffix(
        #"FROM "book" JOIN "author" ON ("author"."id") = ("book"."authorId") "#
          + #"LEFT JOIN "author" AS "author2" ON ("author2"."id") = ("book"."translatorId") "#
          + #"ORDER BY "book"."id""#
      )
    )
  }

  struct AuthorInfo: Decodable, Hashable, FetchableRecord {
    var author: Author
    var books: [Book]
    var portrait: Portrait?
    var country: Country?
  }

  @Test func `all rows that refer to a row are fetched by one more query`() throws {
    let request = Author.including(all: Author.books.order(Column("title")))
      .including(optional: Author.portrait).including(optional: Author.country)
      .order(Column("id")).asRequest(of: AuthorInfo.self)
    let infos = try database.read { try request.fetchAll($0) }
    #expect(
      infos.map { $0.books.map(\.title) } == [["Mar", "Rio"], ["Casa"], ["Nuit", "Pont"], []]
    )
    #expect(infos.map { $0.portrait?.path } == ["ana.png", nil, "claire.png", nil])
    #expect(infos.map { $0.country?.name } == ["Portugal", "Portugal", "France", nil])
    #expect(try database.read { try request.fetchOne($0) } == infos.first)
    let error = #expect(throws: RequestError.self) {
      try database.read { _ = try request.fetchCursor($0) }
    }
    #expect(error == .cursorOfPrefetchedRows)
  }

  @Test func `inclusions can be nested`() throws {
    struct ReviewedBook: Decodable, FetchableRecord {
      var book: Book
      var reviews: [Review]
      var author: AuthorWithCountry
    }
    struct AuthorWithCountry: Decodable, FetchableRecord {
      var author: Author
      var country: Country?
      var books: [Book]

      init(row: Row) throws {
        author = try Author(row: row)
        country = try row.scope("country").map { try Country(row: $0) }
        books = try row.prefetchedRows("books")?.map { try Book(row: $0) } ?? []
      }
    }
    let author = Book.author.including(optional: Author.country)
      .including(all: Author.books.order(Column("id")))
    let request = Book.including(required: author)
      .including(all: Book.reviews.order(Column("stars"))).order(Column("id"))
    let books = try database.read { try request.asRequest(of: ReviewedBook.self).fetchAll($0) }
    #expect(books.map(\.book.title) == ["Mar", "Rio", "Pont", "Nuit", "Casa"])
    #expect(books.map { $0.reviews.map(\.stars) } == [[3, 5], [], [4], [], [1]])
    #expect(books.map(\.author.country?.code) == ["PT", "PT", "FR", "FR", "PT"])
    #expect(books.map { $0.author.books.map(\.id) } == [[1, 2], [1, 2], [3, 4], [3, 4], [5]])
  }

  @Test func `an association can lead through another table`() throws {
    struct BookWithCountry: Decodable, FetchableRecord {
      var book: Book
      var country: Country?
    }
    struct CountryInfo: Decodable, FetchableRecord {
      var country: Country
      var books: [Book]
    }
    try database.read { db throws in
      let books = try Book.including(optional: Book.country).order(Column("id"))
        .asRequest(of: BookWithCountry.self).fetchAll(db)
      #expect(books.map(\.country?.code) == ["PT", "PT", "FR", "FR", "PT"])
      let countries = try Country.including(all: Country.books.order(Column("id")))
        .orderByPrimaryKey().asRequest(of: CountryInfo.self).fetchAll(db)
      #expect(countries.map { $0.books.map(\.id) } == [[3, 4], [], [1, 2, 5]])
    }
  }

  @Test func `rows can be joined, and filtered across tables`() throws {
    let author = RequestAlias()
    let request = Book.joining(required: Book.author.aliased(author))
      .filter(author["name"] == "Ana" && Column("year") > 1985)
    try database.read { db throws in
      #expect(try request.fetchAll(db).map(\.title) == ["Mar"])
      #expect(
        try Book.joining(required: Book.author.filter(Column("countryCode") == "FR"))
          .fetchCount(db) == 2
      )
      #expect(try Book.joining(required: Book.translator).fetchCount(db) == 3)
      #expect(try Author.joining(required: Author.books).distinct().fetchCount(db) == 3)
      #expect(try Author.joining(optional: Author.books).fetchCount(db) == 6)
      // A required table joined to an optional one.
      let optional = Book.translator.joining(required: Author.country)
      let infos = try Book.including(required: Book.author).including(optional: optional)
        .order(Column("id")).asRequest(of: BookInfo.self).fetchAll(db)
      #expect(infos.map { $0.translator?.name } == ["Claire", nil, nil, "Claire", nil])
    }
  }

  @Test func `a table that is joined twice with the same name is joined once`() throws {
    try database.read { db throws in
      let request = Book.joining(required: Book.author.filter(Column("countryCode") == "PT"))
        .including(optional: Book.author.filter(Column("name") != "Ana"))
      #expect(try request.fetchCount(db) == 1)
      #expect(try request.sql(db).components(separatedBy: "JOIN").count == 2)
    }
  }

  @Test func `rows can be annotated with columns of other tables`() throws {
    struct Annotated: Decodable, Hashable, FetchableRecord {
      var title: String
      var authorName: String
    }
    try database.read { db throws in
      let name = Column("name").forKey("authorName")
      let books = try Book.annotated(withRequired: Book.author.select(name)).order(Column("id"))
        .asRequest(of: Annotated.self).fetchAll(db)
      #expect(books.first == Annotated(title: "Mar", authorName: "Ana"))
      #expect(books.count == 5)
    }
  }

  @Test func `rows can be annotated and filtered with aggregates of other tables`() throws {
    struct Statistics: Decodable, Hashable, FetchableRecord {
      var name: String
      var bookCount: Int
      var hasNoBook: Bool
      var maxBookYear: Int?
      var firstYear: Int?
      var reviewCount: Int
    }
    let request = Author.annotated(
      with: Author.books.count,
      Author.books.isEmpty,
      Author.books.max(Column("year")),
      Author.books.min(Column("year")).forKey("firstYear"),
      Author.reviews.count
    ).order(Column("id")).asRequest(of: Statistics.self)
    try database.read { db throws in
      let found = try request.fetchAll(db).map { row in
        "'\(row.name)' \(row.bookCount) \(row.hasNoBook ? 1 : 0) "
          + "\(row.maxBookYear.map(String.init) ?? "NULL") \(row.firstYear.map(String.init) ?? "NULL") "
          + "\(row.reviewCount)"
      }
      let expected = try Row.fetchAll(
        db,
        sql: """
          SELECT name, count(DISTINCT book.id), count(book.id) = 0, max(year), min(year),
            count(review.id)
          FROM author LEFT JOIN book ON book.authorId = author.id
          LEFT JOIN review ON review.bookId = book.id GROUP BY author.id ORDER BY author.id
          """
      ).map { $0.values.map(\.sqlLiteral).joined(separator: " ") }
      #expect(found == expected)
      #expect(
        try Author.having(Author.books.count >= 2).fetchAll(db).map(\.name) == ["Ana", "Claire"]
      )
      #expect(try Author.having(Author.books.isEmpty).fetchAll(db).map(\.name) == ["Dora"])
      let old = Author.books.filter(Column("year") < 1995)
      #expect(try Author.having(old.count == 2).fetchAll(db).map(\.name) == ["Ana"])
      #expect(try Author.order(Author.books.sum(Column("year")).desc).fetchOne(db)?.name == "Ana")
      #expect(try Author.having(!Author.books.isEmpty).fetchCount(db) == 3)
    }
  }

  @Test func `a record can request the rows that belong to it`() throws {
    try database.read { db throws in
      let ana = try #require(try Author.filter(key: 1).fetchOne(db))
      let books = ana.request(for: Author.books).order(Column("year"))
      #expect(
        try books.sql(db)
          == #"SELECT * FROM "book" WHERE (("book"."authorId") = (1)) ORDER BY "book"."year""#
      )
      #expect(try books.fetchAll(db).map(\.title) == ["Rio", "Mar"])
      #expect(try ana.request(for: Author.country).fetchOne(db)?.name == "Portugal")
      #expect(try ana.request(for: Author.reviews).fetchCount(db) == 2)
      let dora = try #require(try Author.filter(key: 4).fetchOne(db))
      #expect(try dora.request(for: Author.country).fetchOne(db) == nil)
      let portugal = Country(code: "PT", name: "")
      #expect(
        try portugal.request(for: Country.books).order(Column("id")).fetchAll(db).map(\.id)
          == [1, 2, 5]
      )
    }
  }

  @Test func `an error says what to do if the schema does not determine an association`() throws {
    try database.read { db throws in
      #expect(throws: AssociationError.noForeignKey("review", to: "country")) {
        _ = try Review.including(required: Review.country).fetchAll(db)
      }
      let error = #expect(throws: AssociationError.self) {
        _ = try Book.including(required: Book.ambiguous).fetchAll(db)
      }
      #expect(
        error?.description
          == "“book” has 2 foreign keys to “author” (authorId; translatorId). Specify one: "
          + "using: ForeignKey([\"authorId\"])."
      )
    }
  }

  @Test func `associated rows can be fetched for any number of rows`() throws {
    try database.write { db throws in
      try db.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
          INSERT INTO author (id, name) SELECT i, 'n' || i FROM n;
          INSERT INTO book (title, authorId) SELECT 'of ' || id, id FROM author WHERE id >= 10;
          """
      )
      let request = Author.filter(Column("id") >= 10).including(all: Author.books)
        .asRequest(of: AuthorInfo.self)
      let infos = try request.fetchAll(db)
      #expect(infos.count == 39_991)
      #expect(infos.allSatisfy { $0.books.map(\.title) == ["of \($0.author.id)"] })
    }
  }

  @Test(arguments: [
    ("books", "book"), ("stories", "story"), ("children", "child"), ("boxes", "box"),
    ("addresses", "address"), ("people", "person"), ("buses", "bus"), ("statuses", "status"),
    ("gradeChildren", "gradeChild"), ("movies", "movie"),
  ])
  func `names have a singular and a plural`(plural: String, singular: String) {
    #expect(plural.singularized == singular)
    #expect(singular.singularized == singular)
    #expect(singular.pluralizedWithIrregulars == plural)
  }
}
