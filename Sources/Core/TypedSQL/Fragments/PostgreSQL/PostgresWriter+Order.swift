// SQLite sorts NULL before all other values, PostgreSQL after them, so each order says where NULLs
// go.

extension PostgresWriter {
  /// Returns the end of the order of a window or an aggregate.
  func endOfOrder(limit: Int) -> Int {
    end(from: index, limit: limit) { byte, index in
      byte == UInt8(ascii: " ")
        && (isNext(" ROWS BETWEEN ", at: index) || isNext(" RANGE BETWEEN ", at: index)
          || isNext(" GROUPS BETWEEN ", at: index))
    }
  }

  /// Writes the order of a statement, or that of a window or an aggregate.
  mutating func writeOrder(limit: Int) {
    append("ORDER BY ")
    let isInStatement = index < limit && code[index] != Mark.word
    index += 1
    writeOrder(
      until: isInStatement ? endOfClause(from: index, limit: limit) : endOfOrder(limit: limit)
    )
  }

  /// Writes the terms of an order.
  mutating func writeOrder(until end: Int) {
    var isFirst = true
    for term in list(index..<end) {
      if !isFirst { append(", ") }
      isFirst = false
      text += written(term)
      // A term in lower case is already sorted ignoring case, so there is no other side to change.
      ignoresCase = false
      appendNulls(after: term)
    }
    index = end
  }

  private mutating func appendNulls(after range: Range<Int>) {
    var fragment = QueryFragment()
    fragment.code = Array(code[range])
    let term = OrderTerm(fragment)
    guard term.nullsFirst == nil else { return }
    append(term.isDescending ? " NULLS LAST" : " NULLS FIRST")
  }
}
