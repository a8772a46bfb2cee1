import LiveSQLPostgres
import Terminal

extension DecimalColumn {
  /// Reads `TABLE.COLUMN=DIGITS`; `nil` if the text has another form.
  init?(_ text: String) {
    guard let end = text.lastIndex(of: "="), let digits = Int(text[text.index(after: end)...]),
      (0...18).contains(digits), text[..<end].contains(".")
    else { return nil }
    self.init(String(text[..<end]), digits: digits)
  }

  /// The kind of column that a database has for it.
  enum Finding: Hashable {
    case integers
    case missing
    /// It has another type.
    case declared(String)
  }

  /// Returns the option `--decimal`, which may be repeated.
  static func option(_ help: String) -> Option<DecimalColumn> {
    Option("decimal", value: "TABLE.COLUMN=DIGITS", help: help) { text throws(UsageError) in
      guard let column = DecimalColumn(text) else {
        throw UsageError(
          "'--decimal' needs TABLE.COLUMN=DIGITS, with 0 to 18 digits after the point"
        )
      }
      return column
    }
  }
}

extension [DecimalColumn] {
  /// Checks that the columns hold integers.
  ///
  /// - Throws: ``CommandFailure`` for the first one that does not.
  func check(_ find: (DecimalColumn) -> DecimalColumn.Finding) throws(CommandFailure) {
    for decimal in self {
      switch find(decimal) {
      case .integers: continue
      case .missing:
        throw CommandFailure(
          message:
            "There is no column \(decimal.name), which --decimal names. Give it as TABLE.COLUMN=DIGITS."
        )
      case .declared(let type):
        let declared = type.isEmpty ? "not declared with a type" : "declared \(type)"
        throw CommandFailure(
          message:
            "The column \(decimal.name), which --decimal names, is \(declared), so it does not hold integers "
            + "of units. Convert it to integers first, or leave out --decimal."
        )
      }
    }
  }
}
