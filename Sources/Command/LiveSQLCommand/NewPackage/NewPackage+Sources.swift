extension NewPackage {
  static let model = """
    public import LiveSQL

    /// An item of the list.
    @Table public struct Item: Identifiable, Sendable {
      public let id: Int
      public var title = ""
      public var isDone = false
    }

    extension Item {
      /// The items, those that are left to do first.
      public static let all = Item.order { ($0.isDone, $0.title) }
    }

    """

  static let storage = """
    import Foundation
    public import LiveSQL

    /// The schema, one change after the other.
    ///
    /// Do not edit a migration that has run somewhere: to change a table, append another.
    public var migrator: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("Create items") { db in
        try db.create(table: "items") { t in
          t.autoIncrementedPrimaryKey("id")
          t.column("title", .text).notNull().defaults(to: "")
          t.column("isDone", .boolean).notNull().defaults(to: false)
        }
      }
      return migrator
    }

    /// Opens the database and migrates its schema.
    public func openDatabase(path: String) throws -> DatabasePool {
      let database = try DatabasePool(path: path)
      try migrator.migrate(database)
      return database
    }

    /// Returns the SQL of the migrations that a file still needs; the file stays as it is.
    public func migrationPlan(path: String) throws -> MigrationPlan {
      let exists = FileManager.default.fileExists(atPath: path)
      let database = try exists ? DatabasePool(path: path) : DatabasePool()
      return try migrator.plan(for: database)
    }

    /// Checks that all migrations together create the tables that the types describe.
    public func checkMigrations() throws {
      try migrator.check([Item.self])
    }

    """

  var program: String {
    """
    import Foundation
    import LiveSQL
    import \(name)Model

    @main struct \(name) {
      static let path = "\(name.lowercased()).db"

      static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        switch (words.first, words.dropFirst().joined(separator: " ")) {
        case (nil, _): await follow(try openDatabase(path: path))
        case ("add", let title) where !title.isEmpty:
          try await add(title, to: openDatabase(path: path))
        case ("done", let number):
          guard let id = Int(number) else { return print("Give the number of an item.") }
          try await finish(id, in: openDatabase(path: path))
        case ("migrate", "--plan"): try showPlan()
        case ("migrate", "--check"): check()
        default: print("Usage: \(name) [add TITLE | done NUMBER | migrate --plan | migrate --check]")
        }
      }

      /// Prints the SQL that opening the file will run, and does not run it.
      static func showPlan() throws {
        let plan = try migrationPlan(path: path)
        print(plan.steps.isEmpty ? "Nothing to migrate." : plan.sql)
      }

      /// Checks the migrations against the types, in memory: a step for continuous integration.
      static func check() {
        do {
          try checkMigrations()
          print("The migrations create the tables that the types describe.")
        } catch {
          FileHandle.standardError.write(Data("\\(error.localizedDescription)\\n".utf8))
          exit(1)
        }
      }

      /// Shows the items now and after each commit that changes them, also by other processes.
      static func follow(_ database: DatabasePool) async {
        let items = FetchAll(Item.all, database: database)
        for await _ in items.differences {
          let lines = items.wrappedValue.map { item in
            "\\(item.isDone ? "[x]" : "[ ]") \\(item.id)  \\(item.title)"
          }
          // Clears the screen, and goes to its first line.
          let text = lines.isEmpty ? "Nothing to do." : lines.joined(separator: "\\n")
          FileHandle.standardOutput.write(Data("\\u{1b}[2J\\u{1b}[H\\(text)\\n".utf8))
        }
      }

      static func add(_ title: String, to database: DatabasePool) async throws {
        try await database.write { db in
          try Item.insert { Item.Draft(title: title) }.execute(db)
        }
      }

      static func finish(_ id: Int, in database: DatabasePool) async throws {
        try await database.write { db in
          try Item.find(id).update { $0.isDone = true }.execute(db)
        }
      }
    }

    """
  }

  var tests: String {
    """
    import LiveSQL
    import \(name)Model
    import Testing

    @Suite struct ItemTests {
      let database: DatabaseQueue

      /// Each test has its own in-memory database.
      init() throws {
        database = try DatabaseQueue()
        try migrator.migrate(database)
      }

      @Test func `items that are done come last`() throws {
        let titles = try database.write { db in
          try Item.insert {
            Item.Draft(title: "Apples", isDone: true)
            Item.Draft(title: "Milk")
          }.execute(db)
          return try Item.all.fetchAll(db).map(\\.title)
        }
        #expect(titles == ["Milk", "Apples"])
      }

      @Test func `the migrations create the tables of the types`() throws {
        try checkMigrations()
      }

      @Test func `the list follows each commit`() async throws {
        let items = FetchAll(Item.all, database: database)
        var differences = items.differences.makeAsyncIterator()
        _ = await differences.next()
        #expect(items.wrappedValue.isEmpty)
        try await database.write { db in
          try Item.insert { Item.Draft(title: "Tea") }.execute(db)
        }
        _ = await differences.next()
        #expect(items.wrappedValue.map(\\.title) == ["Tea"])
      }
    }

    """
  }
}
