/// The request of a command line.
enum ItemsArguments: Equatable {
  case help
  /// Edit the items of a file; of the default file for `nil`.
  case edit(path: String?)

  /// Parses the words after the program's name.
  ///
  /// - Throws: ``UsageProblem``, with a sentence that says what is wrong.
  init(_ words: [String]) throws(UsageProblem) {
    var paths: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--help" || word == "-h" {
        self = .help
        return
      } else if word == "--" {
        paths += rest
        break
      } else if word.hasPrefix("-") {
        throw UsageProblem(message: "unknown option '\(word)'")
      }
      paths.append(word)
    }
    guard paths.count <= 1 else {
      throw UsageProblem(message: "one file can be edited, but got \(paths.count)")
    }
    self = .edit(path: paths.first)
  }
}

/// An error in a command line.
struct UsageProblem: Error, Equatable {
  /// The problem, as a sentence without its full stop.
  let message: String
}

/// The text that `--help` prints.
let helpText = """
  Items: a list that stays up to date.

  Usage:
    Items [FILE]

  FILE is a database, which is made if there is none; without it, a file in your folder for
  application support. Several of these programs may show one file at the same time.

  Keys:
    ↑ ↓ or k j      Selects an item; Page Up, Page Down, Home and End too.
    a               Adds an item.
    e or Enter      Edits the selected item: Tab goes to the next field, Enter saves, Esc cancels.
    d               Deletes the selected item, after a question.
    u, U            Undoes what was added, edited or deleted last; does it again.
    o               Changes the order.
    q or Ctrl-C     Quits.

  """
