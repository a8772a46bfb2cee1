import SwiftSyntax

/// The text of a string literal, with the position in the source that each byte comes from.
struct SQLText {
  enum Element: Equatable {
    case byte(UInt8)
    case interpolation(Interpolation)
  }

  private(set) var elements: [Element] = []
  private(set) var positions: [AbsolutePosition] = []
  /// The end of the text.
  private(set) var end: AbsolutePosition

  /// Reads a literal, with its escapes, its lines without indentation, and its interpolations.
  init(_ literal: StringLiteralExprSyntax) {
    end = literal.closingQuote.positionAfterSkippingLeadingTrivia
    let pounds = literal.openingPounds?.text.utf8.count ?? 0
    for segment in literal.segments {
      if let segment = segment.as(StringSegmentSyntax.self) {
        append(segment, pounds: pounds)
      } else if let segment = segment.as(ExpressionSegmentSyntax.self) {
        append(
          .interpolation(Interpolation(segment)),
          at: segment.positionAfterSkippingLeadingTrivia
        )
      }
    }
  }

  private mutating func append(_ element: Element, at position: AbsolutePosition) {
    elements.append(element)
    positions.append(position)
  }

  private mutating func append(_ segment: StringSegmentSyntax, pounds: Int) {
    let start = segment.content.positionAfterSkippingLeadingTrivia
    var reader = EscapeReader(bytes: Array(segment.content.text.utf8), pounds: pounds)
    while let (offset, bytes) = reader.next() {
      for byte in bytes { append(.byte(byte), at: start.advanced(by: offset)) }
    }
  }
}

/// A reader of a string literal's characters, one by one, with escapes decoded.
private struct EscapeReader {
  private let bytes: [UInt8]
  private let escape: [UInt8]
  private var index = 0

  init(bytes: [UInt8], pounds: Int) {
    self.bytes = bytes
    escape = Array(("\\" + String(repeating: "#", count: pounds)).utf8)
  }

  /// Returns the next character: where it begins, and its bytes, which are empty for a continued
  /// line.
  mutating func next() -> (offset: Int, bytes: [UInt8])? {
    guard index < bytes.count else { return nil }
    let start = index
    guard bytes[index...].starts(with: escape), index + escape.count < bytes.count else {
      index += 1
      return (start, [bytes[start]])
    }
    index += escape.count
    return (start, escaped())
  }

  private mutating func escaped() -> [UInt8] {
    let character = bytes[index]
    index += 1
    switch character {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "0"): return [0]
    case UInt8(ascii: "u"): return scalar()
    case 10, 13, 32: return []
    default: return [character]
    }
  }

  /// Returns the bytes of `{1F600}`.
  private mutating func scalar() -> [UInt8] {
    let digits = bytes[index...].prefix { $0 != UInt8(ascii: "}") }.dropFirst()
    index = min(bytes.count, index + digits.count + 2)
    let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    guard let code, let scalar = Unicode.Scalar(code) else { return [] }
    return Array(String(scalar).utf8)
  }
}
