import Foundation
import LiveSQL

/// A library of books, for tests of associations.
enum Library {
  struct Country: Codable, Hashable, FetchableRecord, PersistableRecord {
    var code: String
    var name: String

    static let authors = hasMany(Author.self)
    static let books = hasMany(Book.self, through: authors, using: Author.books)
  }

  struct Author: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
    var id: Int64
    var name: String
    var countryCode: String?

    static let country = belongsTo(Country.self)
    static let books = hasMany(Book.self, using: ForeignKey(["authorId"]))
    static let portrait = hasOne(Portrait.self)
    static let reviews = hasMany(Review.self, through: books, using: Book.reviews)
  }

  struct Portrait: Codable, Hashable, FetchableRecord, PersistableRecord {
    var authorId: Int64
    var path: String
  }

  struct Book: Codable, Hashable, Identifiable, FetchableRecord, PersistableRecord {
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
    var id: Int64
    var bookId: Int64
    var stars: Int

    static let book = belongsTo(Book.self)
    static let country = belongsTo(Country.self)
  }

  static let schema = """
    CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE author (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, countryCode TEXT REFERENCES country(code)
    );
    CREATE TABLE portrait (authorId INTEGER PRIMARY KEY REFERENCES author, path TEXT NOT NULL);
    CREATE TABLE book (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER,
      authorId INTEGER NOT NULL REFERENCES author(id), translatorId INTEGER REFERENCES author(id)
    );
    CREATE TABLE review (
      id INTEGER PRIMARY KEY, bookId INTEGER NOT NULL REFERENCES book(id), stars INTEGER NOT NULL
    );
    """

  static func database() throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: schema)
      try db.execute(
        sql: """
          INSERT INTO country VALUES ('PT', 'Portugal'), ('FR', 'France'), ('IS', 'Iceland');
          INSERT INTO author VALUES (1, 'Ana', 'PT'), (2, 'Bruno', 'PT'), (3, 'Claire', 'FR'),
            (4, 'Dora', NULL);
          INSERT INTO portrait VALUES (1, 'ana.png'), (3, 'claire.png');
          INSERT INTO book VALUES (1, 'Mar', 1990, 1, 3), (2, 'Rio', 1980, 1, NULL),
            (3, 'Pont', 2001, 3, 4), (4, 'Nuit', NULL, 3, 3), (5, 'Casa', 2010, 2, NULL);
          INSERT INTO review VALUES (1, 1, 5), (2, 1, 3), (3, 3, 4), (4, 5, 1);
          """
      )
    }
    return database
  }
}
