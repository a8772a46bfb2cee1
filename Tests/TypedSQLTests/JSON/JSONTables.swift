import Foundation
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

/// A table with JSON in text.
@Table struct JSONProfile: Equatable {
  let id: Int
  @Column(as: JSONAuthor.JSONRepresentation.self)
  var author: JSONAuthor
  @Column(as: [String].JSONRepresentation.self)
  var tags: [String]
  @Column(as: [JSONLink].JSONRepresentation.self)
  var links: [JSONLink]
  @Column(as: [String: Int].JSONRepresentation.self)
  var counts: [String: Int]
  @Column(as: JSONAuthor?.JSONRepresentation.self)
  var editor: JSONAuthor?
}

/// A table with JSON in blobs.
@Table struct JSONBProfile: Equatable {
  let id: Int
  @Column(as: JSONAuthor.JSONBRepresentation.self)
  var author: JSONAuthor
  @Column(as: [String].JSONBRepresentation.self)
  var tags: [String]
  @Column(as: [String]?.JSONBRepresentation.self)
  var aliases: [String]?
}

@Selection struct JSONAuthor: Codable, Equatable {
  var name: String
  var age: Int
  var nickname: String?
  var isActive = true
  var links: JSONLink
  var home: JSONLink?
  @Column(as: [String].JSONRepresentation.self)
  var tags: [String] = []
}

@Selection struct JSONLink: Codable, Equatable {
  var homepage: URL
  var label: String?
}

@Table struct JSONItem: Codable {
  let id: Int
  var title = ""
  var isDone = false
  @Column(as: [String].JSONRepresentation.self)
  var tags: [String] = []
}

@Table struct JSONGrouped: Codable {
  let id: Int
  var link: JSONLink
  var other: JSONLink?
}

@Table struct JSONPost: Codable {
  let id: Int
  var kind: Kind

  @Selection enum Kind: Codable {
    case note(String)
    case link(JSONLink)
  }
}
