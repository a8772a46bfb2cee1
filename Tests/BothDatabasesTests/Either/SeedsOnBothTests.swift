import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@Table("seededLists") struct SeededList: Hashable {
  let id: Int
  var title = ""
}

@Table("seededTasks") struct SeededTask: Hashable {
  let id: Int
  var listID: Int
  var title = ""
  var isDone = false
  var due: Date?
}

/// Seeds of several tables on either database.
@Suite(.mayBlock, .timeLimit(.hang)) struct SeedsOnBothTests {
  private func withTables(_ kind: DatabaseKind, _ body: (any SQLConnection) throws -> Void) throws {
    try EmptyDatabases.run(kind) { db throws in
      try SeededList.createTable().execute(db)
      try SeededTask.createTable().execute(db)
      try body(db)
    }
  }

  private func tasks(_ db: any SQLConnection) throws -> [SeededTask] {
    try SeededTask.order(by: \.id).fetchAll(db)
  }

  @Test(arguments: DatabaseKind.available)
  func `records and drafts of several tables are inserted`(kind: DatabaseKind) throws {
    let due = Date(timeIntervalSince1970: 1_700_000_000)
    try withTables(kind) { db throws in
      try db.seed {
        SeededList(id: 1, title: "Home")
        SeededList(id: 2, title: "Work")
        for title in ["Milk", "Bread"] { SeededTask.Draft(listID: 1, title: title) }
        SeededTask.Draft(listID: 2, title: "Mail", isDone: true, due: due)
        if false { SeededTask.Draft(listID: 2, title: "Nothing") }
      }
      #expect(try SeededList.order(by: \.id).fetchAll(db).map(\.title) == ["Home", "Work"])
      #expect(
        try tasks(db) == [
          SeededTask(id: 1, listID: 1, title: "Milk"),
          SeededTask(id: 2, listID: 1, title: "Bread"),
          SeededTask(id: 3, listID: 2, title: "Mail", isDone: true, due: due),
        ]
      )
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `statements of seeds run on a connection of either database`(kind: DatabaseKind) throws {
    try withTables(kind) { db throws in
      let seeds = Seeds {
        [SeededTask.Draft(listID: 1, title: "a"), SeededTask.Draft(listID: 1, title: "b")]
        SeededList(id: 1, title: "Home")
        SeededTask.Draft(listID: 1, title: "c")
      }
      for statement in seeds { try statement.execute(db) }
      #expect(try tasks(db).map(\.title) == ["a", "b", "c"])
      #expect(try tasks(db).map(\.id) == [1, 2, 3])
      #expect(try SeededList.fetchCount(db) == 1)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `any number of rows can be seeded, also none`(kind: DatabaseKind) throws {
    try withTables(kind) { db throws in
      try db.seed {}
      try db.seed { [SeededTask]() }
      #expect(try SeededTask.fetchCount(db) == 0)
      try db.seed {
        for id in 1...20_000 { SeededTask(id: id, listID: id % 7, title: "t\(id)") }
      }
      #expect(try SeededTask.fetchCount(db) == 20_000)
      let last = try SeededTask.find(db, key: 20_000)
      #expect(last == SeededTask(id: 20_000, listID: 1, title: "t20000"))
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a row that violates a constraint is an error`(kind: DatabaseKind) throws {
    try withTables(kind) { db throws in
      #expect(throws: (any Error).self) {
        try db.seed {
          SeededList(id: 1, title: "Home")
          SeededList(id: 1, title: "Again")
        }
      }
    }
  }
}
