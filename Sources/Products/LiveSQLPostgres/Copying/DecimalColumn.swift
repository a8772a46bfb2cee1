import DatabaseTypes
import PostgreSQL

/// A column that is `numeric` on a server, and in a file an integer that counts fractions of one.
///
/// With 2 digits, the integer 1250 in the file is 12.50 on the server.
public struct DecimalColumn: Sendable, Hashable {
  /// The table and the column, as `items.price`.
  public let name: String
  /// The number of digits after the point.
  public let digits: Int

  /// Creates the description of a column.
  ///
  /// - Parameters:
  ///   - name: The table and the column, as `items.price`, in any letter case.
  ///   - digits: The number of digits after the point, from 0 to 18.
  public init(_ name: String, digits: Int) {
    precondition((0...18).contains(digits), "A decimal column has 0 to 18 digits after the point")
    (self.name, self.digits) = (name, digits)
  }
}

extension DecimalColumn {
  /// Returns whether it is a column of a table.
  package func isNamed(_ column: String, in table: String) -> Bool {
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

extension [DecimalColumn] {
  /// Returns the number of digits of a column; `nil` if it is none of these.
  package func digits(of column: String, in table: String) -> Int? {
    last { $0.isNamed(column, in: table) }?.digits
  }
}
