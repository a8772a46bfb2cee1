import LiveSQL
import LiveSQLTestSupport

/// A library with tables of all kinds of keys, for live queries of associations.
///
/// Foreign keys are not enforced.
enum ShelvedLibrary {
  struct Country: Codable, Hashable, FetchableRecord, TableRecord {
    var code: String
    var name: String?
    static let authors = hasMany(Author.self, using: ForeignKey(["country"]))
  }

  struct Author: Codable, Hashable, FetchableRecord, TableRecord {
    var id: Int64
    var name: String?
    var country: String?
    static let home = belongsTo(Country.self, key: "home", using: ForeignKey(["country"]))
    static let books = hasMany(Book.self, using: ForeignKey(["authorId"]))
    static let reviews = hasMany(Review.self, through: books, using: Book.reviews)
    static let mentor = belongsTo(Author.self, key: "mentor", using: ForeignKey(["mentorId"]))
    static let pupils = hasMany(Author.self, key: "pupils", using: ForeignKey(["mentorId"]))
  }

  struct Book: Codable, Hashable, FetchableRecord, TableRecord {
    var id: Int64
    var title: String?
    static let author = belongsTo(Author.self, using: ForeignKey(["authorId"]))
    static let reviews = hasMany(Review.self, using: ForeignKey(["bookId"]))
    static let tagging = hasMany(Tagging.self, using: ForeignKey(["bookId"]))
    static let tags = hasMany(Tag.self, through: tagging, using: Tagging.tag)
  }

  struct Review: Codable, Hashable, FetchableRecord, TableRecord {
    var id: Int64
    static let book = belongsTo(Book.self, using: ForeignKey(["bookId"]))
  }

  struct Tag: Codable, Hashable, FetchableRecord, TableRecord {
    var id: Int64
  }

  struct Tagging: Codable, Hashable, FetchableRecord, TableRecord {
    static let tag = belongsTo(Tag.self, using: ForeignKey(["tagId"]))
  }

  struct Shelf: Codable, Hashable, FetchableRecord, TableRecord {
    var room: String
    var number: Int
    static let places = hasMany(Place.self, using: ForeignKey(["room", "number"]))
  }

  struct Place: Codable, Hashable, FetchableRecord, TableRecord {
    var id: Int64
  }

  struct AuthorInfo: Decodable, Hashable, FetchableRecord {
    var author: Author
    var books: [Book]
  }

  static let schema = """
    CREATE TABLE country (code TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
    CREATE TABLE author (
      id INTEGER PRIMARY KEY, name TEXT, country TEXT, mentorId INTEGER, isDead BOOLEAN
    );
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, year INTEGER, authorId, note TEXT);
    CREATE INDEX bookByAuthor ON book (authorId);
    CREATE TABLE review (id INTEGER PRIMARY KEY, bookId INTEGER, stars INTEGER);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE tagging (bookId INTEGER, tagId INTEGER, PRIMARY KEY (bookId, tagId)) WITHOUT ROWID;
    CREATE TABLE shelf (room TEXT, number INTEGER, PRIMARY KEY (room, number)) WITHOUT ROWID;
    CREATE TABLE place (id INTEGER PRIMARY KEY, room TEXT, number INTEGER, label TEXT);
    """
}

/// Random statements on the tables of ``ShelvedLibrary``: some fail, and some change a lot.
struct LibraryStatements {
  /// Whether foreign keys may have another storage class than the keys they refer to.
  var hasOddValues = false

  func next(using random: inout SeededGenerator) -> String {
    let table = random.pick([
      "country", "author", "author", "book", "book", "book", "review", "review", "tag", "tagging",
      "tagging", "shelf", "place",
    ])
    let columns = Self.columns(of: table)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      let values = columns.map { value(of: $0, &random) }.joined(separator: ", ")
      let names = columns.joined(separator: ", ")
      return "INSERT OR REPLACE INTO \(table) (\(names)) VALUES (\(values))"
    case 4..<8:
      let column = random.pick(columns)
      let change = "\(column) = \(value(of: column, &random))"
      return "UPDATE OR IGNORE \(table) SET \(change) WHERE \(condition(columns, &random))"
    default: return "DELETE FROM \(table) WHERE \(condition(columns, &random))"
    }
  }

  private static func columns(of table: String) -> [String] {
    switch table {
    case "country": ["code", "name"]
    case "author": ["id", "name", "country", "mentorId", "isDead"]
    case "book": ["id", "title", "year", "authorId", "note"]
    case "review": ["id", "bookId", "stars"]
    case "tag": ["id", "name"]
    case "tagging": ["bookId", "tagId"]
    case "shelf": ["room", "number"]
    default: ["id", "room", "number", "label"]
    }
  }

  private func condition(_ columns: [String], _ random: inout SeededGenerator) -> String {
    let column = random.chance(70) ? columns[0] : random.pick(columns)
    return "\(column) IS \(value(of: column, &random))"
  }

  private func value(of column: String, _ random: inout SeededGenerator) -> String {
    if hasOddValues, column == "authorId", random.chance(20) {
      return random.pick(["'1'", "2.0", "x'01'", "3.5"])
    }
    switch column {
    case "code", "country", "room": return random.pick(["'a'", "'b'", "'A'", "'c'", "NULL"])
    case "name", "title", "note", "label":
      return random.pick(["'a'", "'b'", "'B'", "'c'", "'é'", "NULL"])
    case "year": return "\(Int.random(in: 1988...1993, using: &random))"
    case "isDead": return random.pick(["0", "1", "NULL"])
    case "id": return "\(Int.random(in: 1...8, using: &random))"
    default: return random.pick(["1", "2", "3", "4", "5", "6", "NULL"])
    }
  }
}
