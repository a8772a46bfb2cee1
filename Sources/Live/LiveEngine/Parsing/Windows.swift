import SQLSyntax
import TypedSQL

/// A call of a window function: `sum(x) FILTER (WHERE y) OVER (PARTITION BY z)`.
private struct WindowCall {
  let range: Range<Int>
  /// The terms of its `PARTITION BY`.
  let partition: [QueryFragment]
}

extension QueryFragment {
  /// The same with NULL in place of each window function; `nil` if they cannot be parsed.
  func withoutWindows(_ syntax: SQLGrammar) -> QueryFragment? {
    guard let (tokens, calls) = windowCalls(syntax) else { return nil }
    var (fragment, start) = (QueryFragment(), 0)
    for call in calls where call.range.lowerBound >= start {
      fragment.append(tokens[start..<call.range.lowerBound].fragment)
      fragment.append(sql: " NULL ")
      start = call.range.upperBound
    }
    return fragment + tokens[start...].fragment
  }

  /// The terms by which all window functions partition the rows; `nil` if they cannot be parsed.
  func partition(_ syntax: SQLGrammar) -> [QueryFragment]? {
    guard let calls = windowCalls(syntax)?.calls, let first = calls.first else { return nil }
    return first.partition.filter { term in calls.allSatisfy { $0.partition.contains(term) } }
  }

  private func windowCalls(_ syntax: SQLGrammar) -> (tokens: [SQLToken], calls: [WindowCall])? {
    guard let tokens = tokens(syntax) else { return nil }
    var calls: [WindowCall] = []
    for index in tokens.indices where tokens[index].isWord("over") {
      guard let call = tokens.windowCall(over: index) else { return nil }
      calls.append(call)
    }
    return (tokens, calls)
  }
}

extension [SQLToken] {
  fileprivate func windowCall(over index: Int) -> WindowCall? {
    guard index + 1 < endIndex, self[index + 1].kind == .open,
      let end = self[(index + 2)...].closing, var start = opening(before: index)
    else { return nil }
    if start > 0, self[start - 1].isWord("filter") {
      guard let call = opening(before: start - 1) else { return nil }
      start = call
    }
    guard start > 0, self[start - 1].identifier != nil else { return nil }
    return WindowCall(
      range: (start - 1)..<(end + 1),
      partition: self[(index + 2)..<end].partitionTerms
    )
  }

  /// Returns the index of the parenthesis whose closing one is right before a token.
  private func opening(before index: Int) -> Int? {
    guard index > 0, self[index - 1].kind == .close else { return nil }
    var depth = 0
    for place in indices.prefix(index).reversed() {
      if self[place].kind == .close { depth += 1 }
      if self[place].kind == .open { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}

extension ArraySlice<SQLToken> {
  /// The terms of `PARTITION BY` in a window definition.
  fileprivate var partitionTerms: [QueryFragment] {
    guard first?.isWord("partition") == true, dropFirst().first?.isWord("by") == true else {
      return []
    }
    var (depth, end) = (0, endIndex)
    for (index, token) in zip(indices, self) {
      if token.kind == .open { depth += 1 }
      if token.kind == .close { depth -= 1 }
      let ends = ["order", "range", "rows", "groups"].contains { word in token.kind == .word(word) }
      if depth == 0, ends {
        end = index
        break
      }
    }
    return self[(startIndex + 2)..<end].list.map(\.fragment)
  }
}
