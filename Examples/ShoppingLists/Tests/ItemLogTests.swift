import Foundation
import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import Terminal
import TerminalTestSupport
import Testing

@testable import ShoppingLists
@testable import ShoppingListsModel

/// Logs of changes in files.
@Suite(.mayBlock, .timeLimit(.hang)) struct ItemLogTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "changes.log") }

  init() throws { scratch = try ScratchDirectory() }

  /// Appends what is new, as a program that is started once more.
  private func append(_ fixture: ShoppingFixture) async throws {
    try await ItemLog(database: fixture.database, path: path).append(waits: false)
  }

  private func text() throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  private func lines() throws -> [LogLine] {
    try text().split(separator: "\n")
      .map { try JSONDecoder().decode(LogLine.self, from: Data($0.utf8)) }
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `each change is logged once, whenever the log runs`(kind: ShoppingDatabaseKind) async throws
  {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    try await append(fixture)
    #expect(try lines() == [])
    let item = try await fixture.items.createItem(
      name: "Milk",
      quantity: 2,
      categoryId: 2,
      shoppingListId: list.id
    )
    try await append(fixture)
    let start = #"{"change":"inserted","isCompleted":false,"list":"\#(list.id)""#
    #expect(try text() == start + #","name":"Milk","quantity":2,"token":1}"# + "\n")
    try await append(fixture)
    #expect(try lines().count == 1)
    try await fixture.items.toggleCompletion(itemId: item.id)
    try await fixture.items.deleteItem(item)
    try await append(fixture)
    #expect(try lines().map(\.change) == ["inserted", "updated", "removed"])
    #expect(try lines().map(\.isCompleted) == [false, true, true])
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `a change that comes again is not logged again, and half a line is cut off`(
    kind: ShoppingDatabaseKind
  ) async throws {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    try await append(fixture)
    for name in ["Milk", "Eggs", "Tea"] {
      try await fixture.items.createItem(name: name, categoryId: 2, shoppingListId: list.id)
    }
    // The process ended in the third line, and before it acknowledged any.
    var changes: [OutboxChange<ShoppingItem>] = []
    struct End: Error {}
    await #expect(throws: End.self) {
      try await ItemLog.outbox.deliver(from: fixture.database.database, to: "log") { batch in
        changes = batch.changes
        throw End()
      }
    }
    var file = try LogFile(path: path)
    try file.append(changes.prefix(2).map(LogLine.init))
    let whole = try text()
    try Data((whole + "{\"change\":\"inse").utf8).write(to: URL(filePath: path))
    try await append(fixture)
    #expect(try lines().map(\.name) == ["Milk", "Eggs", "Tea"])
    #expect(try text().hasPrefix(whole))
  }

  @Test(arguments: ["Dear diary\n", "{\"name\":\"x\"}\n", "Dear diary", "{\"name\":\"x\"}"])
  func `a file that is no log is refused and left unchanged`(content: String) async throws {
    let fixture = try ShoppingFixture()
    try Data(content.utf8).write(to: URL(filePath: path))
    let error = await #expect(throws: ItemLogError.self) { try await append(fixture) }
    #expect(error?.description.contains(path) == true)
    #expect(try text() == content)
  }

  @Test(arguments: ShoppingDatabaseKind.available)
  func `the command follows changes until it is asked to end`(kind: ShoppingDatabaseKind)
    async throws
  {
    let fixture = try ShoppingFixture(kind)
    let list = try await fixture.testList()
    try await append(fixture)
    let (events, process) = AsyncStream.makeStream(of: ProcessEvent.self)
    let program = ShoppingProgram(
      database: fixture.database,
      output: MemoryDestination(),
      palette: .none,
      events: { events }
    )
    let arguments = try ShoppingArguments(["log", path])
    async let run: Void = program.run(arguments.command)
    for name in ["Milk", "Eggs"] {
      try await fixture.items.createItem(name: name, categoryId: 2, shoppingListId: list.id)
      while try lines().last?.name != name { await Task.yield() }
    }
    process.yield(.termination(signal: 2))
    try await run
    #expect(try lines().map(\.name) == ["Milk", "Eggs"])
  }
}
