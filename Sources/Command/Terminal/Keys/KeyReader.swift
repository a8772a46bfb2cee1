/// A reader that converts the bytes of a terminal to keys; it does no I/O.
///
/// Bytes may arrive in pieces of any size: an incomplete key waits for the next ones. An escape
/// character may be the Escape key or the start of another key; if nothing follows for a while,
/// ``flush()`` treats it as the Escape key.
package struct KeyReader {
  private var waiting: [UInt8] = []
  private var isPasting = false

  /// Creates a reader that has read nothing yet.
  package init() {}

  /// Whether bytes are waiting for others to follow.
  package var isWaiting: Bool { !waiting.isEmpty }

  /// Returns the keys that bytes complete.
  package mutating func read(_ bytes: some Sequence<UInt8>) -> [Key] {
    waiting += bytes
    var keys: [Key] = []
    while !waiting.isEmpty {
      switch next() {
      case .key(let key): keys.append(key)
      case .nothing: break
      case .incomplete: return keys
      }
    }
    return keys
  }

  /// Returns the keys of the waiting bytes when nothing follows.
  package mutating func flush() -> [Key] {
    // A pasted text may arrive slowly.
    guard !isPasting, !waiting.isEmpty else { return [] }
    defer { waiting = [] }
    return waiting == [0x1B] ? [.escape] : []
  }

  private enum Step {
    case key(Key), nothing, incomplete
  }

  private mutating func next() -> Step {
    if isPasting { return nextOfPaste() }
    switch waiting[0] {
    case 0x1B: return nextOfEscape()
    case 0..<0x20, 0x7F: return .key(Self.control(waiting.removeFirst()))
    default: return nextCharacter()
    }
  }

  /// Takes the longest text at the start that forms one character.
  private mutating func nextCharacter() -> Step {
    let run = waiting.prefix { $0 >= 0x20 && $0 != 0x7F }
    let length = Self.completeLength(of: run)
    guard length > 0 else { return run.count < waiting.count ? dropFirst() : .incomplete }
    let text = String(decoding: run.prefix(length), as: UTF8.self)
    // Bytes that are not valid UTF-8 are dropped one by one.
    guard let character = text.first, character.unicodeScalars.first != "\u{FFFD}" else {
      return dropFirst()
    }
    waiting.removeFirst(character.utf8.count)
    return .key(.character(character))
  }

  private mutating func dropFirst() -> Step {
    waiting.removeFirst()
    return .nothing
  }

  /// Returns the length of the bytes without an incomplete character at the end.
  private static func completeLength(of bytes: ArraySlice<UInt8>) -> Int {
    guard let start = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
      return bytes.count
    }
    let needed =
      switch bytes[start] {
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 1
      }
    return bytes.endIndex - start < needed ? start - bytes.startIndex : bytes.count
  }
}

// MARK: - Control characters and sequences

extension KeyReader {
  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x0D, 0x0A: return .enter
    case 0x09: return .tab
    case 0x08, 0x7F: return .backspace
    default: return .control(Character(Unicode.Scalar(byte | 0x60)))
    }
  }

  /// Reads `ESC [ … letter`, `ESC O letter`, or `ESC` before anything else, which is a key with
  /// Alt.
  private mutating func nextOfEscape() -> Step {
    guard waiting.count > 1 else { return .incomplete }
    guard waiting[1] == UInt8(ascii: "[") || waiting[1] == UInt8(ascii: "O") else {
      if waiting[1] == 0x1B {
        waiting.removeFirst()
        return .key(.escape)
      }
      return nextOfAlt()
    }
    guard let end = waiting.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return .incomplete
    }
    let sequence = String(decoding: waiting[2...end], as: UTF8.self)
    waiting.removeFirst(end + 1)
    if sequence == "200~" { isPasting = true }
    return Self.keys[sequence].map { .key($0) } ?? .nothing
  }

  /// Reads a one-byte character after `ESC`; the rest of a longer one is read as if on its own.
  private mutating func nextOfAlt() -> Step {
    let byte = waiting[1]
    waiting.removeFirst(2)
    guard byte >= 0x20, byte < 0x80 else { return .nothing }
    return .key(.alt(Character(Unicode.Scalar(byte))))
  }

  private static let keys: [String: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
    "1~": .home, "7~": .home, "4~": .end, "8~": .end, "3~": .delete, "5~": .pageUp,
    "6~": .pageDown, "M": .enter, "1;5C": .wordRight, "1;5D": .wordLeft, "1;3C": .wordRight,
    "1;3D": .wordLeft, "5C": .wordRight, "5D": .wordLeft,
  ]

  /// Reads a pasted text: everything up to `ESC [201~`.
  private mutating func nextOfPaste() -> Step {
    let end = Array("\u{1b}[201~".utf8)
    guard let start = waiting.firstRange(of: end)?.lowerBound else { return .incomplete }
    let text = String(decoding: waiting[..<start], as: UTF8.self)
    waiting.removeFirst(start + end.count)
    isPasting = false
    return text.isEmpty ? .nothing : .key(.pasted(text))
  }
}
