import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// A library of books, as in the tests of associations on SQLite.
private enum Library {
  struct Country: Codable, Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "country"
    var code: String
    var name: String

    static let authors = hasMany(Author.self)
    static let books = hasMany(Book.self, through: authors, using: Author.books)
  }

  struct Author: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "author"
    var id: Int64
    var name: String
    var countryCode: String?

    static let country = belongsTo(Country.self)
    static let books = hasMany(Book.self, using: ForeignKey(["authorId"]))
    static let reviews = hasMany(Review.self, through: books, using: Book.reviews)
  }

  struct Book: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "book"
    var id: Int64
    var title: String
    var year: Int?
    var authorId: Int64
    var translatorId: Int64?

    static let author = belongsTo(Author.self, using: ForeignKey(["authorId"]))
    static let translator = belongsTo(
      Author.self,
      key: "translator",
      using: ForeignKey(["translatorId"])
    )
    static let ambiguous = belongsTo(Author.self, key: "ambiguous")
    static let reviews = hasMany(Review.self)
    static let country = hasOne(Country.self, through: author, using: Author.country)
  }

  struct Review: Codable, Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "review"
    var id: Int64
    var bookId: Int64
    var stars: Int

    static let country = belongsTo(Country.self)
  }

  static func run(_ kind: DatabaseKind, _ body: (any SQLConnection) throws -> Void) throws {
    try EmptyDatabases.run(kind) { db throws in
      try db.execute(sql: schema)
      try db.execute(
        sql: """
          INSERT INTO country VALUES ('PT', 'Portugal'), ('FR', 'France'), ('IS', 'Iceland');
          INSERT INTO author VALUES (1, 'Ana', 'PT'), (2, 'Bruno', 'PT'), (3, 'Claire', 'FR'),
            (4, 'Dora', NULL);
          INSERT INTO book VALUES (1, 'Mar', 1990, 1, 3), (2, 'Rio', 1980, 1, NULL),
            (3, 'Pont', 2001, 3, 4), (4, 'Nuit', NULL, 3, 3), (5, 'Casa', 2010, 2, NULL);
          INSERT INTO review VALUES (1, 1, 5), (2, 1, 3), (3, 3, 4), (4, 5, 1);
          """
      )
      try body(db)
    }
  }

  private static let schema = """
    CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE author (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, "countryCode" TEXT REFERENCES country(code)
    );
    CREATE TABLE book (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER,
      "authorId" INTEGER NOT NULL REFERENCES author(id),
      "translatorId" INTEGER REFERENCES author(id)
    );
    CREATE TABLE review (
      id INTEGER PRIMARY KEY, "bookId" INTEGER NOT NULL REFERENCES book(id),
      stars INTEGER NOT NULL
    );
    """
}

/// Associations on either database: the tests of `AssociationTests` and `JoinAssociationTests`.
@Suite(.mayBlock, .timeLimit(.hang)) struct LibraryOnBothTests {
  private typealias Author = Library.Author
  private typealias Book = Library.Book
  private typealias Country = Library.Country
  private typealias Review = Library.Review

  private struct BookInfo: Decodable, Hashable, FetchableRecord {
    var book: Book
    var author: Author
    var translator: Author?
  }

  private struct BookWithCountry: Decodable, FetchableRecord {
    var book: Book
    var country: Country?
  }

  private struct CountryInfo: Decodable, FetchableRecord {
    var country: Country
    var books: [Book]
  }

  private struct Statistics: Decodable, Hashable, FetchableRecord {
    var name: String
    var bookCount: Int
    var hasNoBook: Bool
    var maxBookYear: Int?
    var firstYear: Int?
    var reviewCount: Int
  }

  @Test(arguments: DatabaseKind.available)
  func `a row can include the rows that it refers to`(kind: DatabaseKind) throws {
    try Library.run(kind) { db throws in
      let request = Book.including(required: Book.author).including(optional: Book.translator)
        .order(Column("id")).asRequest(of: BookInfo.self)
      let infos = try request.fetchAll(db)
      #expect(infos.map(\.author.name) == ["Ana", "Ana", "Claire", "Claire", "Bruno"])
      #expect(infos.map { $0.translator?.name } == ["Claire", nil, "Dora", "Claire", nil])
      #expect(try request.fetchOne(db) == infos.first)
      #expect(try request.fetchCount(db) == 5)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `an association can lead through another table`(kind: DatabaseKind) throws {
    try Library.run(kind) { db throws in
      let books = try Book.including(optional: Book.country).order(Column("id"))
        .asRequest(of: BookWithCountry.self).fetchAll(db)
      #expect(books.map { $0.country?.code } == ["PT", "PT", "FR", "FR", "PT"])
      let countries = try Country.including(all: Country.books.order(Column("id")))
        .orderByPrimaryKey().asRequest(of: CountryInfo.self).fetchAll(db)
      #expect(countries.map { $0.books.map(\.id) } == [[3, 4], [], [1, 2, 5]])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows can be joined, and filtered across tables`(kind: DatabaseKind) throws {
    try Library.run(kind) { db throws in
      let author = RequestAlias()
      let request = Book.joining(required: Book.author.aliased(author))
        .filter(author["name"] == "Ana" && Column("year") > 1985)
      #expect(try request.fetchAll(db).map(\.title) == ["Mar"])
      let french = Book.joining(required: Book.author.filter(Column("countryCode") == "FR"))
      #expect(try french.fetchCount(db) == 2)
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

  @Test(arguments: DatabaseKind.available)
  func `rows can be annotated with aggregates of other tables`(kind: DatabaseKind) throws {
    try Library.run(kind) { db throws in
      let request = Author.annotated(
        with: Author.books.count,
        Author.books.isEmpty,
        Author.books.max(Column("year")),
        Author.books.min(Column("year")).forKey("firstYear"),
        Author.reviews.count
      ).order(Column("id")).asRequest(of: Statistics.self)
      let found = try request.fetchAll(db)
      #expect(found.map(\.name) == ["Ana", "Bruno", "Claire", "Dora"])
      #expect(found.map(\.bookCount) == [2, 1, 2, 0])
      #expect(found.map(\.hasNoBook) == [false, false, false, true])
      #expect(found.map(\.maxBookYear) == [1990, 2010, 2001, nil])
      #expect(found.map(\.firstYear) == [1980, 2010, 2001, nil])
      #expect(found.map(\.reviewCount) == [2, 1, 1, 0])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `rows can be filtered and ordered by aggregates`(kind: DatabaseKind) throws {
    try Library.run(kind) { db throws in
      let several = Author.having(Author.books.count >= 2).order(Column("id"))
      #expect(try several.fetchAll(db).map(\.name) == ["Ana", "Claire"])
      #expect(try Author.having(Author.books.isEmpty).fetchAll(db).map(\.name) == ["Dora"])
      let old = Author.books.filter(Column("year") < 1995)
      #expect(try Author.having(old.count == 2).fetchAll(db).map(\.name) == ["Ana"])
      // NULL, the sum of no books, comes last.
      let sums = Author.order(Author.books.sum(Column("year")).desc)
      #expect(try sums.fetchAll(db).map(\.name) == ["Ana", "Bruno", "Claire", "Dora"])
      #expect(try sums.fetchOne(db)?.name == "Ana")
      #expect(try Author.having(!Author.books.isEmpty).fetchCount(db) == 3)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a record can request the rows that belong to it`(kind: DatabaseKind) throws {
    try Library.run(kind) { db throws in
      let ana = try Author.find(db, key: 1)
      let books = ana.request(for: Author.books).order(Column("year"))
      #expect(try books.fetchAll(db).map(\.title) == ["Rio", "Mar"])
      #expect(try ana.request(for: Author.country).fetchOne(db)?.name == "Portugal")
      #expect(try ana.request(for: Author.reviews).fetchCount(db) == 2)
      let dora = try Author.find(db, key: 4)
      #expect(try dora.request(for: Author.country).fetchOne(db) == nil)
      let portugal = Country(code: "PT", name: "")
      let theirs = portugal.request(for: Country.books).order(Column("id"))
      #expect(try theirs.fetchAll(db).map(\.id) == [1, 2, 5])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a common table expression can be joined`(kind: DatabaseKind) throws {
    try Library.run(kind) { db throws in
      let old = CommonTableExpression<Book>(
        named: "old",
        request: Book.filter(Column("year") < 2000)
      )
      let writer = old.association(to: Author.self) { old, author in
        old[Column("authorId")] == author[Column("id")]
      }
      let names = old.all().with(old).joining(required: writer.filter(Column("name") == "Ana"))
      #expect(try names.fetchAll(db).map(\.title).sorted() == ["Mar", "Rio"])
      // Without a condition, each row belongs to each.
      let all = Author.with(old).joining(required: Author.association(to: old))
      #expect(try all.fetchCount(db) == 8)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `an error says if the schema does not determine an association`(kind: DatabaseKind) throws {
    try Library.run(kind) { db throws in
      #expect(throws: AssociationError.noForeignKey("review", to: "country")) {
        _ = try Review.including(required: Review.country).fetchAll(db)
      }
      let error = #expect(throws: AssociationError.self) {
        _ = try Book.including(required: Book.ambiguous).fetchAll(db)
      }
      #expect(error?.description.contains("2 foreign keys to “author”") == true)
    }
  }
}
