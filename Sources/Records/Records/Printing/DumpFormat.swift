import DatabaseTypes
import Foundation

/// A format for printing rows, for debugging.
///
/// ```swift
/// try database.dumpRequest(Player.all(), format: .json())
/// // [{"id":1,"name":"Arthur"},
/// // {"id":2,"name":"Barbara"}]
/// ```
public struct DumpFormat: Sendable {
  /// Returns the text of a row, which is the first or a later one.
  let row: @Sendable (_ columns: [String], _ values: [DatabaseValue], _ isFirst: Bool) -> String
  /// The texts before and after the rows, and the text for no rows.
  var start = ""
  var end = ""
  var none = ""
}

extension DumpFormat {
  /// Prints readable values with a separator between them: `1|Arthur|NULL`; bytes as `X'00FF'`.
  ///
  /// - Parameters:
  ///   - header: Whether the names of the columns come first.
  ///   - separator: The text between two values.
  ///   - nullString: The text for NULL.
  public static func debug(
    header: Bool = false,
    separator: String = "|",
    nullString: String = ""
  ) -> DumpFormat {
    separated(by: separator, header: header) { value in
      switch value {
      case .null: nullString
      case .text(let text): text
      default: value.literal
      }
    }
  }

  /// Prints values with a separator between them, and bytes as text.
  ///
  /// - Parameters:
  ///   - header: Whether the names of the columns come first.
  ///   - separator: The text between two values.
  ///   - nullString: The text for NULL.
  public static func list(
    header: Bool = false,
    separator: String = "|",
    nullString: String = ""
  ) -> DumpFormat {
    separated(by: separator, header: header) { value in
      switch value {
      case .null: nullString
      case .text(let text): text
      case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
      default: value.literal
      }
    }
  }

  /// Prints values as SQL literals: `1,'Arthur',NULL`.
  ///
  /// - Parameters:
  ///   - header: Whether the names of the columns come first.
  ///   - separator: The text between two values.
  public static func quote(header: Bool = false, separator: String = ",") -> DumpFormat {
    separated(by: separator, header: header, \.literal)
  }

  /// Prints each value with its column on a line: `name = Arthur`; rows are separated by empty
  /// lines.
  ///
  /// - Parameter nullString: The text for NULL.
  public static func line(nullString: String = "") -> DumpFormat {
    DumpFormat { columns, values, isFirst in
      let width = columns.map(\.count).max() ?? 0
      let lines = zip(columns, values).map { column, value in
        let text: String
        switch value {
        case .null: text = nullString
        case .text(let string): text = string
        default: text = value.literal
        }
        return String(repeating: " ", count: width - column.count) + "\(column) = \(text)\n"
      }
      return (isFirst ? "" : "\n") + lines.joined()
    }
  }

  /// Prints an array of JSON objects, one per line; bytes as Base64.
  public static func json() -> DumpFormat {
    DumpFormat(
      row: { columns, values, isFirst in
        let members = zip(columns, values).map { "\($0.json):\($1.json)" }
        return (isFirst ? "" : ",\n") + "{\(members.joined(separator: ","))}"
      },
      start: "[",
      end: "]\n",
      none: "[]\n"
    )
  }

  private static func separated(
    by separator: String,
    header: Bool,
    _ text: @escaping @Sendable (DatabaseValue) -> String
  ) -> DumpFormat {
    DumpFormat { columns, values, isFirst in
      let names = header && isFirst ? columns.joined(separator: separator) + "\n" : ""
      return names + values.map(text).joined(separator: separator) + "\n"
    }
  }
}

extension DatabaseValue {
  /// The value as an SQL literal.
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): number.isInfinite ? (number < 0 ? "-9e999" : "9e999") : "\(number)"
    case .text(let text): text.quoted(by: "'")
    case .blob(let bytes): "X'" + bytes.map(Self.hexadecimal).joined() + "'"
    }
  }

  fileprivate var json: String {
    switch self {
    case .null: "null"
    case .integer, .real: literal
    case .text(let text): text.json
    case .blob(let bytes): "\"\(Data(bytes).base64EncodedString())\""
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

extension String {
  /// The text as a JSON string.
  fileprivate var json: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
