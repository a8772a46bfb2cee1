import Foundation
import Terminal
import Testing

@testable import ShoppingLists

@Suite struct ShoppingCommandTests {
  private func command(_ words: String...) throws -> ShoppingCommand {
    try ShoppingArguments(words).command
  }

  @Test func `commands are parsed`() throws {
    #expect(try command() == .lists)
    #expect(try command("show", "Party") == .show(list: "Party"))
    #expect(try command("delete", "Party") == .delete(list: "Party", item: nil))
    #expect(try command("watch") == .watch(list: nil))
    #expect(try command("export", "Party") == .exportItems(list: "Party"))
    #expect(try command("import", "Party", "a.csv") == .importItems(list: "Party", path: "a.csv"))
    #expect(try command("log", "changes.log") == .log(path: "changes.log"))
    #expect(try command("show", "--help") == .help)
    #expect(
      try command("move", "Party", "Milk", "after", "Eggs")
        == .move(list: "Party", item: "Milk", .after, other: "Eggs")
    )
    let options = ShoppingCommand.AddOptions(quantity: 2, category: "Dairy", notes: "")
    #expect(
      try command("add", "Party", "--quantity", "2", "Milk", "--category", "Dairy")
        == .add(list: "Party", name: "Milk", options)
    )
    let priced = ShoppingCommand.AddOptions(price: 12.5)
    #expect(
      try command("add", "Party", "Milk", "--price", "12.50")
        == .add(list: "Party", name: "Milk", priced)
    )
    #expect(try command("new", "--", "--odd") == .new(title: "--odd"))
    #expect(try ShoppingArguments(["--database", "a.db", "lists"]).path == "a.db")
  }

  @Test(arguments: [
    (["shw"], "unknown command 'shw'"), (["show"], "LIST is missing"),
    (["lists", "x"], "'x' is one word too many"), (["lists", "--odd"], "unknown option '--odd'"),
    (["add", "A", "B", "--quantity", "x"], "'--quantity' takes a number, not 'x'"),
    (
      ["add", "A", "B", "--price", "1.234"],
      "'--price' takes an amount such as 12.50, not '1.234'"
    ),
    (["lists", "--notes", "x"], "'--notes' belongs to the command 'add'"),
    (["move", "A", "B"], "before or after is missing"),
    (["move", "A", "B", "to", "C"], "'move' takes 'before' or 'after', not 'to'"),
    (["import", "A"], "FILE is missing"), (["export"], "LIST is missing"),
    (["lists", "--database"], "'--database' needs a value"),
  ])
  func `invalid arguments are reported`(words: [String], message: String) {
    #expect(throws: UsageProblem(message: message)) { try ShoppingArguments(words) }
  }
}
