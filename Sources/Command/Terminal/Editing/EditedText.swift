/// An editable text of one or several lines, with a cursor.
package struct EditedText: Sendable, Equatable {
  package private(set) var characters: [Character]
  /// The position of the cursor: the number of characters before it.
  package private(set) var cursor: Int

  /// Creates a text with the cursor at its end.
  package init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  /// The whole text.
  package var text: String { String(characters) }

  /// The text before the cursor.
  package var textBeforeCursor: String { String(characters[..<cursor]) }

  package var isEmpty: Bool { characters.isEmpty }

  /// Replaces the text between a position and the cursor.
  package mutating func replace(from start: Int, with text: String) {
    let start = min(max(0, start), cursor)
    // Characters may combine with their neighbours: a letter with the accent that follows.
    let head = Array(String(characters[..<start]) + text)
    characters = Array(String(head) + String(characters[cursor...]))
    cursor = min(head.count, characters.count)
  }

  package mutating func insert(_ text: String) { replace(from: cursor, with: text) }

  /// Removes characters.
  ///
  /// - Returns: The removed text.
  @discardableResult
  package mutating func remove(_ range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<characters.count)
    let removed = String(characters[range])
    characters.removeSubrange(range)
    if cursor >= range.upperBound {
      cursor -= range.count
    } else {
      cursor = min(cursor, range.lowerBound)
    }
    return removed
  }

  /// Moves the cursor to a position, within the text.
  package mutating func move(to place: Int) { cursor = min(max(0, place), characters.count) }
}

extension EditedText {
  /// The start of the line that contains the cursor.
  var lineStart: Int { characters[..<cursor].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0 }

  /// The end of the line that contains the cursor.
  var lineEnd: Int { characters[cursor...].firstIndex(where: \.isNewline) ?? characters.count }

  /// The start of the word before the cursor.
  var previousWord: Int {
    var place = cursor
    while place > 0, !Self.isWord(characters[place - 1]) { place -= 1 }
    while place > 0, Self.isWord(characters[place - 1]) { place -= 1 }
    return place
  }

  /// The end of the word after the cursor.
  var nextWord: Int {
    var place = cursor
    while place < characters.count, !Self.isWord(characters[place]) { place += 1 }
    while place < characters.count, Self.isWord(characters[place]) { place += 1 }
    return place
  }

  /// The start of the text before the cursor that contains no white space.
  var previousSpace: Int {
    var place = cursor
    while place > 0, characters[place - 1].isWhitespace { place -= 1 }
    while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
    return place
  }

  /// Moves the cursor to the line above.
  ///
  /// - Returns: Whether there is one.
  mutating func moveUp() -> Bool {
    let start = lineStart
    guard start > 0 else { return false }
    let column = cursor - start
    cursor = start - 1
    move(to: min(lineStart + column, start - 1))
    return true
  }

  /// Moves the cursor to the line below.
  ///
  /// - Returns: Whether there is one.
  mutating func moveDown() -> Bool {
    let end = lineEnd
    guard end < characters.count else { return false }
    let column = cursor - lineStart
    cursor = end + 1
    move(to: min(end + 1 + column, lineEnd))
    return true
  }

  /// Swaps the characters around the cursor.
  mutating func transpose() {
    guard characters.count >= 2, cursor > 0 else { return }
    let right = min(cursor, characters.count - 1)
    guard !characters[right].isNewline, !characters[right - 1].isNewline else { return }
    characters.swapAt(right - 1, right)
    cursor = right + 1
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
