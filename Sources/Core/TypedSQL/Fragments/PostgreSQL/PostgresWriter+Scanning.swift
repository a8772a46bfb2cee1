import DatabaseTypes
import SQLSyntax

// Navigation in a fragment's code.

extension PostgresWriter {
  /// Returns the bytes of a name whose mark is at an index, and where it ends.
  func name(at start: Int) -> (bytes: [UInt8], end: Int) {
    var bytes: [UInt8] = []
    guard start < code.count else { return (bytes, start) }
    var index = start + 1
    while index < code.count, code[index] != code[start] {
      if code[index] == Mark.escape { index += 1 }
      if index < code.count { bytes.append(code[index]) }
      index += 1
    }
    return (bytes, Swift.min(index + 1, code.count))
  }

  /// Returns the token at an index; a comment is one as well.
  private func token(at start: Int) -> SQLTextToken? {
    code.withUnsafeBufferPointer { code in
      var reader = SQLTokenReader(
        code,
        grammar: .postgres,
        marks: Mark.ofTokens,
        comments: true,
        from: start
      )
      return reader.next()
    }
  }

  /// Returns the end of what is at an index: a name, a text, a comment, an escaped byte or one
  /// byte.
  func endOfUnit(at start: Int) -> Int {
    isWhole(at: start) ? token(at: start)?.range.upperBound ?? code.count : start + 1
  }

  /// Returns whether what begins at an index has bytes that must not be read on their own.
  private func isWhole(at start: Int) -> Bool {
    switch code[start] {
    case Mark.identifier, Mark.table, Mark.source, Mark.escape, Mark.hint, UInt8(ascii: "'"),
      UInt8(ascii: "\""):
      true
    case UInt8(ascii: "E"), UInt8(ascii: "e"): isNext("'", at: start + 1) && !isWithinWord(start)
    case UInt8(ascii: "$"): !isWithinWord(start)
    case UInt8(ascii: "-"): isNext("--", at: start)
    case UInt8(ascii: "/"): isNext("/*", at: start)
    default: false
    }
  }

  /// Returns whether a word goes on at an index, having begun before it.
  private func isWithinWord(_ start: Int) -> Bool {
    guard start > 0 else { return false }
    return code[start - 1].isWordByte || code[start - 1] == UInt8(ascii: "$")
  }

  /// Returns the first index outside parentheses at which a condition holds.
  ///
  /// If the parentheses around the start are closed before that, it returns where they are closed.
  func end(from start: Int, limit: Int, where isEnd: (UInt8, Int) -> Bool) -> Int {
    var (index, depth) = (start, 0)
    while index < limit {
      let byte = code[index]
      if depth == 0, isEnd(byte, index) { return index }
      switch byte {
      case UInt8(ascii: "("), Mark.call, Mark.dateText: depth += 1
      case UInt8(ascii: ")"), Mark.dateTextEnd:
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
      index = endOfUnit(at: index)
    }
    return limit
  }

  /// Returns the index of the `)` that closes the parentheses opened before an index.
  func endOfGroup(from start: Int) -> Int {
    end(from: start, limit: code.count) { _, _ in false }
  }

  /// Returns the ranges between commas, outside parentheses.
  func list(_ range: Range<Int>) -> [Range<Int>] {
    var (items, start) = ([Range<Int>](), range.lowerBound)
    while start < range.upperBound {
      let end = end(from: start, limit: range.upperBound) { byte, _ in byte == UInt8(ascii: ",") }
      items.append(start..<end)
      start = end + 1
      if start < range.upperBound, code[start] == UInt8(ascii: " ") { start += 1 }
    }
    return items
  }

  /// Returns the index of a text outside parentheses.
  func firstIndex(of sql: StaticString, in range: Range<Int>) -> Int? {
    let found = end(from: range.lowerBound, limit: range.upperBound) { _, index in
      isNext(sql, at: index)
    }
    return found < range.upperBound && isNext(sql, at: found) ? found : nil
  }

  /// Returns the number of values that are bound in a part of the code.
  func bindingCount(in range: Range<Int>) -> Int {
    var (count, index) = (0, range.lowerBound)
    while index < range.upperBound {
      if code[index] == Mark.binding { count += 1 }
      index = endOfUnit(at: index)
    }
    return count
  }

  /// Consumes the text that a part of the code consists of: a quoted one, or a bound one.
  ///
  /// A bound text is then left out of the bound values.
  mutating func takeText(_ range: Range<Int>) -> String? {
    if range.count == 1, code[range.lowerBound] == Mark.binding {
      guard bindings.indices.contains(nextBinding), case .text(let value) = bindings[nextBinding]
      else { return nil }
      nextBinding += 1
      dependsOnValues = true
      return value
    }
    guard let token = token(at: range.lowerBound), token.range == range, token.isTerminated,
      code[range.lowerBound] == UInt8(ascii: "'")
    else { return nil }
    let content = SQLTokens(code, grammar: .postgres, marks: Mark.ofTokens).content(of: token)
    return content.map { String(decoding: $0, as: UTF8.self) }
  }
}
