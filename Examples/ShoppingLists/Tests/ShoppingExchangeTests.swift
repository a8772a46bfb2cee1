import Foundation
import LiveSQL
import LiveSQLTestSupport
import Terminal
import TerminalTestSupport
import Testing

@testable import ShoppingLists
@testable import ShoppingListsModel

/// Lists that are written as CSV, and read.
@Suite(.mayBlock, .timeLimit(.hang)) struct ShoppingExchangeTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  /// Runs a command, and returns what it has written.
  @discardableResult
  private func run(
    _ words: String...,
    on fixture: ShoppingFixture,
    notes: MemoryDestination? = nil
  ) async throws -> String {
    let output = MemoryDestination()
    let program = ShoppingProgram(
      database: fixture.database,
      output: output,
      palette: .none,
      events: { AsyncStream { _ in } },
      notes: notes
    )
    try await program.run(ShoppingArguments(words).command)
    return output.text
  }

  private func file(_ text: String) throws -> String {
    let path = scratch.path(of: "list.csv")
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a list that is exported and imported is the same`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.lists.createList(title: "Party")
    for (name, quantity, price, notes) in [
      ("Milk", 2, "1.29", ""), ("Cake, \"big\"", 1, "12.05", "two\nlines"),
      ("Salt", 1, nil, "fine"), ("Bags", 3, "0.07", "x'00'"),
    ] {
      try await fixture.items.createItem(
        name: name,
        quantity: quantity,
        price: price.flatMap { Decimal(amount: $0) },
        notes: notes,
        categoryId: quantity,
        shoppingListId: list.id
      )
    }
    try await run("toggle", "Party", "Salt", on: fixture)
    let text = try await run("export", "Party", on: fixture)
    #expect(
      text.hasPrefix(
        "name,quantity,price,category,notes,is_completed\r\nMilk,2,1.29,Dairy,\"\",0\r\n"
      )
    )
    #expect(text.contains("Salt,1,,Produce,fine,1\r\n"))
    try await run("new", "Copy", on: fixture)
    #expect(
      try await run("import", "Copy", file(text), on: fixture) == "Added 4 items to Copy.\n"
    )
    let copy = try await fixture.lists.findList("Copy")
    let (old, new) = try await (
      fixture.items.fetchItems(forListId: list.id), fixture.items.fetchItems(forListId: copy.id)
    )
    #expect(new.map(\.details) == old.map(\.details))
    #expect(new.map(\.isCompleted) == old.map(\.isCompleted))
    #expect(new.map(\.rank) == [1, 2, 3, 4])
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a file of a spreadsheet may lack columns and leave fields empty`(
    kind: ShoppingDatabaseKind
  ) async throws {
    let fixture = try ShoppingFixture(kind)
    try await run("new", "Party", on: fixture)
    try await run("add", "Party", "First", on: fixture)
    let path = try file("notes,name,category,quantity\n,Milk,dairy,\nred,Apples,,3\n")
    try await run("import", "Party", path, on: fixture)
    let list = try await fixture.lists.findList("Party")
    let items = try await fixture.items.fetchItems(forListId: list.id)
    #expect(items.map(\.displayName) == ["First", "Milk", "3× Apples"])
    #expect(items.map(\.notes) == ["", "", "red"])
    #expect(items.map(\.categoryId) == [9, 2, 9])
    #expect(items.allSatisfy { !$0.isCompleted && $0.price == nil })
  }

  @Test(
    arguments: ShoppingDatabaseKind.available,
    [
      ("name,quantity\nMilk,1\nEggs,many\n", "Line 3"), ("title\nMilk\n", "title"),
      ("name,quantity\nMilk,1\n,2\n", "Line 3"),
      ("name,category\nMilk,Dairies\n", "there are Produce"),
      ("name,price\nMilk,1.234\n", "“Milk”"), ("name,quantity\nMilk,1\nEggs,0\n", "1 or more"),
      ("name\nMilk\n\"\"\n", "needs a name"),
    ]
  )
  func `a file with a mistake is refused as a whole`(
    kind: ShoppingDatabaseKind,
    mistake: (text: String, message: String)
  ) async throws {
    let fixture = try ShoppingFixture(kind)
    try await run("new", "Party", on: fixture)
    let path = try file(mistake.text)
    let error = await #expect(throws: (any Error).self) {
      try await run("import", "Party", path, on: fixture)
    }
    let told = error.map { "\($0)" } ?? "nothing"
    #expect(told.contains(mistake.message), "\(told)")
    let list = try await fixture.lists.findList("Party")
    #expect(try await fixture.items.fetchItems(forListId: list.id).isEmpty)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `many items are written and read, with progress`(kind: ShoppingDatabaseKind) async throws {
    let fixture = try ShoppingFixture(kind)
    try await run("new", "Many", on: fixture)
    let lines = (1...2_500).map { "Item \($0),\($0 % 7 + 1)" }
    let path = try file("name,quantity\n" + lines.joined(separator: "\n"))
    let size = TerminalSize(columns: 80, rows: 24)
    let notes = MemoryDestination(terminalSize: size)
    try await run("import", "Many", path, on: fixture, notes: notes)
    #expect(notes.text.contains("Reading") && notes.text.contains("100 %"))
    let list = try await fixture.lists.findList("Many")
    let items = try await fixture.items.fetchItems(forListId: list.id)
    #expect(items.map(\.name) == (1...2_500).map { "Item \($0)" })
    let exported = MemoryDestination(terminalSize: size)
    let text = try await run("export", "Many", on: fixture, notes: exported)
    #expect(text.split(separator: "\r\n").count == 2_501)
    #expect(exported.text.contains("2,500 of 2,500 items"))
  }

  @Test func `an import is one step of the undo history`() async throws {
    let fixture = try ShoppingFixture()
    try await run("new", "Party", on: fixture)
    try await run("import", "Party", file("name\nMilk\nEggs\n"), on: fixture)
    let undone = try await fixture.database.history?.undo()
    #expect(undone?.name == "Import Items")
    let list = try await fixture.lists.findList("Party")
    #expect(try await fixture.items.fetchItems(forListId: list.id).isEmpty)
  }

  @Test func `a file that does not exist is told`() async throws {
    let fixture = try ShoppingFixture()
    try await run("new", "Party", on: fixture)
    let path = scratch.path(of: "missing.csv")
    let error = await #expect(throws: ImportError.self) {
      try await run("import", "Party", path, on: fixture)
    }
    #expect(error?.message.contains(path) == true)
  }
}
