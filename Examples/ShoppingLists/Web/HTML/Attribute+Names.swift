extension Attribute {
  /// An attribute with any name.
  static func other(_ name: StaticString, _ value: String) -> Attribute {
    Attribute(name, .text(value))
  }

  /// A Boolean attribute, such as `required`.
  static func flag(_ name: StaticString, _ isSet: Bool = true) -> Attribute? {
    isSet ? Attribute(name, .text("")) : nil
  }

  static func id(_ id: String) -> Attribute { other("id", id) }
  static func type(_ type: StaticString) -> Attribute { other("type", type.description) }
  static func name(_ name: StaticString) -> Attribute { other("name", name.description) }
  static func value(_ value: String) -> Attribute { other("value", value) }
  static func role(_ role: StaticString) -> Attribute { other("role", role.description) }

  /// The accessible name, which screen readers read.
  static func label(_ label: String) -> Attribute { other("aria-label", label) }

  /// A reference to the element that describes this one.
  static func described(by id: String?) -> Attribute? {
    id.map { other("aria-describedby", $0) }
  }

  /// The classes that are not `nil`.
  static func classes(_ names: String?...) -> Attribute? {
    let names = names.compactMap(\.self)
    return names.isEmpty ? nil : other("class", names.joined(separator: " "))
  }

  static func href(_ path: WebPath) -> Attribute { other("href", path.text) }
  static func action(_ path: WebPath) -> Attribute { other("action", path.text) }
}

/// The path of a page; interpolated values are percent-encoded as single path segments.
struct WebPath: Hashable, Sendable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) { self.text = text }

  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  struct Interpolation: StringInterpolationProtocol {
    var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ part: String) { text += Self.encoded(part) }

    /// Percent-encodes all characters but letters, digits and `-._~`.
    ///
    /// https://www.rfc-editor.org/rfc/rfc3986#section-2.3
    static func encoded(_ part: String) -> String {
      part.utf8.reduce(into: "") { text, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"):
          text.append(Character(Unicode.Scalar(byte)))
        default:
          let digits = String(byte, radix: 16, uppercase: true)
          text += byte < 16 ? "%0\(digits)" : "%\(digits)"
        }
      }
    }
  }
}
