import DatabaseTypes
import PostgreSQL
import Terminal

/// A column that is `numeric` on the server, and in a file an integer that counts fractions of one.
struct DecimalColumn: Sendable, Hashable {
  /// The table and the column, as `table.column`.
  let name: String
  /// The number of digits after the point.
  let digits: Int

  /// Reads `TABLE.COLUMN=DIGITS`; `nil` if the text has another form.
  init?(_ text: String) {
    guard let end = text.lastIndex(of: "="), let digits = Int(text[text.index(after: end)...]),
      (0...18).contains(digits), text[..<end].contains(".")
    else { return nil }
    (name, self.digits) = (String(text[..<end]), digits)
  }

  /// Returns whether it is a column of a table.
  func isNamed(_ column: String, in table: String) -> Bool {
    isSameIdentifier(name, "\(table).\(column)")
  }

  /// The type of a new column on the server, which holds any such integer.
  static func typeSQL(digits: Int) -> String { "numeric(19, \(digits))" }

  /// Returns an integer as a decimal number.
  static func number(_ units: Int64, digits: Int) -> PostgresNumeric? {
    guard digits > 0 else { return PostgresNumeric(units) }
    let text = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    let sign = units < 0 ? "-" : ""
    return PostgresNumeric("\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))")
  }

  /// Returns a decimal number as an integer; `nil` if it has more digits after the point, is too
  /// large, or is not finite.
  static func units(of number: PostgresNumeric, digits: Int) -> Int64? {
    guard number.isFinite else { return nil }
    let parts = number.description.split(separator: ".", maxSplits: 1)
    var fraction = parts.count > 1 ? String(parts[1]) : ""
    while fraction.hasSuffix("0") { fraction.removeLast() }
    guard let whole = parts.first, fraction.count <= digits else { return nil }
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return Int64("\(whole)\(fraction)\(zeros)")
  }
}

extension DecimalColumn {
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
  /// Returns the number of digits of a column; `nil` if it is none of these.
  func digits(of column: String, in table: String) -> Int? {
    last { $0.isNamed(column, in: table) }?.digits
  }

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
