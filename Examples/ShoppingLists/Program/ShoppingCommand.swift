import Foundation
import ShoppingListsModel

/// The command of a command line.
enum ShoppingCommand: Equatable {
  case help
  case lists
  case show(list: String)
  case search(list: String, text: String)
  case stats(list: String)
  case new(title: String)
  case add(list: String, name: String, AddOptions)
  case toggle(list: String, item: String)
  case move(list: String, item: String, Side, other: String)
  case delete(list: String, item: String?)
  case clear(list: String)
  case exportItems(list: String)
  case importItems(list: String, path: String)
  case watch(list: String?)
  case log(path: String)

  /// The side of another item that the command `move` moves an item to.
  enum Side: String {
    case before, after
  }

  /// The options of the command `add`.
  struct AddOptions: Equatable {
    var quantity = 1
    var price: Decimal?
    var category = ItemCategory.defaultName
    var notes = ""
  }
}

/// A parsed command line.
struct ShoppingArguments: Equatable {
  var command: ShoppingCommand
  /// The file or the URL given with `--database`.
  var path: String?
}

/// An error in the command line.
struct UsageProblem: Error, Equatable {
  /// The error message, a sentence without its full stop.
  let message: String
}

extension ShoppingArguments {
  /// Parses the arguments of the program.
  init(_ words: [String]) throws(UsageProblem) {
    var reader = WordReader(words)
    try reader.readOptions(["--database", "--quantity", "--price", "--category", "--notes"])
    path = reader.options["--database"]
    command = reader.wantsHelp ? .help : try ShoppingCommand(&reader)
    try reader.finish()
  }
}

extension ShoppingCommand {
  fileprivate init(_ reader: inout WordReader) throws(UsageProblem) {
    guard let name = reader.next() else {
      self = .lists
      return
    }
    switch name {
    case "lists": self = .lists
    case "show": self = .show(list: try reader.require("LIST"))
    case "search":
      self = .search(list: try reader.require("LIST"), text: try reader.require("TEXT"))
    case "stats": self = .stats(list: try reader.require("LIST"))
    case "new": self = .new(title: try reader.require("TITLE"))
    case "add":
      let list = try reader.require("LIST")
      self = .add(list: list, name: try reader.require("NAME"), try AddOptions(&reader))
    case "toggle":
      self = .toggle(list: try reader.require("LIST"), item: try reader.require("ITEM"))
    case "move":
      self = .move(
        list: try reader.require("LIST"),
        item: try reader.require("ITEM"),
        try Side(&reader),
        other: try reader.require("OTHER")
      )
    case "delete": self = .delete(list: try reader.require("LIST"), item: reader.next())
    case "clear": self = .clear(list: try reader.require("LIST"))
    case "export": self = .exportItems(list: try reader.require("LIST"))
    case "import":
      self = .importItems(list: try reader.require("LIST"), path: try reader.require("FILE"))
    case "watch": self = .watch(list: reader.next())
    case "log": self = .log(path: try reader.require("FILE"))
    case "help": self = .help
    default: throw UsageProblem(message: "unknown command '\(name)'")
    }
  }
}

extension ShoppingCommand.Side {
  fileprivate init(_ reader: inout WordReader) throws(UsageProblem) {
    let word = try reader.require("before or after")
    guard let side = Self(rawValue: word) else {
      throw UsageProblem(message: "'move' takes 'before' or 'after', not '\(word)'")
    }
    self = side
  }
}

extension ShoppingCommand.AddOptions {
  fileprivate init(_ reader: inout WordReader) throws(UsageProblem) {
    if let text = reader.take("--quantity") {
      // The database checks the range.
      guard let number = Int(text) else {
        throw UsageProblem(message: "'--quantity' takes a number, not '\(text)'")
      }
      quantity = number
    }
    if let text = reader.take("--price") {
      guard let amount = Decimal(amount: text) else {
        throw UsageProblem(message: "'--price' takes an amount such as 12.50, not '\(text)'")
      }
      price = amount
    }
    category = reader.take("--category") ?? category
    notes = reader.take("--notes") ?? notes
  }
}

/// A reader of the words of a command line.
private struct WordReader {
  private(set) var options: [String: String] = [:]
  private(set) var wantsHelp = false
  private var words: ArraySlice<String>

  init(_ words: [String]) { self.words = words[...] }

  /// Removes the options, wherever they are; words after `--` are not options.
  mutating func readOptions(_ names: Set<String>) throws(UsageProblem) {
    var others: [String] = []
    while let word = words.popFirst() {
      if word == "--" {
        others += words
        break
      } else if word == "--help" || word == "-h" {
        wantsHelp = true
      } else if names.contains(word) {
        guard let value = words.popFirst() else {
          throw UsageProblem(message: "'\(word)' needs a value")
        }
        options[word] = value
      } else if word.hasPrefix("--") {
        throw UsageProblem(message: "unknown option '\(word)'")
      } else {
        others.append(word)
      }
    }
    words = others[...]
  }

  mutating func next() -> String? { words.popFirst() }

  mutating func take(_ option: String) -> String? { options.removeValue(forKey: option) }

  mutating func require(_ name: String) throws(UsageProblem) -> String {
    guard let word = words.popFirst() else { throw UsageProblem(message: "\(name) is missing") }
    return word
  }

  /// Checks that no words or options are left.
  mutating func finish() throws(UsageProblem) {
    guard !wantsHelp else { return }
    options["--database"] = nil
    if let extra = words.first { throw UsageProblem(message: "'\(extra)' is one word too many") }
    if let option = options.keys.min() {
      throw UsageProblem(message: "'\(option)' belongs to the command 'add'")
    }
  }
}
