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

  /// Writes the terms of an order.
  mutating func writeOrder(until end: Int) {
    var isFirst = true
    for term in list(index..<end) {
      if !isFirst { append(", ") }
      isFirst = false
      let sql = written(term)
      text += sql
      // A term in lower case is already sorted ignoring case, so there is no other side to change.
      ignoresCase = false
      appendNulls(after: sql)
    }
    index = end
  }

  private mutating func appendNulls(after term: [UInt8]) {
    let words = String(decoding: term.suffix(24), as: UTF8.self).uppercased()
      .split { $0 == " " || $0 == "\n" }
    if words.dropLast().last == "NULLS" { return }
    append(words.last == "DESC" ? " NULLS LAST" : " NULLS FIRST")
  }
}
