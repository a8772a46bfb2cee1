// A stored value may be unreadable for a program, as a blob of JSON is. So it is wrapped in a
// conversion where a program reads a statement's result. If another statement uses the result, it
// uses the stored value.

extension QueryRepresentable {
  /// Returns a selected expression as this type decodes it, with marks around what wraps it.
  package static func _selection(of fragment: QueryFragment) -> QueryFragment {
    let decoded = queryFragment(decoding: fragment)
    return decoded == fragment ? fragment : decoded.markingWrapping(of: fragment)
  }
}

extension QueryFragment {
  /// Returns the fragment with marks around the parts before and after another fragment in it.
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

  /// The fragment with stored values instead of those that a program reads, for use within another
  /// statement.
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

  /// Appends a statement in parentheses, on the same line.
  mutating func append(scope statement: QueryFragment) {
    append(mark: Mark.scope)
    append(sql: "(")
    append(statement.forSQL)
    append(mark: Mark.scope)
    append(sql: ")")
  }
}
