import DatabaseTypes
import Foundation

/// The default value of a property, from the SQL of a column's default.
enum SwiftDefault {
  /// Returns the Swift expression; `nil` if there is none for it.
  static func expression(of sql: String, as type: SwiftType) -> String? {
    if let digits = type.digits { return amount(of: sql, digits: digits) }
    return switch type.name {
    case "Bool": truth(sql)
    case "Int": Int(sql).map { "\($0)" }
    case "Double": number(sql)
    case "String": text(sql)
    default: nil
    }
  }

  /// Returns the Swift expression for an amount that is stored as an integer; `nil` if the default
  /// is none.
  private static func amount(of sql: String, digits: Int) -> String? {
    guard let units = Int64(sql) else { return nil }
    let divisor = "1" + String(repeating: "0", count: digits)
    return digits == 0 || units == 0 ? "Decimal(\(units))" : "Decimal(\(units)) / \(divisor)"
  }

  private static func truth(_ sql: String) -> String? {
    switch sql.uppercased() {
    case "0", "FALSE": "false"
    case "1", "TRUE": "true"
    default: nil
    }
  }

  private static func number(_ sql: String) -> String? {
    guard let value = Double(sql), value.isFinite, sql.allSatisfy({ !$0.isLetter || $0 == "e" })
    else { return nil }
    return "\(value)"
  }

  private static func text(_ sql: String) -> String? {
    // `'a' || 'b'` is not a literal.
    sql.unquoted(by: "'")?.asLiteral
  }
}
