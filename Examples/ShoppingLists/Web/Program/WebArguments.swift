/// The parsed command line.
enum WebArguments: Equatable {
  case help
  case serve(Options)

  /// The options for serving pages.
  struct Options: Equatable {
    /// The file or the URL of the database; `nil` for the default file.
    var database: String?
    /// The port; `nil` for the default port or, if that is in use, any free port.
    var port: UInt16?
    /// Whether to open a browser, if there is one.
    var opensBrowser = true
  }
}

/// An error in the command line.
struct UsageProblem: Error, Equatable {
  /// The error message, a sentence without its full stop.
  let message: String
}

extension WebArguments {
  /// Parses the arguments of the program.
  ///
  /// - Throws: ``UsageProblem`` if an argument is invalid.
  init(_ words: [String]) throws(UsageProblem) {
    var options = Options()
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h":
        self = .help
        return
      case "--no-open": options.opensBrowser = false
      case "--database": try options.take(try Self.value(of: word, &rest))
      case "--port": options.port = try Self.port(try Self.value(of: word, &rest))
      case _ where word.hasPrefix("-"): throw UsageProblem(message: "unknown option '\(word)'")
      default: try options.take(word)
      }
    }
    self = .serve(options)
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageProblem) -> String {
    guard let value = rest.popFirst() else {
      throw UsageProblem(message: "'\(option)' needs a value")
    }
    return value
  }

  private static func port(_ text: String) throws(UsageProblem) -> UInt16 {
    guard let port = UInt16(text) else {
      throw UsageProblem(message: "'--port' takes a number from 0 to 65535, not '\(text)'")
    }
    return port
  }
}

extension WebArguments.Options {
  fileprivate mutating func take(_ place: String) throws(UsageProblem) {
    guard database == nil else {
      throw UsageProblem(message: "'\(place)' is one database too many")
    }
    database = place
  }
}

/// The output of `--help`.
let helpText = """
  ShoppingListsWeb: shopping lists in the browser, live.

  Usage:
    ShoppingListsWeb [DATABASE] [--port NUMBER] [--no-open]

  It prints an address, and opens it where there is a browser. Any number of browsers may open the
  whole address; each sees every change at once, whoever makes it: another browser, the command line
  'ShoppingLists' or another program. The pages also work without a script. Ctrl-C ends it.

  DATABASE is a file, which is made if there is none, or a URL, 'postgres://host/shop'; also after
  --database. Without it the file is the one of 'ShoppingLists', in your folder for application
  support. 'livesql postgres setup URL' prepares a server, so that the pages follow it.

  Options:
    --port NUMBER   The port; 8417 unless given, or any where that is taken. 0 means any.
    --no-open       Opens no browser.
    --help          Prints this.

  It listens on this machine alone. Other devices would need encryption and accounts, which it does
  not have. The address holds a key, which a browser keeps as a cookie: so the address without it
  will do from then on.

  """
