import Terminal

/// An editable line of text, with a cursor.
struct TextField: Equatable, Sendable {
  private(set) var text: String
  /// The number of characters before the cursor.
  private(set) var cursor: Int

  /// Creates a field with the cursor at the end.
  init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// Edits the text with a key.
  ///
  /// - Returns: Whether the key applies to a field.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .pasted(let text):
      insert(text.map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined())
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .backspace: remove(cursor - 1)
    case .delete, .control("d"): remove(cursor)
    case .control("u"): removeBeforeCursor()
    default: return false
    }
    return true
  }

  private mutating func insert(_ inserted: String) {
    // Inserted text may combine with the character before it, as an accent does.
    let before = String(text.prefix(cursor)) + inserted
    text = before + text.dropFirst(cursor)
    cursor = min(before.count, text.count)
  }

  private mutating func remove(_ offset: Int) {
    guard text.indices.count > offset, offset >= 0 else { return }
    text.remove(at: text.index(text.startIndex, offsetBy: offset))
    cursor = min(offset, text.count)
  }

  private mutating func removeBeforeCursor() {
    text = String(text.dropFirst(cursor))
    cursor = 0
  }
}

extension TextField {
  /// Returns the part of the text that is visible in some columns, and the cursor's column in it.
  ///
  /// The part is chosen so that it contains the cursor.
  func visible(width: Int) -> (text: String, cursor: Int) {
    var first = 0
    var before = shown(first..<cursor)
    while displayWidth(before) >= max(1, width), first < cursor {
      first += 1
      before = shown(first..<cursor)
    }
    var part = before
    for character in text.dropFirst(cursor) {
      let next = showingControls(in: String(character))
      guard displayWidth(part) + displayWidth(next) <= width else { break }
      part += next
    }
    return (part, displayWidth(before))
  }

  private func shown(_ range: Range<Int>) -> String {
    showingControls(in: String(text.dropFirst(range.lowerBound).prefix(range.count)))
  }
}
