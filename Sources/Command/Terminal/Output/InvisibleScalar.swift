/// A character that no terminal shows, such as a space without width, and whether it has a use
/// between its neighbours.
///
/// The categories are those of https://www.unicode.org/reports/tr44/; the sequences of emoji are
/// those of https://www.unicode.org/reports/tr51/.
enum InvisibleScalar {
  /// It changes nothing on its own: a text with it looks like the same text without it.
  case ignored
  /// It joins its neighbours or separates them: zero width joiner and non-joiner.
  case joiner
  /// It selects a variant of the character before it.
  case selector

  /// Classifies a character; `nil` if it is shown, or if it is harmless on its own.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case ..<0xAD: return nil
    case 0x200C, 0x200D: self = .joiner
    // U+FE0F, which is a part of many emoji, is always kept.
    case 0xFE00...0xFE0E, 0xE0100...0xE01EF: self = .selector
    // The fillers of Hangul are letters.
    case 0x115F, 0x1160, 0x3164, 0xFFA0: self = .ignored
    default:
      guard scalar.properties.generalCategory == .format else { return nil }
      self = .ignored
    }
  }

  /// Returns whether the character has a use between its neighbours.
  func isUsed(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
    switch self {
    case .ignored: false
    case .joiner: Self.canBeJoined(previous) && Self.canBeJoined(next)
    case .selector: Self.hasVariants(previous)
    }
  }

  /// Returns whether a character is a letter, a mark or an emoji, which joiners stand between in
  /// the scripts of Persian and of India, and in families of emoji.
  private static func canBeJoined(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, InvisibleScalar(scalar) == nil else { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark:
      true
    // Digits are parts of emoji as well.
    default: !scalar.isASCII && scalar.properties.isEmoji
    }
  }

  /// Returns whether a character can have variants: a second selector has nothing to select.
  private static func hasVariants(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, InvisibleScalar(scalar) == nil, scalar.value != 0xFE0F else { return false }
    return !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
  }
}

extension Substring.UnicodeScalarView {
  /// The flag of a part of a country that it begins with, such as that of Wales: a black flag with
  /// the code of the part in invisible tags.
  var flagWithTags: Self? {
    guard first?.value == 0x1F3F4 else { return nil }
    let code = dropFirst().prefix { Self.isTagOfCode($0) }
    guard (3...6).contains(code.count), code.endIndex < endIndex,
      self[code.endIndex].value == 0xE007F
    else { return nil }
    return self[...code.endIndex]
  }

  /// Returns whether a character is a digit or a small letter among the tags.
  private static func isTagOfCode(_ scalar: Unicode.Scalar) -> Bool {
    (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
  }
}
