/// The request of a command line.
enum ItemsArguments: Equatable {
  case help
  /// Edit the items of a file; of the default file for `nil`. A key file opens an encrypted one.
  case edit(path: String?, keyFile: KeyFile? = nil)

  /// Parses the words after the program's name.
  ///
  /// - Throws: ``UsageProblem``, with a sentence that says what is wrong.
  init(_ words: [String]) throws(UsageProblem) {
    var paths: [String] = []
    var keyFile: KeyFile?
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--help" || word == "-h" {
        self = .help
        return
      } else if word == "--" {
        paths += rest
        break
      } else if word == "--key-file" {
        guard let path = rest.popFirst(), !path.isEmpty else {
          throw UsageProblem(message: "'--key-file' takes the path of a file")
        }
        keyFile = KeyFile(path: path)
        continue
      } else if word.hasPrefix("-") {
        throw UsageProblem(message: "unknown option '\(word)'")
      }
      paths.append(word)
    }
    guard paths.count <= 1 else {
      throw UsageProblem(message: "one file can be edited, but got \(paths.count)")
    }
    self = .edit(path: paths.first, keyFile: keyFile)
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
    Items [FILE] [--key-file FILE]

  FILE is a database, which is made if there is none; without it, a file in your folder for
  application support. Several of these programs may show one file at the same time.

  With --key-file, the database is encrypted: the first line of that file is the passphrase, and
  only you may be able to read it. A pipe needs no permissions: --key-file <(pass show items).
  This needs a program that was built with SQLCipher: LIVESQL_SQLCIPHER=1 make items.

  Keys:
    ↑ ↓ or k j      Selects an item; Page Up, Page Down, Home and End too.
    a               Adds an item.
    e or Enter      Edits the selected item: Tab goes to the next field, Enter saves, Esc cancels.
    d               Deletes the selected item, after a question.
    u, U            Undoes what was added, edited or deleted last; does it again.
    o               Changes the order.
    q or Ctrl-C     Quits.

  """
