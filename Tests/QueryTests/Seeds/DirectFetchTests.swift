import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of the queries on the page “Direct fetch integration”.
@Suite(.mayBlock) struct DirectFetchTests {
  @Table
  struct User: Codable, Hashable, Sendable {
    let id: Int
    let name: String
    let email: String
    let active: Bool
    let createdAt: Date
  }

  @Table
  struct Post: Hashable, Sendable {
    let id: Int
    let publishedAt: Date?
  }

  /// Runs a closure on both databases, with twelve users and two posts.
  private func both<Value>(_ body: (BothConnections) throws -> Value) throws -> Value {
    try DatabaseQueue().both { db throws in
      try User.createTable().execute(db)
      try Post.createTable().execute(db)
      try db.seed {
        for number in 1...12 {
          User.Draft(
            name: "User \(number)",
            email: "\(number)@example.com",
            active: number % 3 == 0,
            createdAt: Date(timeIntervalSince1970: Double(number))
          )
        }
        Post(id: 1, publishedAt: nil)
        Post(id: 2, publishedAt: Date(timeIntervalSince1970: 0))
      }
      return try body(db)
    }
  }

  @Test func `all users are fetched`() throws {
    try both { db throws in
      #expect(try User.all.fetchAll(db).count == 12)
      #expect(try User.order(by: \.name).fetchAll(db).first?.name == "User 1")
    }
  }

  @Test func `count works with and without parentheses`() throws {
    try both { db throws in
      #expect(try User.count.fetchOne(db) == 12)
      #expect(try User.count().fetchOne(db) == 12)
      #expect(try Post.count.fetchOne(db) == 2)
    }
  }

  @Test func `active users are ordered by name`() throws {
    let users = try both { db throws in
      try User.where { $0.active == true }.order(by: \.name).fetchAll(db)
    }
    #expect(users.map(\.name) == ["User 12", "User 3", "User 6", "User 9"])
    let filtered = try both { db throws in
      try User.filter { $0.active == true }.fetchAll(db)
    }
    #expect(Set(filtered) == Set(users))
  }

  @Test func `a user is found by key`() throws {
    let userId = 3
    let user = try both { db throws in
      try User.where { $0.id == userId }.limit(1).fetchOne(db)
    }
    #expect(user?.name == "User 3")
    let nobody = try both { db in try User.where { $0.id == 99 }.fetchOne(db) }
    #expect(nobody == nil)
  }

  @Test func `filtered rows are counted`() throws {
    try both { db throws in
      #expect(try User.where { $0.active == true }.count.fetchOne(db) == 4)
      #expect(try User.where { $0.active == false }.count.fetchOne(db) == 8)
      #expect(try Post.where { $0.publishedAt != nil }.count.fetchOne(db) == 1)
    }
  }

  @Test func `the ten newest users are fetched`() throws {
    let users = try both { db throws in
      try User.order(by: \.createdAt, .descending).limit(10).fetchAll(db)
    }
    #expect(users.map(\.id) == Array((3...12).reversed()))
  }

  @Test func `a user is toggled and deleted`() throws {
    try both { db throws in
      try User.find(1).update { $0.active.toggle() }.execute(db)
      #expect(try User.find(db, key: 1).active)
      try User.find(1).delete().execute(db)
      #expect(try User.count.fetchOne(db) == 11)
    }
  }
}
