import SQLSyntax

/// The statement `DELETE FROM t`, without anything else.
enum DeletionOfAllRows {
  /// Returns whether a text is such a statement: the two words and a name, perhaps with its schema.
  static func isWhole(_ text: Substring.UTF8View) -> Bool {
    text.withContiguousStorageIfAvailable(isWhole)
      ?? Array(text).withUnsafeBufferPointer(isWhole)
  }

  private static func isWhole(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var reader = SQLTokenReader(bytes, grammar: .sqlite)
    guard reader.skips("delete"), reader.skips("from"), reader.next()?.isName == true else {
      return false
    }
    var next = reader.next()
    if next?.kind == .point {
      guard reader.next()?.isName == true else { return false }
      next = reader.next()
    }
    if next?.kind == .semicolon { next = reader.next() }
    return next == nil
  }
}

extension SQLTokenReader {
  /// Returns whether the next token is a word, in any case of its letters.
  fileprivate mutating func skips(_ word: StaticString) -> Bool {
    guard let token = next() else { return false }
    return isWord(token, word)
  }
}

extension SQLTextToken {
  fileprivate var isName: Bool { (kind == .word || kind == .quotedName) && isTerminated }
}
