/// Returns the number of columns that a text takes on a terminal.
///
/// A combining character takes none; a character that is wide in East Asia, or an emoji, takes two.
/// Control characters must have been made visible before.
///
/// - Complexity: O(*n*); fast if the text is ASCII.
package func displayWidth(_ text: some StringProtocol) -> Int {
  let bytes = text.utf8
  guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes.count }
  return text.reduce(0) { $0 + displayWidth($1) }
}

/// Cuts a text to a number of columns, ending in `…` if something was cut.
package func truncate(_ text: String, to limit: Int) -> String {
  guard displayWidth(text) > limit else { return text }
  guard limit > 0 else { return "" }
  var cut = ""
  var width = 0
  for character in text {
    width += displayWidth(character)
    if width > limit - 1 { break }
    cut.append(character)
  }
  // A joiner at the end has nothing to join.
  if let last = cut.unicodeScalars.last, InvisibleScalar(last) == .joiner {
    cut.unicodeScalars.removeLast()
  }
  return cut + "…"
}

/// Returns the number of columns that a character takes on a terminal.
package func displayWidth(_ character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  if scalars.count == 1 { return displayWidth(first) }
  // An emoji of several scalars (a family, a flag, a skin tone, a coloured heart) is drawn as one.
  if scalars.contains(where: isPartOfEmoji) { return 2 }
  return scalars.reduce(0) { $0 + displayWidth($1) }
}

private func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  if scalar.value < 0x300 { return 1 }
  if isZeroWidth(scalar) { return 0 }
  return isWide(scalar.value) || scalar.properties.isEmojiPresentation ? 2 : 1
}

private func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
  // The vowels and final consonants of Hangul combine with the syllable's first consonant.
  if (0x1160...0x11FF).contains(scalar.value) { return true }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return true
  default: return false
  }
}

/// Returns whether a scalar other than an emoji is wide or full-width.
///
/// The ranges follow https://www.unicode.org/reports/tr11/ (Unicode 15).
private func isWide(_ value: UInt32) -> Bool {
  guard value >= 0x1100 else { return false }
  var low = 0
  var high = wideRanges.count - 1
  while low <= high {
    let middle = (low + high) / 2
    let range = wideRanges[middle]
    if value < range.lowerBound {
      high = middle - 1
    } else if value > range.upperBound {
      low = middle + 1
    } else {
      return true
    }
  }
  return false
}

private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
  0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
  0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FF1, 0x17000...0x18CD5, 0x18D00...0x18D08,
  0x1AFF0...0x1B2FB, 0x1F200...0x1F251, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
]
