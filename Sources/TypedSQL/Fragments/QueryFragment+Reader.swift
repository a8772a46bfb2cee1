// What is stored may be unreadable for a program, as a blob of JSON, and is wrapped where a statement's result is read. Where
// another statement takes the result over, it takes what is stored.

extension QueryRepresentable {
  /// A selected expression as this type decodes it, with marks around what it is wrapped in.
  package static func _selection(of fragment: QueryFragment) -> QueryFragment {
    let decoded = queryFragment(decoding: fragment)
    return decoded == fragment ? fragment : decoded.markingWrapping(of: fragment)
  }
}

extension QueryFragment {
  /// The fragment with marks around what stands before and after another one in it.
  fileprivate func markingWrapping(of inner: QueryFragment) -> QueryFragment {
    guard inner.bindings == bindings, !inner.isEmpty,
      let range = code.firstRange(of: inner.code)
    else { return self }
    let (before, after) = (code[..<range.lowerBound], code[range.upperBound...])
    guard !before.contains(Mark.wrapping), !after.contains(Mark.wrapping) else { return self }
    var result = self
    result.code = Self.wrapping(before) + inner.code + Self.wrapping(after)
    return result
  }

  private static func wrapping(_ text: ArraySlice<UInt8>) -> [UInt8] {
    [Mark.wrapping] + text + [Mark.wrapping]
  }

  /// The fragment with what is stored in place of what a program reads: for a statement within another.
  package var forSQL: QueryFragment {
    guard code.contains(Mark.wrapping) else { return self }
    var result = self
    result.code.removeAll(keepingCapacity: true)
    var isWrapping = false
    var index = 0
    while index < code.count {
      let end = Swift.min(index + (code[index] == Mark.escape ? 2 : 1), code.count)
      if code[index] == Mark.wrapping {
        isWrapping.toggle()
      } else if !isWrapping {
        result.code.append(contentsOf: code[index..<end])
      }
      index = end
    }
    return result
  }

  /// Appends a statement in parentheses, in the same line.
  mutating func append(scope statement: QueryFragment) {
    append(mark: Mark.scope)
    append(sql: "(")
    append(statement.forSQL)
    append(mark: Mark.scope)
    append(sql: ")")
  }
}
