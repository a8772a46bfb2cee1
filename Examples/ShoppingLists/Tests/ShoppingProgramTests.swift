import LiveSQLTestSupport
import ShoppingListsModel
import Terminal
import TerminalTestSupport
import Testing

@testable import ShoppingLists

/// The program, run in the process of the tests.
@Suite(.mayBlock, .timeLimit(.hang)) struct ShoppingProgramTests {
  private let fixture: ShoppingFixture
  private var database: ShoppingDatabase { fixture.database }

  init() throws { fixture = try ShoppingFixture() }

  @discardableResult
  private func run(_ words: String...) async throws -> [String] { try await run(list: words) }

  private func run(list words: [String], on other: ShoppingDatabase? = nil) async throws -> [String]
  {
    let output = MemoryDestination()
    let program = ShoppingProgram(
      database: other ?? database,
      output: output,
      palette: Palette(hasColors: false),
      events: { AsyncStream { _ in } }
    )
    try await program.run(ShoppingArguments(words).command)
    return output.text.split(separator: "\n").map(String.init)
  }

  @Test func `a list is created, filled, checked and cleared`() async throws {
    #expect(try await run() == ["There is no list yet. Type: ShoppingLists new TITLE"])
    try await run("new", "Party")
    try await run("add", "Party", "Milk", "--quantity", "2", "--category", "dairy")
    try await run("add", "Party", "Apples", "--category", "Produce", "--notes", "red")
    try await run("toggle", "Party", "Milk")
    #expect(try await run("lists") == ["▓▓▓▓▓░░░░░  1/2  Party"])
    #expect(
      try await run("show", "Party") == [
        "Party", "🥬 Produce 0/1", "  [ ] Apples  red", "🥛 Dairy 1/1", "  [x] 2× Milk",
      ]
    )
    #expect(try await run("search", "Party", "app") == ["  [ ] Apples  red"])
    #expect(try await run("stats", "Party") == ["🥬 Produce 0/1", "🥛 Dairy 1/1"])
    try await run("clear", "Party")
    #expect(try await run("show", "Party") == ["Party", "🥬 Produce 0/1", "  [ ] Apples  red"])
    try await run("delete", "Party", "Apples")
    #expect(try await run("show", "Party") == ["Party", "The list is empty."])
    try await run("delete", "Party")
    #expect(try await run("lists").count == 1)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `lists are stored in any database`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    func run(_ words: String...) async throws -> [String] {
      try await self.run(list: words, on: fixture.database)
    }
    _ = try await run("new", "Party")
    _ = try await run("add", "Party", "Milk", "--quantity", "2", "--category", "dairy")
    _ = try await run("toggle", "Party", "Milk")
    _ = try await run("add", "Party", "50%_off", "--category", "Other")
    #expect(try await run("lists") == ["▓▓▓▓▓░░░░░  1/2  Party"])
    #expect(try await run("search", "Party", "%_") == ["  [ ] 50%_off"])
    _ = try await run("clear", "Party")
    #expect(try await run("show", "Party") == ["Party", "📦 Other 0/1", "  [ ] 50%_off"])
    _ = try await run("delete", "Party")
    #expect(try await run("lists").count == 1)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `prices are shown with their total`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    func run(_ words: String...) async throws -> [String] {
      try await self.run(list: words, on: fixture.database)
    }
    _ = try await run("new", "Party")
    _ = try await run("add", "Party", "Milk", "--quantity", "2", "--price", "1.29")
    _ = try await run("add", "Party", "Bread", "--price", "3,5", "--notes", "rye")
    _ = try await run("add", "Party", "Salt")
    #expect(
      try await run("show", "Party") == [
        "Party", "📦 Other 0/3", "  [ ] 2× Milk  2.58", "  [ ] Bread  3.50  rye", "  [ ] Salt",
        "Total 6.08",
      ]
    )
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `what the database refuses is told`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    func run(_ words: String...) async throws -> [String] {
      try await self.run(list: words, on: fixture.database)
    }
    _ = try await run("new", "Party")
    let error = await #expect(throws: RepositoryError.self) {
      try await run("add", "Party", "Milk", "--quantity", "0")
    }
    #expect(error?.description == "The quantity of an item is 1 or more.")
    await #expect(throws: RepositoryError.self) { try await run("new", "") }
    #expect(try await run("lists") == ["░░░░░░░░░░  0/0  Party"])
  }

  @Test func `an item is moved before or after another one`() async throws {
    try await run("new", "Party")
    for name in ["Milk", "Butter", "Eggs"] {
      try await run("add", "Party", name, "--category", "dairy")
    }
    func shown() async throws -> [String] { Array(try await run("show", "Party").dropFirst(2)) }
    try await run("move", "Party", "Eggs", "before", "Milk")
    #expect(try await shown() == ["  [ ] Eggs", "  [ ] Milk", "  [ ] Butter"])
    try await run("move", "Party", "Eggs", "after", "Butter")
    #expect(try await shown() == ["  [ ] Milk", "  [ ] Butter", "  [ ] Eggs"])
    await #expect(throws: RepositoryError.self) {
      try await run("move", "Party", "Eggs", "after", "Tea")
    }
  }

  @Test func `an ambiguous list is not chosen, and the keys are reported`() async throws {
    try await run("new", "Party")
    try await run("new", "Party")
    try await run("add", key(0), "Milk")
    for words in [
      ["delete", "Party"], ["clear", "Party"], ["show", "Party"], ["add", "Party", "Bread"],
      ["delete", "Party", "Milk"], ["toggle", "Party", "Milk"], ["search", "Party", "Milk"],
      ["stats", "Party"], ["watch", "Party"],
    ] {
      let error = await #expect(throws: RepositoryError.self) { _ = try await run(list: words) }
      for index in 0...1 {
        #expect(try await error?.description.contains(key(index)) == true, "\(words)")
      }
    }
    #expect(try await run("lists").count == 2)
    let (gone, kept) = try await (key(0), key(1))
    try await run("delete", String(gone.prefix(13)))
    #expect(try await run("lists").count == 1)
    #expect(try await key(0) == kept)
  }

  @Test func `an ambiguous item is not chosen`() async throws {
    try await run("new", "Party")
    try await run("add", "Party", "Milk", "--notes", "one")
    try await run("add", "Party", "Milk", "--notes", "two")
    for command in ["toggle", "delete"] {
      await #expect(throws: RepositoryError.self) { try await run(command, "Party", "Milk") }
    }
    #expect(try await run("show", "Party").filter { $0.contains("[ ] Milk") }.count == 2)
  }

  @Test func `an empty name matches nothing`() async throws {
    try await run("new", "Party")
    try await run("add", "Party", "Milk")
    await #expect(throws: RepositoryError.self) { try await run("delete", "") }
    await #expect(throws: RepositoryError.self) { try await run("delete", "Party", "") }
    #expect(try await run("show", "Party").last == "  [ ] Milk")
  }

  private func key(_ index: Int) async throws -> String {
    try await ShoppingListRepository(database: database).fetchAllOrderedByDate()
      .map(\.id).sorted()[index]
  }

  @Test func `errors are reported`() async throws {
    await #expect(throws: RepositoryError.self) { try await run("show", "None") }
    try await run("new", "Party")
    let error = await #expect(throws: RepositoryError.self) {
      try await run("add", "Party", "Milk", "--category", "Dairies")
    }
    #expect(error?.description.contains("there are Produce, Dairy") == true)
  }
}
