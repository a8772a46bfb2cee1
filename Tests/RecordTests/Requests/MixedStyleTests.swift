import Foundation
import LiveSQL
import Testing

/// A type that is a table of typed queries and a record.
@Table("tasks") private struct ToDo: Codable, Hashable, Identifiable, FetchableRecord, TableRecord {
  let id: Int
  var isDone = false
  @Column("label") var title = ""
  var uid: UUID?

  static let steps = hasMany(Step.self)
}

@Table("steps") private struct Step: Codable, Hashable, FetchableRecord, TableRecord {
  let id: Int
  var taskID: Int
  var text = ""

  static let task = belongsTo(ToDo.self)
}

@Suite struct MixedStyleTests {
  let database: DatabaseQueue
  let uid = UUID()

  init() throws {
    database = try DatabaseQueue()
    try database.write { [uid] db in
      // The columns are in another order than those of the type.
      try db.execute(
        sql: """
          CREATE TABLE tasks (id INTEGER PRIMARY KEY, label TEXT, uid TEXT, isDone INTEGER);
          CREATE TABLE steps (id INTEGER PRIMARY KEY, taskID INTEGER REFERENCES tasks, text TEXT);
          """
      )
      try ToDo.insert {
        ToDo(id: 1, title: "Milk", uid: uid)
        ToDo(id: 2, isDone: true, title: "Tea")
      }.execute(db)
      try Step.insert { Step(id: 1, taskID: 1, text: "Go") }.execute(db)
    }
  }

  @Test func `both styles can be mixed in one query`() throws {
    try database.read { db throws in
      let request = ToDo.all().filter { !$0.isDone }.filter(Column("label") == "Milk")
        .filter(ToDo.columns.uid == uid).order { $0.title.desc() }
      #expect(try request.fetchAll(db) == [ToDo(id: 1, title: "Milk", uid: uid)])
      #expect(
        try request.sql(db).hasSuffix(
          #"FROM "tasks" WHERE (NOT ("tasks"."isDone")) AND (("tasks"."label") = ('Milk')) AND "#
            + #"(("tasks"."uid") IS ('\#(uid.uuidString.lowercased())')) ORDER BY "tasks"."label" DESC"#
        )
      )
      let mixed = Column("label") == "Tea" || ToDo.columns.isDone == false
      #expect(try ToDo.filter(mixed).fetchCount(db) == 2)
      #expect(try ToDo.filter(ToDo.columns.isDone).fetchOne(db)?.id == 2)
      #expect(try ToDo.order(Column("label")).fetchAll(db).map(\.id) == [1, 2])
      #expect(try ToDo.limit(1).fetchAll(db).count == 1)
      #expect(try ToDo.filter(id: 2).fetchOne(db)?.title == "Tea")
      #expect(try ToDo.select(Column("label"), as: String.self).fetchAll(db) == ["Milk", "Tea"])
      #expect(try ToDo.where(\.isDone).fetchAll(db).map(\.id) == [2])
      #expect(try ToDo.filter { $0.isDone }.fetchAll(db).map(\.id) == [2])
      #expect(try ToDo.none().fetchAll(db).isEmpty)
      #expect(try ToDo.all().fetchCount(db) == 2)
      #expect(try ToDo.all.fetchAll(db) == ToDo.all().fetchAll(db))
    }
  }

  @Test func `a value is compared in the form that the table stores`() throws {
    try database.read { db throws in
      #expect(try ToDo.filter(Column("uid") == uid).fetchAll(db).map(\.id) == [1])
      #expect(try ToDo.filter([uid].contains(Column("uid"))).fetchAll(db).map(\.id) == [1])
    }
  }

  @Test func `associations join tables, also with another name`() throws {
    struct StepInfo: Decodable, FetchableRecord {
      var step: Step
      var task: ToDo
    }
    try database.read { db in
      let steps = try Step.including(required: Step.task.filter { !$0.isDone }.forKey("task"))
        .asRequest(of: StepInfo.self).fetchAll(db)
      #expect(steps.map(\.task.title) == ["Milk"])
      let alias = RequestAlias(name: "t")
      let request = ToDo.all().aliased(alias).filter { $0.isDone }
      #expect(try request.sql(db).contains(#"FROM "tasks" AS "t" WHERE ("t"."isDone")"#))
      #expect(try request.fetchAll(db).map(\.id) == [2])
      #expect(
        try ToDo.annotated(with: ToDo.steps.count).asRequest(of: Row.self).fetchAll(db)
          .map { $0.value(named: "stepCount") } == [.integer(1), .integer(0)]
      )
    }
  }

  @Test func `requests for a type that is a table and a record can be live`() async throws {
    @FetchAll(ToDo.all().filter { !$0.isDone }.order(Column("label")), database: database) var tasks
    try await $tasks.load()
    #expect($tasks.plan == .orderedPatch)
    try await database.write { db in
      try ToDo.find(2).update { $0.isDone = false }.execute(db)
    }
    try await $tasks.load()
    #expect(tasks.map(\.title) == ["Milk", "Tea"])
  }
}
