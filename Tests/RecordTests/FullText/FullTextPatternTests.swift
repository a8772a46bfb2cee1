import Foundation
import LiveSQL
import Testing

/// Patterns of full-text search as values, for FTS5 and for FTS3 and FTS4.
@Suite struct FullTextPatternTests {
  struct Document: Codable, FetchableRecord, PersistableRecord { var title: String }

  static let titles = [
    "the red apple", "a green apple", "pears", "apple red", "O'Hara's OR-gate", "café",
  ]

  private func database<Module: VirtualTableModule>(
    _ module: Module,
    _ body: (Module.Definition) -> Void
  ) throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.create(virtualTable: "document", using: module) { body($0) }
      for title in Self.titles { try Document(title: title).insert(db) }
    }
    return database
  }

  private func found<Pattern: DatabaseValueConvertible>(
    _ pattern: Pattern?,
    _ db: Database
  ) throws -> [Int] {
    try Document.matching(pattern).select(Column.rowID, as: Int.self).order(Column.rowID)
      .fetchAll(db)
  }

  @Test func `patterns of FTS5 find their rows`() throws {
    let database = try database(FTS5()) { t in t.column("title") }
    try database.read { db throws in
      #expect(try found(FTS5Pattern(matchingAllTokensIn: "apple, red!"), db) == [1, 4])
      #expect(try found(FTS5Pattern(matchingAnyTokenIn: "green pears"), db) == [2, 3])
      #expect(try found(FTS5Pattern(matchingPhrase: "red apple"), db) == [1])
      #expect(try found(FTS5Pattern(matchingPrefixPhrase: "apple red"), db) == [4])
      #expect(try found(FTS5Pattern(matchingPrefixPhrase: "red apple"), db) == [])
      #expect(try found(FTS5Pattern(matchingAllPrefixesIn: "app gr"), db) == [2])
      #expect(try found(FTS5Pattern(matchingAllTokensIn: "OR \"gate"), db) == [5])
      #expect(try found(FTS5Pattern(matchingAllTokensIn: "*-\" ("), db) == [])
      #expect(FTS5Pattern(matchingAnyTokenIn: " \0") == nil)
      let raw = try db.makeFTS5Pattern(rawPattern: "title : apple NOT red", forTable: "document")
      #expect(try found(raw, db) == [2])
      #expect(raw.rawPattern == "title : apple NOT red")
      #expect(throws: DatabaseError.self) {
        try db.makeFTS5Pattern(rawPattern: "missing : apple", forTable: "document")
      }
      #expect(throws: DatabaseError.self) {
        try db.makeFTS5Pattern(rawPattern: "apple AND", forTable: "document")
      }
      #expect(throws: DatabaseError.self) {
        try db.makeFTS5Pattern(rawPattern: "apple", forTable: "other")
      }
      let pattern = try #require(FTS5Pattern(matchingPhrase: "pears"))
      #expect(try Document.filter(Column("title").match(pattern)).fetchCount(db) == 1)
      #expect(try Table("document").matching(pattern).fetchCount(db) == 1)
      #expect(try FTS5Pattern(databaseValue: pattern.databaseValue) == pattern)
      #expect(throws: ConversionFailure.self) { try FTS5Pattern(databaseValue: .null) }
    }
  }

  @Test func `patterns of FTS3 and FTS4 find their rows`() throws {
    let databases = [
      try database(FTS3()) { t in t.column("title") },
      try database(FTS4()) { t in t.column("title") },
    ]
    for database in databases {
      try database.read { db throws in
        #expect(try found(FTS3Pattern(matchingAllTokensIn: "apple, red!"), db) == [1, 4])
        #expect(try found(FTS3Pattern(matchingAnyTokenIn: "green pears"), db) == [2, 3])
        #expect(try found(FTS3Pattern(matchingPhrase: "red apple"), db) == [1])
        #expect(try found(FTS3Pattern(matchingAllPrefixesIn: "app gr"), db) == [2])
        #expect(try found(FTS3Pattern(matchingAllTokensIn: "OR \"gate"), db) == [5])
        #expect(try found(FTS3Pattern(matchingAllTokensIn: "*-\" ("), db) == [])
        #expect(try found(FTS3Pattern(rawPattern: "apple -red"), db).isEmpty == false)
        #expect(throws: DatabaseError.self) { try FTS3Pattern(rawPattern: "\"a b") }
        #expect(FTS3Pattern(matchingPhrase: "…") == nil)
      }
    }
  }
}
