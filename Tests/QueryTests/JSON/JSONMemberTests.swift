import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Table("people") private struct JSONOwner: Codable, Equatable {
  let id: Int
  @Column(as: JSONCard.JSONRepresentation.self) var card: JSONCard
  @Column("nick_name") var nickname: String?
  var place: JSONTown
}

@Selection private struct JSONCard: Codable, Equatable {
  var name: String
  @Column(as: JSONSite?.JSONRepresentation.self) var site: JSONSite?
  @Column(as: [String]?.JSONRepresentation.self) var tags: [String]?
  @Column(as: Date?.UnixTimeRepresentation.self) var born: Date?
  @Column("home_page") var home: String = ""
  @Column("other_link", as: JSONSite?.JSONRepresentation.self) var other: JSONSite?
}

@Selection private struct JSONSite: Codable, Equatable {
  var url: String
  @Column("link_label") var label: String?

  enum CodingKeys: String, CodingKey {
    case url = "href"
    case label
  }
}

@Selection private struct JSONTown: Codable, Equatable {
  @Column("place_city") var city: String
}

/// Tests of JSON members that may be missing, or whose columns and properties have different names.
@Suite(.mayBlock) struct JSONMemberTests {
  private let bare = JSONOwner(
    id: 1,
    card: JSONCard(name: "Ada", home: "a"),
    nickname: nil,
    place: JSONTown(city: "Kyiv")
  )
  private let full = JSONOwner(
    id: 2,
    card: JSONCard(
      name: "Grace",
      site: JSONSite(url: "s", label: "S"),
      tags: ["x", "y"],
      born: Date(timeIntervalSince1970: 1_000),
      home: "g",
      other: JSONSite(url: "o", label: nil)
    ),
    nickname: "G",
    place: JSONTown(city: "Rome")
  )

  /// Runs a closure on both databases with two people.
  private func both(_ body: (BothConnections) throws -> Void) throws {
    let people = [bare, full]
    try DatabaseQueue().both { db in
      try JSONOwner.createTable().execute(db)
      try JSONOwner.insert { people }.execute(db)
      try body(db)
    }
  }

  private let columns = JSONOwner.columns

  private func type<Value>(_ expression: SQLQueryExpression<Value>) -> ObjectIdentifier {
    ObjectIdentifier(Value.self)
  }

  @Test func `a member within an optional member is optional`() {
    #expect(
      type(columns.card.jsonExtract(\.site)) == ObjectIdentifier(JSONSite?.JSONRepresentation.self)
    )
    #expect(type(columns.card.jsonExtract(\.site.url)) == ObjectIdentifier(String?.self))
    #expect(type(columns.card.jsonExtract(\.site.label)) == ObjectIdentifier(String?.self))
    #expect(type(columns.card.jsonExtract(\.tags[0])) == ObjectIdentifier(String?.self))
    #expect(
      type(columns.card.jsonExtract(\.born)) == ObjectIdentifier(Date?.UnixTimeRepresentation.self)
    )
    #expect(type(columns.card.jsonArrayLength(\.tags)) == ObjectIdentifier(Int?.self))
    #expect(type(columns.card.jsonbExtract(\.site.url)) == ObjectIdentifier(String?.self))
    #expect(type(columns.card.jsonbExtract(\.tags[0])) == ObjectIdentifier(String?.self))
    #expect(type(columns.card.jsonExtract(\.name)) == ObjectIdentifier(String.self))
  }

  @Test func `a missing member is nil`() throws {
    try both { db throws in
      let urls = try JSONOwner.order(by: \.id).select { $0.card.jsonExtract(\.site.url) }.fetchAll(
        db
      )
      #expect(urls == [nil, "s"])
      let first = try JSONOwner.order(by: \.id).select { $0.card.jsonExtract(\.tags[0]) }.fetchAll(
        db
      )
      #expect(first == [nil, "x"])
      let born = try JSONOwner.order(by: \.id).select { $0.card.jsonExtract(\.born) }.fetchAll(db)
      #expect(born == [nil, full.card.born])
      let counts = try JSONOwner.order(by: \.id).select { $0.card.jsonArrayLength(\.tags) }
        .fetchAll(db)
      #expect(counts == [nil, 2])
      let sites = try JSONOwner.order(by: \.id).select { $0.card.jsonExtract(\.site) }.fetchAll(db)
      #expect(sites == [nil, full.card.site])
    }
  }

  @Test func `paths use the names in the JSON`() throws {
    try both { db in
      let homes = try JSONOwner.order(by: \.id).select { $0.card.jsonExtract(\.home) }.fetchAll(db)
      #expect(homes == ["a", "g"])
      let urls = try JSONOwner.order(by: \.id).select { $0.card.jsonExtract(\.other.url) }.fetchAll(
        db
      )
      #expect(urls == [nil, "o"])
      let labels = try JSONOwner.select { $0.card.jsonExtract(\.site.label) }.fetchAll(db)
      #expect(Set(labels) == [nil, "S"])
      try JSONOwner.find(1).update { $0.card = $0.card.jsonSet(\.home, "b") }.execute(db)
      #expect(try JSONOwner.find(db, key: 1).card.home == "b")
    }
  }

  @Test func `objects that SQL creates from rows use the names in the JSON`() throws {
    try both { db throws in
      let objects = try JSONOwner.order(by: \.id).select { $0.jsonObject() }.fetchAll(db)
      #expect(objects == [bare, full])
      #expect(try JSONOwner.select { $0.jsonGroupArray() }.fetchOne(db) == [bare, full])
    }
  }
}

@Table("posts") private struct JSONArticle: Codable, Equatable {
  let id: Int
  var kind: Kind
  @Column(as: Kind.JSONRepresentation.self) var stored: Kind

  @Selection enum Kind: Codable, Equatable {
    case note(String)
    case place(JSONArticlePlace)
    @Column("link_url") case link(url: String)
  }
}

@Selection private struct JSONArticlePlace: Codable, Equatable {
  var city: String
}

@Suite(.mayBlock) struct JSONEnumTests {
  private let posts: [JSONArticle] = [
    .note("a"), .place(JSONArticlePlace(city: "Faro")), .link(url: "u"),
  ]
  .enumerated().map { JSONArticle(id: $0, kind: $1, stored: $1) }

  @Test func `enums in JSON have the form that Codable gives them`() throws {
    let posts = posts
    try DatabaseQueue().both { db in
      try JSONArticle.createTable().execute(db)
      try JSONArticle.insert { posts }.execute(db)
      #expect(try JSONArticle.order(by: \.id).fetchAll(db) == posts)
      #expect(try JSONArticle.order(by: \.id).select { $0.jsonObject() }.fetchAll(db) == posts)
      let notes = try JSONArticle.order(by: \.id).select { $0.stored.jsonExtract(\.note) }.fetchAll(
        db
      )
      #expect(notes == ["a", nil, nil])
      let links = try JSONArticle.order(by: \.id).select { $0.stored.jsonExtract(\.link) }.fetchAll(
        db
      )
      #expect(links == [nil, nil, "u"])
      let cities = try JSONArticle.order(by: \.id).select { $0.stored.jsonExtract(\.place.city) }
        .fetchAll(db)
      #expect(cities == [nil, "Faro", nil])
    }
  }
}
