import DatabaseTypes
import Foundation

/// The default value of a property, from the SQL of a column's default.
enum SwiftDefault {
  /// Returns the Swift expression; `nil` if there is none for it.
  static func expression(of sql: String, as type: String) -> String? {
    switch type {
    case "Bool": truth(sql)
    case "Int": Int(sql).map { "\($0)" }
    case "Double": number(sql)
    case "String": text(sql)
    default: nil
    }
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
